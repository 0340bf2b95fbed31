import { entranceParameter } from '../../core/base/platform/sample-proof.ts'
import type { AppContext } from '../exchange.ts'
import { readParameters } from '../oauth/form.ts'
import type { Entrance } from '../people/entrance.ts'
import { isOurUser } from '../people/peer-user.ts'
import type { Role } from '../people/people.ts'
import { isOurForm, type Visit, type Visits } from '../people/visits.ts'
import type { Gate } from '../plan/switches.ts'
import { mediaType, readBody } from '../request-body.ts'
import { escapeHtml, htmlPage } from './html-page.ts'

/** The people who may open a page. `needsApiAccess`: no one may in a workspace without it. */
export type Entry = { readonly roles: readonly Role[]; readonly needsApiAccess: boolean }

/** Spec, "Creating an OAuth client", "Workspace API key" (2), "Errors" (workspace settings); the plan page is of ours. */
export const entries = {
  clients: { roles: ['Admin', 'IT Admin', 'Developer'], needsApiAccess: true },
  tokens: { roles: ['Admin', 'Developer'], needsApiAccess: true },
  plan: { roles: ['Admin'], needsApiAccess: false },
  products: { roles: ['Admin', 'IT Admin', 'Developer', 'Member'], needsApiAccess: false },
} as const satisfies Record<string, Entry>

export type Form = ReadonlyMap<string, string>
export type Door = {
  /** Shows a page to permitted people; others get “access denied”, or are asked who they are. */
  readonly open: (entry: Entry, show: (c: AppContext, visit: Visit) => Response) => (c: AppContext) => Response
  /** Accepts a form sent by this visit's own page. */
  readonly take: (
    entry: Entry,
    act: (c: AppContext, visit: Visit, form: Form) => Response | Promise<Response>,
  ) => (c: AppContext) => Promise<Response>
}

export const seeOther = (location: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store', ...headers } })

export const accessDenied = (why: string): Response =>
  htmlPage({
    status: 403,
    title: 'Access denied',
    isWide: true,
    body: `<p class="fault">${escapeHtml(why)}</p><p><a href="/settings">Back to the settings</a></p>`,
  })

/**
 * For a browser that Packshot has not let in: any user of this computer can reach the port. `again`: the page that was asked for. A link on
 * another site comes without the visit's cookie; this one comes with it.
 */
export const notLetIn = (again: string, why?: string): Response =>
  htmlPage({
    status: 403,
    title: 'Open this workspace from Packshot',
    isWide: true,
    body: `${why === undefined ? '' : `<p class="fault">${escapeHtml(why)}</p>`}<p>Its pages are for the person whose workspace it is. In Packshot, choose Settings, then
<strong>Open its pages</strong>; or type <code>packshot workspace open</code>.</p><p><a href="${escapeHtml(again)}">Then open this page again</a></p>`,
  })

/** The address of the request within this service, without the entrance. */
export const pathOf = (c: AppContext): string => {
  const { pathname, searchParams } = new URL(c.req.url)
  searchParams.delete(entranceParameter)
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

/**
 * For pages and consent. An address with an entrance lets the browser in, once, and leads to the same page without it. Programs of other users
 * are refused, whatever they show: browsers send a cookie of this service to each port of 127.0.0.1.
 */
export const createLetIn =
  (visits: Visits, entrance: Pick<Entrance, 'redeem'>) =>
  async (c: AppContext, next: () => Promise<void>): Promise<Response | undefined> => {
    if (!(await isOurUser(c.env.incoming.socket))) return notLetIn(pathOf(c), 'This page is for another user of this computer.')
    const given = c.req.query(entranceParameter)
    if (given === undefined || c.req.method !== 'GET') return void (await next())
    // A browser that is in already leaves it for another one.
    if (visits.isLetIn(c)) return seeOther(pathOf(c))
    if (entrance.redeem(given)) return seeOther(pathOf(c), { 'set-cookie': visits.letIn() })
    return notLetIn(pathOf(c), 'This address was used already, or is older than ten minutes.')
  }

/** For the address of a form, opened by itself: 405 with `Allow`. */
export const notToBeOpened = (methods: readonly string[]): Response =>
  htmlPage({
    status: 405,
    title: 'This address can’t be opened by itself',
    isWide: true,
    body: '<p><a href="/settings">Back to the settings</a></p>',
    headers: { allow: methods.join(', ') },
  })

/** For a mistyped address. */
export const noSuchPage = (): Response =>
  htmlPage({ status: 404, title: 'There is no such page', isWide: true, body: '<p><a href="/settings">Back to the settings</a></p>' })

export const readPageForm = async (c: AppContext): Promise<Form | Response> => {
  const { incoming } = c.env
  const { origin, host } = incoming.headers
  if (origin !== undefined && origin !== `http://${host}`) return accessDenied('The form was sent from another site.')
  if (mediaType(incoming) !== 'application/x-www-form-urlencoded') return accessDenied('That is not a form of these pages.')
  const body = await readBody(incoming, { bytes: 64 * 1024, text: 'The form is limited to 64 KB.' })
  return readParameters(new URLSearchParams(body.toString('utf8'))).form
}

export const createDoor = (visits: Visits, gate: Gate): Door => {
  const admit = (c: AppContext, { roles, needsApiAccess }: Entry): Visit | Response => {
    const visit = visits.of(c)
    if (!visits.isLetIn(c)) return notLetIn(pathOf(c))
    if (visit === undefined) return seeOther('/settings')
    if (needsApiAccess && !gate.get().apiAccess) return accessDenied('This workspace has no API access.')
    if (!roles.includes(visit.person.role)) {
      return accessDenied(
        `This page is for ${roles.length === 1 ? 'the role' : 'the roles'} ${roles.join(', ')}. ${visit.person.name} is ${visit.person.role}.`,
      )
    }
    return visit
  }
  return {
    open: (entry, show) => (c) => {
      const admitted = admit(c, entry)
      return admitted instanceof Response ? admitted : show(c, admitted)
    },
    take: (entry, act) => async (c) => {
      const admitted = admit(c, entry)
      if (admitted instanceof Response) return admitted
      const form = await readPageForm(c)
      if (form instanceof Response) return form
      if (!isOurForm(admitted, form.get('form_token'))) return accessDenied('The form is out of date: open the page again, then send it.')
      return act(c, admitted, form)
    },
  }
}
