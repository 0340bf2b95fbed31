import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { Agent, type Dispatcher, fetch, interceptors, type Response } from 'undici'
import { AppError } from '../../../shared/errors.ts'
import { isInsideAddress, isInsideHost } from './inside-addresses.ts'
import { ProxiedDispatcher } from './proxied-dispatcher.ts'

/** All addresses of a name; rejects as the system does. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>

const resolveBySystem: ResolveHost = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

/** As many as browsers follow. */
const mostRedirects = 20

type Options = {
  readonly dispatcher: Dispatcher
  readonly signal: AbortSignal
  readonly headers: Readonly<Record<string, string>>
  readonly resolveHost?: ResolveHost
}

const leadsInside = (url: string, to: string): AppError =>
  new AppError('rejected', { kind: 'leads-inside', address: url, to }, { kept: 'nothing-added' })

const leadsNowhere = (url: string): AppError => new AppError('rejected', { kind: 'leads-nowhere', address: url }, { kept: 'nothing-added' })

/** Where this origin's names are looked up on this computer; `null`: by a proxy, which answers for where it connects to. */
const findDirect = async (dispatcher: Dispatcher, origin: string): Promise<Dispatcher | null> => {
  if (dispatcher instanceof ProxiedDispatcher) return dispatcher.findDirect(origin)
  return dispatcher instanceof Agent ? dispatcher : null
}

/** Connects to exactly the checked addresses: a second lookup of a name may lead elsewhere (DNS rebinding). */
const pinTo = (direct: Dispatcher, url: string, resolveHost: ResolveHost): Dispatcher =>
  direct.compose(
    interceptors.dns({
      lookup: ({ hostname }, _options, done) => {
        resolveHost(hostname).then(
          (found) => {
            if (found.some(({ address }) => isInsideAddress(address))) done(leadsInside(url, hostname), [])
            else
              done(
                null,
                found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4, ttl: 10_000 })),
              )
          },
          (error: Error) => done(error as NodeJS.ErrnoException, []),
        )
      },
    }),
  )

/** Whether a person named an address in their own network: that is allowed, including its redirects. */
const isNamedInside = async ({ hostname, origin }: URL, dispatcher: Dispatcher, resolveHost: ResolveHost): Promise<boolean> => {
  if (isInsideHost(hostname)) return true
  if ((await findDirect(dispatcher, origin)) === null) return false
  const found = await resolveHost(hostname).catch(() => [])
  return found.some(({ address }) => isInsideAddress(address))
}

/**
 * GETs an address and follows where it leads. From an address of the web it is never followed into this computer or a private network,
 * by any name or address, unless a person named an address in there. Throws AppError `rejected`, or as `fetch` does.
 */
export const followRedirects = async (
  url: string,
  { dispatcher, signal, headers, resolveHost = resolveBySystem }: Options,
): Promise<Response> => {
  const isFree = await isNamedInside(new URL(url), dispatcher, resolveHost)
  let next = new URL(url)
  for (let count = 0; count <= mostRedirects; count++) {
    if (!isFree && isInsideHost(next.hostname)) throw leadsInside(url, next.host)
    const direct = isFree ? null : await findDirect(dispatcher, next.origin)
    const way = direct === null ? dispatcher : pinTo(direct, url, resolveHost)
    const answer = await fetch(next.href, { dispatcher: way, signal, headers, redirect: 'manual' })
    const location = answer.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return answer
    void answer.body?.cancel().catch(() => {})
    if (!URL.canParse(location, next.href)) throw leadsNowhere(url)
    next = new URL(location, next)
    if (next.protocol !== 'http:' && next.protocol !== 'https:') throw leadsNowhere(url)
  }
  throw leadsNowhere(url)
}
