import { Agent, type Dispatcher } from 'undici'
import { findEnvironmentProxy } from './environment-proxy.ts'
import type { Network, NetworkPort } from './network-port.ts'
import { type FindProxy, ProxiedDispatcher, readProxyList } from './proxied-dispatcher.ts'
import type { FindProxyPassword } from './proxy-passwords.ts'

type Options = { readonly connections?: number; readonly connectMs?: number; readonly network?: Network }

/**
 * The keep-alive connections to services. HTTP/1.1, one request at a time on each of at most `connections` connections to an origin:
 * an attempt's fate then depends on its own connection only. Close it when the core stops.
 */
export const createServiceDispatcher = ({
  connections = 32,
  connectMs = 10_000,
  network = { kind: 'direct' },
}: Options = {}): Dispatcher => {
  const options: Agent.Options = {
    connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
    // The system asks a peer that is silent whether it is there; undici's own minute would be noticed too late.
    connect: { timeout: connectMs, keepAlive: true, keepAliveInitialDelay: 10_000 },
  }
  switch (network.kind) {
    case 'direct':
      return new Agent(options)
    case 'proxied':
      return new ProxiedDispatcher({ ...network, options })
  }
}

const proxyFinder =
  (network: NetworkPort): FindProxy =>
  async (address) =>
    network.kind === 'environment' ? findEnvironmentProxy(network.variables, address) : readProxyList(await network.resolveProxy(address))

const isReady = async (): Promise<void> => {}

/** A host's port as the core uses it; passwords come from the keychain where the way itself names none. */
export const toNetwork = (
  { network, clock }: { readonly network?: NetworkPort } & { readonly clock: { readonly now: () => number } },
  findPassword: FindProxyPassword,
): Network =>
  network === undefined
    ? { kind: 'direct' }
    : { kind: 'proxied', ready: network.ready ?? isReady, findProxy: proxyFinder(network), findPassword, now: clock.now }

/** The network or a password changed: every route is looked up again. */
export const forgetRoutes = (dispatcher: Dispatcher): void => {
  if (dispatcher instanceof ProxiedDispatcher) dispatcher.forgetRoutes()
}
