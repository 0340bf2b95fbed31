import { type Dispatcher, ProxyAgent } from 'undici'
import { AppError } from '../../../../shared/base/errors.ts'
import type { ProxyView } from '../../../../shared/contract.ts'
import type { Clock } from '../platform/clock.ts'
import { forgetRoutes, toNetwork } from './create-dispatcher.ts'
import { explainProxy } from './explain-proxy.ts'
import { isLoopbackHost } from './normalise-base-url.ts'
import type { NetworkPorts } from './open-connections.ts'
import { type AskingProxy, hasPassword, ProxiedDispatcher, withPassword } from './proxied-dispatcher.ts'
import { createProxyPasswords, type ProxyPassword, proxyHost } from './proxy-passwords.ts'

const tryMs = 10_000

/**
 * Requests a connection through a proxy with user name and password. Throws AppError `proxy-password` if it rejects them. Any other failure proves nothing
 * about them.
 */
const tryProxyPassword = async (way: { readonly uri: string; readonly origin: string }, value: ProxyPassword): Promise<void> => {
  const agent = new ProxyAgent({ uri: withPassword(way.uri, value), connect: { timeout: tryMs } })
  try {
    const answer = await agent.request({ origin: way.origin, path: '/', method: 'HEAD', signal: AbortSignal.timeout(tryMs) })
    await answer.body.dump()
  } catch (error) {
    if (explainProxy(error)?.code !== 'proxy-password') return
    throw new AppError(
      'proxy-password',
      { kind: 'proxy-password-wrong', proxy: proxyHost(way.uri) },
      { kept: 'nothing-changed', cause: error },
    )
  } finally {
    await agent.destroy().catch(() => {})
  }
}

export type Proxies = {
  /** The proxy that asked last, else the one on the way to this address, if any. Never rejects. */
  readonly describe: (address: string | null) => Promise<ProxyView>
  /** Keeps a password, or forgets it; tried first on the way to where it was asked for, or to this address. */
  readonly set: (host: string, value: ProxyPassword | null, address: string | null) => Promise<void>
}

const askingOf = (dispatcher: Dispatcher): AskingProxy | null => (dispatcher instanceof ProxiedDispatcher ? dispatcher.askingProxy() : null)

/** The network: connections through the system's proxies, and a reachability check for silent ones. */
export const openNetwork = (ports: NetworkPorts & { readonly clock: Clock }, getSecrets: Parameters<typeof createProxyPasswords>[0]) => {
  const passwords = createProxyPasswords(getSecrets)
  const network = toNetwork(ports, passwords.find)
  const { dispatcher, reachability } = ports.openConnections(network)

  /** The proxy in question, as its URL, and the target behind it. */
  const findWay = async (address: string | null): Promise<{ readonly uri: string; readonly origin: string } | null> => {
    const asking = askingOf(dispatcher)
    if (asking) return asking
    if (address === null || network.kind === 'direct') return null
    const { origin, hostname } = new URL(address)
    if (isLoopbackHost(hostname)) return null
    const uri = await network.findProxy(origin).catch(() => null)
    return uri === null ? null : { uri, origin }
  }

  const proxies: Proxies = {
    describe: async (address) => {
      const way = await findWay(address)
      const asks = askingOf(dispatcher) !== null
      if (!way) return { host: null, asks, password: 'none' }
      const host = proxyHost(way.uri)
      const kept = (await passwords.find(host)) === null ? 'none' : 'kept'
      return { host, asks, password: hasPassword(way.uri) ? 'environment' : kept }
    },
    set: async (host, value, address) => {
      passwords.check(host, value)
      const way = await findWay(address)
      if (value && way && proxyHost(way.uri) === host.toLowerCase()) await tryProxyPassword(way, value)
      await passwords.set(host, value)
      forgetRoutes(dispatcher)
      reachability.forgetRoutes()
    },
  }
  return {
    dispatcher,
    isReachable: reachability.isReachable,
    proxies,
    findProxyPassword: passwords.find,
    /** Ends every connection at once without waiting, especially not for a lost network. */
    close: async (): Promise<void> => {
      await Promise.all([dispatcher.destroy().catch(() => {}), reachability.stop()])
    },
  }
}
