import type { IncomingMessage } from 'node:http'
import type { Entrance } from './entrance.ts'

/** A host's own address, known once it listens. Cookies are shared between ports, so the cookie's name includes the port. */
export type Address = { readonly host: string; readonly origin: string; readonly cookieName: string }

export const addressOf = (port: number): Address => ({
  host: `127.0.0.1:${port}`,
  origin: `http://127.0.0.1:${port}`,
  cookieName: `packshot-${port}`,
})

const readCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** False for requests by another host name (DNS rebinding) or from another origin. `changes`: an upgrade or a POST, which must name our origin. */
export const isFromOurOrigin = ({ headers }: IncomingMessage, address: Address, changes: boolean): boolean => {
  if (headers.host !== address.host) return false
  if (changes) return headers.origin === address.origin
  return headers.origin === undefined || headers.origin === address.origin
}

/** Requests of other sites' pages are refused even with the cookie; `none` is a person's direct navigation. */
const isOwnFetch = (site: string | string[] | undefined): boolean => site === undefined || site === 'same-origin' || site === 'none'

/** Our own page, in the browser that showed the secret. */
export const isAdmitted = (request: IncomingMessage, address: Address, entrance: Entrance, changes: boolean): boolean =>
  isFromOurOrigin(request, address, changes) &&
  isOwnFetch(request.headers['sec-fetch-site']) &&
  entrance.admits(readCookie(request.headers.cookie, address.cookieName))
