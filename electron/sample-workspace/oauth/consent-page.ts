import { escapeHtml, htmlPage } from '../pages/html-page.ts'

/** The actions each scope allows (spec, "Scopes"). */
export const scopeTexts: Readonly<Record<string, string>> = {
  user: 'View, create and change content: pictures, sources and products',
  'user:read': 'Read the content that you can see',
}

/** Allowed targets of the page's form: this service, and the client's redirect address after it (browsers apply it to the redirect too). */
const formTarget = (redirectUri: string | undefined): string => {
  if (redirectUri === undefined) return "'none'"
  const { protocol, origin } = new URL(redirectUri)
  return `'self' ${protocol === 'http:' || protocol === 'https:' ? origin : protocol}`
}

const page = (status: number, title: string, body: string, redirectUri?: string): Response =>
  htmlPage({ status, title, body, formTarget: formTarget(redirectUri) })

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
  page(status, 'This sign-in can’t continue', `<p>${escapeHtml(description)}</p><p class="small"><code>${escapeHtml(error)}</code></p>`)
