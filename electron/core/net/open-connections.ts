import type { Dispatcher } from 'undici'
import { createServiceDispatcher } from './create-dispatcher.ts'
import type { Network, NetworkPort } from './network-port.ts'
import { createReachability } from './reachability.ts'

/** The way to services: connections for requests, and others for asking whether anything answers at all. */
export type Connections = { readonly dispatcher: Dispatcher; readonly reachability: ReturnType<typeof createReachability> }

/** The host's ports for the network. */
export type NetworkPorts = {
  /** Absent: directly. */
  readonly network?: NetworkPort
  /** `openConnections` below, or what a test has in its place. */
  readonly openConnections: (network: Network) => Connections
}

/** Real connections; for composition roots. */
export const openConnections = (network: Network): Connections => ({
  dispatcher: createServiceDispatcher({ network }),
  reachability: createReachability({ network }),
})
