import type { Hono } from 'hono'
import type { ApiKeys } from '../api/api-keys.ts'
import type { AppContext, AppEnv } from '../exchange.ts'
import { nameFault } from '../names.ts'
import type { Clients } from '../oauth/clients.ts'
import type { Sessions } from '../oauth/sessions.ts'
import type { People } from '../people/people.ts'
import type { Visits } from '../people/visits.ts'
import type { Gate } from '../plan/switches.ts'
import type { Commit } from '../store/group-commit.ts'
import { clientSecretPage, clientsPage, readClientForm, toClients } from './client-pages.ts'
import { accessDenied, createDoor, entries, notLetIn, pathOf, readPageForm, seeOther } from './enter.ts'
import { escapeHtml, htmlPage } from './html-page.ts'
import { personChoice } from './person-choice.ts'
import { planPage, readPlanForm } from './plan-page.ts'
import { createProductPage, createProductPicture, createProductsPage, type ProductPagesPorts } from './product-pages.ts'
import { tokenPage, tokensPage } from './token-pages.ts'

/** `GET /settings`: the person using this browser, and links to the pages. */
const createWhoPage =
  (workspaceName: string, people: People, visits: Visits) =>
  (c: AppContext): Response => {
    if (!visits.isLetIn(c)) return notLetIn(pathOf(c))
    const current = visits.of(c)?.person
    const links = `<ul><li><a href="/settings/oauth-clients">OAuth clients</a></li><li><a href="/settings/api-tokens">API tokens</a></li>
<li><a href="/settings/plan">Plan and switches</a></li><li><a href="/products">Products</a></li></ul>`
    return htmlPage({
      title: `Settings of ${workspaceName}`,
      formTarget: "'self'",
      isWide: true,
      body: `${current ? `<p>You are ${escapeHtml(current.name)}, ${escapeHtml(current.role)}.</p>${links}<h2>Be somebody else</h2>` : '<h2>Who are you?</h2>'}
<form method="post" action="/settings/who">${personChoice('Person', people.list(), current?.id)}<button class="main">Continue</button></form>
<p class="small">There are no passwords in a sample workspace: choose a person to try what each role may do. A sign-in is asked in this person’s name.</p>`,
    })
  }

/** `POST /settings/who`. It needs no form token, because it changes nothing in the workspace, and the cookie and the Origin are checked. */
const createWhoChoice =
  (people: People, visits: Visits) =>
  async (c: AppContext): Promise<Response> => {
    if (!visits.isLetIn(c)) return notLetIn('/settings')
    const form = await readPageForm(c)
    if (form instanceof Response) return form
    const person = people.find(form.get('person') ?? '')
    if (person === undefined) return accessDenied('There is no such person in this workspace.')
    return seeOther('/settings', { 'set-cookie': visits.choose(c, person) })
  }

export type PagesPorts = ProductPagesPorts & {
  readonly workspaceName: string
  readonly people: People
  readonly visits: Visits
  readonly gate: Gate
  readonly clients: Clients
  readonly sessions: Sessions
  readonly apiKeys: ApiKeys
  readonly commit: Commit
  /** Resets the secret of the connection file's client, and writes the file again. */
  readonly resetSecretOfFile: () => string | undefined
}

/** Is the path one of the pages, which are no part of the service's API? */
export const isPage = (path: string): boolean => path === '/' || /^\/(settings|products)(\/|$)/.test(path)

/** The pages of the workspace: settings for OAuth clients, API tokens and the plan, and the products. */
export const addPages = (app: Hono<AppEnv>, ports: PagesPorts): void => {
  const { workspaceName, people, visits, gate, clients, sessions, apiKeys, commit, resetSecretOfFile } = ports
  const { open, take } = createDoor(visits, gate)
  app.get('/', () => seeOther('/settings'))
  app.get('/settings', createWhoPage(workspaceName, people, visits))
  app.post('/settings/who', createWhoChoice(people, visits))

  const clientOf = (c: AppContext) => clients.find(c.req.param('id') ?? '')
  app.get(
    '/settings/oauth-clients',
    open(entries.clients, (_, visit) => clientsPage(visit, clients)),
  )
  app.post(
    '/settings/oauth-clients',
    take(entries.clients, async (_, visit, form) => {
      const details = readClientForm(form)
      if ('fault' in details) return clientsPage(visit, clients, details.fault, form)
      const { client, secret } = await commit(() => clients.create(details))
      return clientSecretPage(visit, client, secret, 'The client was added.')
    }),
  )
  app.post(
    '/settings/oauth-clients/:id/reset',
    take(entries.clients, async (c, visit) => {
      const client = clientOf(c)
      if (client === undefined) return clientsPage(visit, clients, 'This client was removed meanwhile.')
      const isOfFile = clients.ofConnectionFile()?.id === client.id
      const secret = await commit(() => (isOfFile ? (resetSecretOfFile() ?? '') : clients.resetSecret(client.id)))
      return clientSecretPage(visit, client, secret, 'The previous secret is invalid from now on.')
    }),
  )
  app.post(
    '/settings/oauth-clients/:id/remove',
    take(entries.clients, async (c) => {
      const client = clientOf(c)
      if (client)
        await commit(() => {
          clients.remove(client.id)
          sessions.endOfClient(client.id)
        })
      return toClients()
    }),
  )

  app.get(
    '/settings/api-tokens',
    open(entries.tokens, (_, visit) => tokensPage(visit, apiKeys)),
  )
  app.post(
    '/settings/api-tokens',
    take(entries.tokens, async (_, visit, form) => {
      const name = (form.get('name') ?? '').trim()
      if (name === '') return tokensPage(visit, apiKeys, 'Give the token a name of at most 100 characters.')
      const wrong = nameFault(name, 100)
      if (wrong !== undefined) return tokensPage(visit, apiKeys, `The token’s name ${wrong}.`)
      return tokenPage(visit, name, await commit(() => apiKeys.issue(name)))
    }),
  )
  app.post(
    '/settings/api-tokens/:id/remove',
    take(entries.tokens, async (c) => {
      await commit(() => apiKeys.revoke(c.req.param('id') ?? ''))
      return seeOther('/settings/api-tokens')
    }),
  )

  app.get(
    '/settings/plan',
    open(entries.plan, (_, visit) => planPage(visit, gate)),
  )
  app.post(
    '/settings/plan',
    take(entries.plan, (_, visit, form) => {
      const change = readPlanForm(form)
      if ('fault' in change) return planPage(visit, gate, change.fault)
      gate.change(change)
      return seeOther('/settings/plan')
    }),
  )

  app.get('/products', open(entries.products, createProductsPage(ports)))
  app.get('/products/pictures/:id', open(entries.products, createProductPicture(ports)))
  app.get('/products/:productId', open(entries.products, createProductPage(ports)))
}
