import { isHarmful, nameFault } from '../names.ts'
import { allScopes, type Clients, maxRedirectUris, type OAuthClient } from '../oauth/clients.ts'
import { scopeTexts } from '../oauth/consent-page.ts'
import type { Visit } from '../people/visits.ts'
import { type Form, seeOther } from './enter.ts'
import { escapeHtml } from './html-page.ts'
import { fault, pageForm, workspacePage } from './layout.ts'

const isLoopback = (host: string): boolean => /^(127\.0\.0\.1|localhost|\[::1\])$/.test(host)

/** Returns the problem with a redirect URI; http only for this computer (RFC 8252, 7.3), and no scheme that runs code. */
const uriFault = (text: string): string | undefined => {
  if (!URL.canParse(text)) return `${text} is not an address.`
  if (/\s/.test(text)) return `${text} has a space in it.`
  if (isHarmful(text)) return 'The redirect URI has characters in it that can’t be seen.'
  const { protocol, hostname, hash, username, password } = new URL(text)
  if (hash !== '' || text.includes('#')) return `${text} has a fragment (#), which a redirect URI must not have.`
  if (/^(javascript|data|file|blob|about|vbscript|ftp|mailto|wss?):$/.test(protocol))
    return `${protocol} cannot be the scheme of a redirect URI.`
  if (username !== '' || password !== '') return `${text} has a user name or a password in it.`
  if (protocol === 'http:' && !isLoopback(hostname)) return `${text}: use https; http is for this computer only.`
  return undefined
}

type NewClient = Pick<OAuthClient, 'name' | 'scopes' | 'redirectUris'>

/** Parses the form as a client, or returns the problem (spec, "OAuth client"). */
export const readClientForm = (form: Form): NewClient | { readonly fault: string } => {
  const name = (form.get('name') ?? '').trim()
  const scopes = allScopes.filter((scope) => form.has(`scope ${scope}`))
  const uris = [...form].filter(([key]) => /^redirect_uri_\d+$/.test(key)).map(([, value]) => value.trim())
  const redirectUris = [...new Set(uris)].filter((uri) => uri !== '')
  if (name === '') return { fault: 'Give the client a name of at most 100 characters.' }
  const wrongName = nameFault(name, 100)
  if (wrongName !== undefined) return { fault: `The client’s name ${wrongName}.` }
  if (scopes.length === 0) return { fault: 'Select at least one scope.' }
  if (redirectUris.length < 1 || redirectUris.length > maxRedirectUris) return { fault: 'Give one to three redirect URIs.' }
  const wrong = redirectUris.map(uriFault).find((text) => text !== undefined)
  return wrong === undefined ? { name, scopes, redirectUris } : { fault: wrong }
}

const row = (visit: Visit, { id, name, scopes, redirectUris }: OAuthClient): string =>
  `<tr><td>${escapeHtml(name)}<br><code>${escapeHtml(id)}</code></td><td>${scopes.map((scope) => `<code>${escapeHtml(scope)}</code>`).join(' ')}</td>
<td>${redirectUris.map((uri) => `<code>${escapeHtml(uri)}</code>`).join('<br>')}</td>
<td>${pageForm(visit, `/settings/oauth-clients/${id}/reset`, '<button>Reset secret</button>')}${pageForm(visit, `/settings/oauth-clients/${id}/remove`, '<button>Remove</button>')}</td></tr>`

const typed = (form: Form, name: string): string => ` value="${escapeHtml(form.get(name) ?? '')}"`

/** `form`: the refused input. */
const newClientFields = (
  form: Form,
): string => `<label>Name <input type="text" name="name" required maxlength="100"${typed(form, 'name')}></label>
<fieldset><legend>Allowed scopes</legend>${allScopes.map((scope) => `<label><input type="checkbox" name="scope ${scope}"${form.has(`scope ${scope}`) ? ' checked' : ''}> <code>${scope}</code> ${escapeHtml(scopeTexts[scope] ?? '')}</label>`).join('')}</fieldset>
${Array.from({ length: maxRedirectUris }, (_, index) => `<label>Redirect URI ${index + 1}${index === 0 ? '' : ' (optional)'} <input type="url" name="redirect_uri_${index + 1}"${index === 0 ? ' required' : ''}${typed(form, `redirect_uri_${index + 1}`)}></label>`).join('')}
<button class="main">Add client</button>`

export const clientsPage = (visit: Visit, clients: Clients, wrong?: string, form: Form = new Map()): Response =>
  workspacePage(visit, {
    status: wrong === undefined ? 200 : 400,
    title: 'OAuth clients',
    body: `${fault(wrong)}<table><tr><th>Client</th><th>Scopes</th><th>Redirect URIs</th><th>Change</th></tr>
${clients
  .list()
  .map((client) => row(visit, client))
  .join('\n')}</table>
<h2>Add a client</h2>${pageForm(visit, '/settings/oauth-clients', newClientFields(form))}
<p class="small">Use one client for each integration: a person has one live session for each client.</p>`,
  })

/** The only time that a secret is seen. */
export const clientSecretPage = (visit: Visit, client: OAuthClient, secret: string, note: string): Response =>
  workspacePage(visit, {
    title: `Secret of ${client.name}`,
    body: `<p class="notice" role="status">${escapeHtml(note)} Copy the secret now: it is shown this once.</p>
<p>Client ID<br><code id="client-id">${escapeHtml(client.id)}</code></p><p>Client secret<br><code id="client-secret">${escapeHtml(secret)}</code></p>
<p><a href="/settings/oauth-clients">Back to the clients</a></p>`,
  })

export const toClients = (): Response => seeOther('/settings/oauth-clients')
