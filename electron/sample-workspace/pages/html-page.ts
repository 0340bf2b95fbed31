import { randomBytes } from 'node:crypto'

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character)

const style = `
body { font: 16px/1.5 system-ui, sans-serif; background: #f3f4f6; color: #1f2937; margin: 0; display: grid; place-items: center; min-height: 100vh }
body:has(main.wide) { place-items: start center }
main { background: #fff; border-radius: 12px; padding: 2rem; box-sizing: border-box; width: min(30rem, calc(100vw - 2rem)); box-shadow: 0 1px 6px #0002 }
main.wide { width: min(60rem, calc(100vw - 2rem)); margin: 2rem 0 }
h1 { font-size: 1.375rem; margin: 0 0 1rem; overflow-wrap: anywhere } h2 { font-size: 1.0625rem; margin: 2rem 0 .5rem } li { margin: .25rem 0 }
a { color: #1d4ed8 } nav { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-bottom: 1rem; border-bottom: 1px solid #e5e7eb }
nav a { padding: .5rem 0; text-decoration: none } nav a:hover { text-decoration: underline } nav a[aria-current] { color: inherit; font-weight: 600; border-bottom: 3px solid #1d4ed8 }
code { background: #f3f4f6; padding: 0 .25rem; overflow-wrap: anywhere } p.small, p.notice { color: #4b5563; font-size: .875rem; overflow-wrap: anywhere }
p.notice { color: inherit; background: #eff6ff; border-left: 4px solid #1d4ed8; padding: .5rem .75rem }
p.fault { background: #fef2f2; border-left: 4px solid #b91c1c; padding: .5rem .75rem }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1rem } main.wide > form { flex-direction: column; align-items: start; gap: 1rem }
label { display: grid; grid-template-columns: minmax(0, 1fr); gap: .25rem; width: 24rem; max-width: 100% } label:has([type=checkbox]) { display: block; width: auto; padding: .25rem 0 }
fieldset { border: 1px solid #d1d5db; border-radius: 8px; margin: 0; padding: .5rem 1rem .75rem; min-width: 0; max-width: 100%; box-sizing: border-box } fieldset.row { display: flex; flex-wrap: wrap; gap: .75rem 1rem } fieldset.row label { width: 8rem }
input[type=text], input[type=url], select { font: inherit; background: #fff; padding: .5rem; border: 1px solid #6b7280; border-radius: 6px; width: 100%; box-sizing: border-box }
button { flex: 1; font: inherit; padding: .6rem 1rem; border-radius: 8px; border: 1px solid #6b7280; background: #fff; color: inherit; cursor: pointer }
button:hover { background: #f3f4f6 } main.wide button { flex: none } td button { padding: .25rem .75rem; font-size: .875rem; white-space: nowrap }
button[value=allow], button.main { background: #1d4ed8; border-color: #1d4ed8; color: #fff } button[value=allow]:hover, button.main:hover { background: #1e40af }
:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .75rem .75rem .75rem 0; border-bottom: 1px solid #e5e7eb; overflow-wrap: anywhere } td form { margin: 0 0 .5rem } td:first-child { width: 32% }
@media (max-width: 40rem) { tbody, tr, td { display: block } tr:has(th) { display: none } td { border: 0; padding: .25rem 0 } td:first-child { width: auto } td:last-child { border-bottom: 1px solid #e5e7eb } }
div.pictures { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: 0; width: 8rem } figcaption { font-size: .875rem; overflow-wrap: anywhere }
img { display: block; width: 8rem; height: 8rem; box-sizing: border-box; object-fit: contain; background: #f9fafb; border: 1px solid #e5e7eb; border-radius: 6px; margin-bottom: .25rem }
`

export type HtmlPage = {
  readonly title: string
  /** HTML; text from people must be escaped with `escapeHtml`. */
  readonly body: string
  readonly status?: number
  /** Where the page's forms may lead, as Content-Security-Policy sources; by default nowhere. */
  readonly formTarget?: string
  /** The page shows pictures of this service. */
  readonly hasPictures?: boolean
  readonly isWide?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** A page without scripts that cannot be framed, kept, or made to load anything from elsewhere. */
export const htmlPage = ({ title, body, status = 200, formTarget = "'none'", hasPictures, isWide, headers }: HtmlPage): Response => {
  const nonce = randomBytes(16).toString('base64')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main${isWide ? ' class="wide"' : ''}><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`
  const pictures = hasPictures ? " img-src 'self';" : ''
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none';${pictures} style-src 'nonce-${nonce}'; form-action ${formTarget}; base-uri 'none'; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      ...headers,
    },
  })
}
