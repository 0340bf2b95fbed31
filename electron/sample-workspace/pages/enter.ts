import type { AppContext } from '../exchange.ts'
import type { Gate } from '../misbehaviour/switches.ts'
import { readParameters } from '../oauth/form.ts'
import type { Role } from '../people/people.ts'
import { isOurForm, type Visit, type Visits } from '../people/visits.ts'
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
