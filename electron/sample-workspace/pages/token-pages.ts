import type { ApiKeys } from '../api/api-keys.ts'
import type { Visit } from '../people/visits.ts'
import { escapeHtml } from './html-page.ts'
import { fault, pageForm, workspacePage } from './layout.ts'

export const tokensPage = (visit: Visit, apiKeys: ApiKeys, wrong?: string): Response =>
  workspacePage(visit, {
    status: wrong === undefined ? 200 : 400,
    title: 'API tokens',
    body: `${fault(wrong)}<table><tr><th>Token</th><th>Made</th><th>Change</th></tr>
${apiKeys
  .list()
  .map(
    ({ id, name, hint, createdAt }) =>
      `<tr><td>${escapeHtml(name)} <code>…${escapeHtml(hint)}</code></td><td>${new Date(createdAt).toISOString().slice(0, 10)}</td><td>${pageForm(visit, `/settings/api-tokens/${id}/remove`, '<button>Remove</button>')}</td></tr>`,
  )
  .join('\n')}</table>
<h2>Make a token</h2>${pageForm(visit, '/settings/api-tokens', '<label>Name <input type="text" name="name" required maxlength="100"></label><button class="main">Make token</button>')}
<p class="small">A token is for unattended scripts and belongs behind a backend: whoever has it can do everything in this workspace.</p>`,
  })

/** The only time that a token is seen. */
export const tokenPage = (visit: Visit, name: string, token: string): Response =>
  workspacePage(visit, {
    title: `API token ${name}`,
    body: `<p class="notice" role="status">Copy the token now: it is shown this once. Send it in the header <code>X-API-Key</code>.</p>
<p><code id="api-token">${escapeHtml(token)}</code></p><p><a href="/settings/api-tokens">Back to the tokens</a></p>`,
  })
