import type { Dispatcher } from 'undici'
import { createServiceDispatcher, type Network } from './create-dispatcher.ts'
import { createReachability } from './reachability.ts'

/** The way to services: connections for requests, and others for asking whether anything answers at all. */
export type Connections = { readonly dispatcher: Dispatcher; readonly reachability: ReturnType<typeof createReachability> }

/** Real connections; for composition roots. */
export const openConnections = (network: Network): Connections => ({
  dispatcher: createServiceDispatcher({ network }),
  reachability: createReachability({ network }),
})
