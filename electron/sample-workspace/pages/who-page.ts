import type { AppContext } from '../exchange.ts'
import type { People } from '../people/people.ts'
import type { Visits } from '../people/visits.ts'
import { accessDenied, notLetIn, pathOf, readPageForm, seeOther } from './enter.ts'
import { escapeHtml, htmlPage } from './html-page.ts'
import { personChoice } from './person-choice.ts'

/** `GET /settings`: the person using this browser, and links to the pages. */
export const createWhoPage =
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
export const createWhoChoice =
  (people: People, visits: Visits) =>
  async (c: AppContext): Promise<Response> => {
    if (!visits.isLetIn(c)) return notLetIn('/settings')
    const form = await readPageForm(c)
    if (form instanceof Response) return form
    const person = people.find(form.get('person') ?? '')
    if (person === undefined) return accessDenied('There is no such person in this workspace.')
    return seeOther('/settings', { 'set-cookie': visits.choose(c, person) })
  }
