/** The part of Trusted Types (W3C) that is used; absent in TypeScript's own library. */
type Policy = { readonly createHTML: (text: string) => string }
type Factory = { readonly createPolicy: (name: string, rules: { readonly createHTML: (text: string) => string | null }) => Policy }

const { trustedTypes } = globalThis as { readonly trustedTypes?: Factory }

/**
 * With it, the page's CSP lets a text become part of the document only if it has no tags: the styles that Mantine writes into its style elements.
 * Imported before anything is drawn.
 */
trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) })

const reading = trustedTypes?.createPolicy('packshot-reading', { createHTML: (text) => text })

/** HTML as a document that nothing of is run, loaded or shown. */
export const readHtml = (html: string): Document => new DOMParser().parseFromString(reading?.createHTML(html) ?? html, 'text/html')
