import { createServiceDispatcher, toNetwork } from './api/create-dispatcher.ts'
import { ProxiedDispatcher } from './api/proxied-dispatcher.ts'
import { createProxyPasswords } from './api/proxy-passwords.ts'
import { createReachability } from './api/reachability.ts'
import type { CorePorts } from './ports.ts'

/** The way out: connections that go through the system's proxies, and a second look for when nothing moves on them. */
export const openNetwork = (ports: Pick<CorePorts, 'network' | 'clock'>, getSecrets: Parameters<typeof createProxyPasswords>[0]) => {
  const passwords = createProxyPasswords(getSecrets)
  const network = toNetwork(ports, passwords.find)
  const dispatcher = createServiceDispatcher({ network })
  const reachability = createReachability({ network })
  return {
    dispatcher,
    isReachable: reachability.isReachable,
    findProxyPassword: passwords.find,
    /** Keeps name and password for a proxy (`host:port`) in the keychain, or forgets them. */
    setProxyPassword: async (host: string, value: { readonly user: string; readonly password: string } | null): Promise<void> => {
      await passwords.set(host, value)
      if (dispatcher instanceof ProxiedDispatcher) dispatcher.forgetRoutes()
    },
    /** Ends every connection at once; nothing is waited for, least of all a network that is gone. */
    close: async (): Promise<void> => {
      await Promise.all([dispatcher.destroy().catch(() => {}), reachability.stop()])
    },
  }
}
