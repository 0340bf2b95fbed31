import { escapeHtml, htmlPage } from '../pages/html-page.ts'
import { personChoice } from '../pages/person-choice.ts'
import { type Person, roles } from '../people/people.ts'

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
  readonly status: 200 | 400
  readonly requestId: string
  readonly workspace: string
  readonly client: string
  /** The person of the browser's visit; undefined: the page asks who one is. */
  readonly person: string | undefined
  readonly people: readonly Person[]
  readonly scopes: readonly string[]
  readonly redirectUri: string
}

/** Preselected, so that a quick click gives the least away: roles are listed from the most to the least powerful. */
const leastPrivileged = (people: readonly Person[]): Person | undefined =>
  people.toSorted((one, other) => roles.indexOf(other.role) - roles.indexOf(one.role))[0]

/** The consent screen, which names the workspace that the token can access (spec, "Scopes"), and the person or the people to choose from. */
export const consentPage = ({ status, requestId, workspace, client, person, people, scopes, redirectUri }: Consent): Response =>
  page(
    status,
    `Allow ${client} to use ${workspace}?`,
    `<p><strong>${escapeHtml(client)}</strong> asks for access to the workspace <strong>${escapeHtml(workspace)}</strong> as ${person === undefined ? 'the person you choose' : `<strong>${escapeHtml(person)}</strong>`}:</p>
<ul>
${scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code> ${escapeHtml(scopeTexts[scope] ?? '')}</li>`).join('\n')}
</ul>
<p class="small">You go back to ${escapeHtml(redirectUri)}. Earlier access of ${escapeHtml(client)} ends.</p>
<form method="post" action="/oauth2/authorize/decision">
<input type="hidden" name="request" value="${escapeHtml(requestId)}">
${person === undefined ? personChoice('Who are you?', people, leastPrivileged(people)?.id) : ''}
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>`,
    redirectUri,
  )

/** An error that must not be sent to a redirect address (RFC 6749, 4.1.2.1). */
export const errorPage = (error: string, description: string, status = 400): Response =>
  page(status, 'This sign-in can’t continue', `<p>${escapeHtml(description)}</p><p class="small"><code>${escapeHtml(error)}</code></p>`)
