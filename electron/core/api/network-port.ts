import type { Network } from './create-dispatcher.ts'
import type { Connections } from './open-connections.ts'

/** How requests find their way out: by the environment's variables, or as the system says for each address (a PAC-style list). */
export type NetworkPort = (
  | { readonly kind: 'environment'; readonly variables: Readonly<Record<string, string | undefined>> }
  | { readonly kind: 'system'; readonly resolveProxy: (url: string) => Promise<string> }
) & {
  /** No connection is made before it resolves, e.g. while the system's certificates are read. Never rejects. */
  readonly ready?: Promise<unknown>
}

export type NetworkPorts = {
  /** Absent: directly. */
  readonly network?: NetworkPort
  /** The connections to services (open-connections.ts). */
  readonly openConnections: (network: Network) => Connections
}
