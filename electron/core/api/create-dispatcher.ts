import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'
import type { CorePorts } from '../ports.ts'
import { type FindProxyPassword, ProxiedDispatcher, type ResolveProxy } from './proxied-dispatcher.ts'

/** How requests find their way out. `environment`: by HTTPS_PROXY, HTTP_PROXY and NO_PROXY. `system`: as the host's system says (PAC too). */
export type Network =
  | { readonly kind: 'direct' }
  | { readonly kind: 'environment'; readonly variables: Readonly<Record<string, string | undefined>> }
  | { readonly kind: 'system'; readonly resolveProxy: ResolveProxy; readonly findPassword: FindProxyPassword; readonly now: () => number }

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
    case 'environment':
      return new EnvHttpProxyAgent({ ...options, ...readVariables(network.variables) })
    case 'system':
      return new ProxiedDispatcher({ ...network, options })
  }
}

/** A host's port as the core uses it; passwords come from the keychain. */
export const toNetwork = ({ network, clock }: Pick<CorePorts, 'network' | 'clock'>, findPassword: FindProxyPassword): Network => {
  if (network === undefined) return { kind: 'direct' }
  return network.kind === 'system' ? { ...network, findPassword, now: clock.now } : network
}

/** This computer's own addresses never go through a proxy: the sample workspace is there, and the answers of sign-ins. */
const readVariables = (variables: Readonly<Record<string, string | undefined>>) => {
  const read = (name: string): string => variables[name.toLowerCase()] ?? variables[name] ?? ''
  const noProxy = [read('NO_PROXY'), 'localhost', '127.0.0.1', '::1'].filter((one) => one !== '').join(',')
  return { httpProxy: read('HTTP_PROXY'), httpsProxy: read('HTTPS_PROXY'), noProxy }
}
