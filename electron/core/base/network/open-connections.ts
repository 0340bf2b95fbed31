import type { Dispatcher } from 'undici'
import { createServiceDispatcher } from './create-dispatcher.ts'
import type { Network, NetworkPort } from './network-port.ts'
import { createReachability } from './reachability.ts'

/** Connections to services: some for requests, others to check whether a service can be reached. */
export type Connections = { readonly dispatcher: Dispatcher; readonly reachability: ReturnType<typeof createReachability> }

/** The host's ports for the network. */
export type NetworkPorts = {
  /** Absent: directly. */
  readonly network?: NetworkPort
  /** `openConnections` below, or a test's replacement. */
  readonly openConnections: (network: Network) => Connections
}

/** Real connections; for composition roots. */
export const openConnections = (network: Network): Connections => ({
  dispatcher: createServiceDispatcher({ network }),
  reachability: createReachability({ network }),
})
