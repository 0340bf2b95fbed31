import { randomBytes } from 'node:crypto'

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character)

/** What each scope opens (spec, "Scopes"). */
const scopeTexts: Readonly<Record<string, string>> = {
  user: 'View, create and change content: pictures, sources and products',
  'user:read': 'Read the content that you can see',
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; background: #f3f4f6; color: #1f2937; margin: 0; display: grid; place-items: center; min-height: 100vh }
main { background: #fff; border-radius: 12px; padding: 2rem; width: min(26rem, calc(100vw - 6rem)); box-shadow: 0 1px 6px #0002 }
h1 { font-size: 1.25rem; margin: 0 0 1rem } li { margin: .25rem 0 } code { background: #f3f4f6; padding: 0 .25rem }
p.small { color: #4b5563; font-size: .875rem } form { display: flex; gap: .75rem; margin-top: 1.5rem }
button { flex: 1; font: inherit; padding: .6rem; border-radius: 8px; border: 1px solid #6b7280; background: #fff; color: inherit; cursor: pointer }
button[value=allow] { background: #1d4ed8; border-color: #1d4ed8; color: #fff } button:focus-visible { outline: 3px solid #93c5fd }
`

/** What a form on the page may lead to: this service, and the client's redirect address after it (browsers apply it to the redirect too). */
const formTarget = (redirectUri: string | undefined): string => {
  if (redirectUri === undefined) return "'none'"
  const { protocol, origin } = new URL(redirectUri)
  return `'self' ${protocol === 'http:' || protocol === 'https:' ? origin : protocol}`
}

const page = (status: number, title: string, body: string, redirectUri?: string): Response => {
  const nonce = randomBytes(16).toString('base64')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action ${formTarget(redirectUri)}; base-uri 'none'; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  })
}

export type Consent = {
  readonly requestId: string
  readonly workspace: string
  readonly client: string
  readonly person: string
  readonly scopes: readonly string[]
  readonly redirectUri: string
}

/** The consent screen, which names the workspace that the token can access (spec, "Scopes"). */
export const consentPage = ({ requestId, workspace, client, person, scopes, redirectUri }: Consent): Response =>
  page(
    200,
    `Allow ${client} to use ${workspace}?`,
    `<p><strong>${escapeHtml(client)}</strong> asks for access to the workspace <strong>${escapeHtml(workspace)}</strong> as <strong>${escapeHtml(person)}</strong>:</p>
<ul>
${scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code> ${escapeHtml(scopeTexts[scope] ?? '')}</li>`).join('\n')}
</ul>
<p class="small">You go back to ${escapeHtml(redirectUri)}. Earlier access of ${escapeHtml(client)} ends.</p>
<form method="post" action="/oauth2/authorize/decision">
<input type="hidden" name="request" value="${escapeHtml(requestId)}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>`,
    redirectUri,
  )

/** An error that must not be sent to a redirect address (RFC 6749, 4.1.2.1). */
export const errorPage = (error: string, description: string, status = 400): Response =>
  page(status, 'This sign-in cannot go on', `<p>${escapeHtml(description)}</p><p class="small"><code>${escapeHtml(error)}</code></p>`)
