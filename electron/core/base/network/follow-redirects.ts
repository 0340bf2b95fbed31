import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { Agent, type Dispatcher, fetch, interceptors, type Response } from 'undici'
import { AppError } from '../../../../shared/base/errors.ts'
import { isInsideAddress, isInsideHost, isNetworkAddress } from './inside-addresses.ts'
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
  /** Where it may lead; absent: anywhere on the web. */
  readonly isAllowed?: (url: URL) => boolean
}

const leadsInside = (url: string, to: string): AppError =>
  new AppError('rejected', { kind: 'leads-inside', address: url, to }, { kept: 'nothing-added' })

const leadsNowhere = (url: string): AppError => new AppError('rejected', { kind: 'leads-nowhere', address: url }, { kept: 'nothing-added' })

/** Where this origin's names are looked up on this computer; `null`: by a proxy, which answers for where it connects to. */
const findDirect = async (dispatcher: Dispatcher, origin: string): Promise<Dispatcher | null> => {
  if (dispatcher instanceof ProxiedDispatcher) return dispatcher.findDirect(origin)
  return dispatcher instanceof Agent ? dispatcher : null
}

/**
 * Connects to exactly the checked addresses: a second lookup of a name may lead elsewhere (DNS rebinding). `ownHost`: the host that a person
 * named may be a server of their organization.
 */
const pinTo = (direct: Dispatcher, url: string, ownHost: string, resolveHost: ResolveHost): Dispatcher =>
  direct.compose(
    interceptors.dns({
      lookup: ({ hostname }, _options, done) => {
        resolveHost(hostname).then(
          (found) => {
            const isRefused = (address: string): boolean => isInsideAddress(address) && !(hostname === ownHost && isNetworkAddress(address))
            if (found.some(({ address }) => isRefused(address))) done(leadsInside(url, hostname), [])
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

/**
 * GETs an address and follows where it leads. It is never followed into this computer or a private network, by any name or address, unless a
 * person named an address in there, as one can see by its spelling. A name may be that of the organization's own server; whoever made the name
 * decides where it leads, so that goes for this host only, and never for this computer. Throws AppError `rejected`, or as `fetch` does.
 */
export const followRedirects = async (
  url: string,
  { dispatcher, signal, headers, resolveHost = resolveBySystem, isAllowed = () => true }: Options,
): Promise<Response> => {
  let next = new URL(url)
  const ownHost = next.hostname
  const isFree = isInsideHost(ownHost)
  for (let count = 0; count <= mostRedirects; count++) {
    if (!isFree && isInsideHost(next.hostname)) throw leadsInside(url, next.host)
    const direct = isFree ? null : await findDirect(dispatcher, next.origin)
    const way = direct === null ? dispatcher : pinTo(direct, url, ownHost, resolveHost)
    const answer = await fetch(next.href, { dispatcher: way, signal, headers, redirect: 'manual' })
    const location = answer.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return answer
    void answer.body?.cancel().catch(() => {})
    if (!URL.canParse(location, next.href)) throw leadsNowhere(url)
    next = new URL(location, next)
    if ((next.protocol !== 'http:' && next.protocol !== 'https:') || !isAllowed(next)) throw leadsNowhere(url)
  }
  throw leadsNowhere(url)
}
