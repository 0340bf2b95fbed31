import type { AppContext } from '../exchange.ts'
import { hashSecret, makeSecret, matchesHash } from '../secrets.ts'
import type { People, Person } from './people.ts'

/** A browser whose user has been chosen. */
export type Visit = {
  readonly person: Person
  /** Every form of the pages carries it: another site cannot know it. */
  readonly formToken: string
}

export type Visits = {
  /** The visit that the request's cookie names. */
  readonly of: (c: AppContext) => Visit | undefined
  /** Begins a visit; the value of its `Set-Cookie` header. */
  readonly begin: (person: Person) => string
  readonly end: (c: AppContext) => void
}

const cookieName = 'workspace_visit'
/** Visits are kept in memory; the oldest goes first. */
const mostVisits = 1000

const readCookie = (c: AppContext): string | undefined =>
  (c.env.incoming.headers.cookie ?? '')
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)

/** A form is ours if it carries the visit's token (compared in constant time). */
export const isOurForm = (visit: Visit, given: string | undefined): boolean =>
  given !== undefined && matchesHash(given, hashSecret(visit.formToken))

/**
 * Who is using the pages. This is not a sign-in, and need not be: anyone on this computer may try every role of a sample workspace.
 * The cookie is SameSite=Strict, so that no other site can act with it.
 */
export const createVisits = (people: People): Visits => {
  const visits = new Map<string, { readonly personId: string; readonly formToken: string }>()
  return {
    of: (c) => {
      const cookie = readCookie(c)
      const visit = cookie === undefined ? undefined : visits.get(hashSecret(cookie))
      const person = visit && people.find(visit.personId)
      return visit && person ? { person, formToken: visit.formToken } : undefined
    },
    begin: (person) => {
      const secret = makeSecret('visit')
      visits.set(hashSecret(secret), { personId: person.id, formToken: makeSecret('visit') })
      for (const oldest of visits.keys()) if (visits.size > mostVisits) visits.delete(oldest)
      return `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict`
    },
    end: (c) => {
      const cookie = readCookie(c)
      if (cookie !== undefined) visits.delete(hashSecret(cookie))
    },
  }
}
