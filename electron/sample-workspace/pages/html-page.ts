import { randomBytes } from 'node:crypto'

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character)

const style = `
body { font: 16px/1.5 system-ui, sans-serif; background: #f3f4f6; color: #1f2937; margin: 0; display: grid; place-items: center; min-height: 100vh }
main { background: #fff; border-radius: 12px; padding: 2rem; width: min(26rem, calc(100vw - 6rem)); box-shadow: 0 1px 6px #0002 }
main.wide { width: min(56rem, calc(100vw - 6rem)); margin: 2rem 0 }
h1 { font-size: 1.25rem; margin: 0 0 1rem } h2 { font-size: 1.0625rem; margin: 2rem 0 .5rem } li { margin: .25rem 0 }
code { background: #f3f4f6; padding: 0 .25rem; overflow-wrap: anywhere } p.small, p.notice { color: #4b5563; font-size: .875rem }
p.notice { color: inherit; background: #eff6ff; border-left: 4px solid #1d4ed8; padding: .5rem .75rem }
p.fault { background: #fef2f2; border-left: 4px solid #b91c1c; padding: .5rem .75rem }
form { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; margin-top: 1rem } label { display: block } fieldset { border: 1px solid #d1d5db; border-radius: 8px }
input[type=text], input[type=url], select { font: inherit; padding: .4rem; border: 1px solid #6b7280; border-radius: 6px; width: 20rem; max-width: 100%; box-sizing: border-box }
button { flex: 1; font: inherit; padding: .6rem; border-radius: 8px; border: 1px solid #6b7280; background: #fff; color: inherit; cursor: pointer }
main.wide button { flex: none } button[value=allow], button.main { background: #1d4ed8; border-color: #1d4ed8; color: #fff }
:focus-visible { outline: 3px solid #93c5fd } nav a { margin-right: 1rem } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #e5e7eb } td form { margin: 0 }
figure { display: inline-block; margin: .5rem .75rem .5rem 0 } img { max-width: 10rem; max-height: 10rem; border: 1px solid #e5e7eb } figcaption { font-size: .875rem; max-width: 10rem; overflow-wrap: anywhere }
`

export type HtmlPage = {
  readonly title: string
  /** HTML; what comes from people must have gone through `escapeHtml`. */
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
