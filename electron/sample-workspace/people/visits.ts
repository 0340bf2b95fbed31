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
  /** Has this browser been let in? */
  readonly isLetIn: (c: AppContext) => boolean
  /** The visit that the request's cookie names, once a person has been chosen. */
  readonly of: (c: AppContext) => Visit | undefined
  /** Lets a browser in; the value of its `Set-Cookie` header. */
  readonly letIn: () => string
  /** A new visit in place of the one before, as this person; the value of its `Set-Cookie` header. */
  readonly choose: (c: AppContext, person: Person) => string
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
 * Who is using the pages. Packshot lets a browser in (entrance.ts); then its user may try every role of a sample workspace, without a
 * password. The cookie is SameSite=Strict, so that no other site can act with it.
 */
export const createVisits = (people: People): Visits => {
  const visits = new Map<string, { readonly personId: string | null; readonly formToken: string }>()
  const keyOf = (c: AppContext): string => hashSecret(readCookie(c) ?? '')
  const begin = (personId: string | null): string => {
    const secret = makeSecret('visit')
    visits.set(hashSecret(secret), { personId, formToken: makeSecret('visit') })
    for (const oldest of visits.keys()) if (visits.size > mostVisits) visits.delete(oldest)
    return `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict`
  }
  return {
    isLetIn: (c) => visits.has(keyOf(c)),
    of: (c) => {
      const visit = visits.get(keyOf(c))
      const person = visit && people.find(visit.personId ?? '')
      return visit && person ? { person, formToken: visit.formToken } : undefined
    },
    letIn: () => begin(null),
    choose: (c, person) => {
      visits.delete(keyOf(c))
      return begin(person.id)
    },
  }
}
