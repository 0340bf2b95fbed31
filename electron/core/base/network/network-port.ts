import type { FindProxy } from './proxied-dispatcher.ts'
import type { FindProxyPassword } from './proxy-passwords.ts'

/** How requests find a proxy: by environment variables, or from the system for each address (a PAC-style list). */
export type NetworkPort = (
  | { readonly kind: 'environment'; readonly variables: Readonly<Record<string, string | undefined>> }
  | { readonly kind: 'system'; readonly resolveProxy: (url: string) => Promise<string> }
) & {
  /**
   * Called before a connection that may use TLS or a proxy, which waits until it resolves, e.g. while the system's certificates are read.
   * It may begin that only when it is called first. Never rejects.
   */
  readonly ready?: () => Promise<unknown>
}

/** The same, as a dispatcher needs it. */
export type Network =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'proxied'
      readonly ready: () => Promise<unknown>
      readonly findProxy: FindProxy
      readonly findPassword: FindProxyPassword
      readonly now: () => number
    }
