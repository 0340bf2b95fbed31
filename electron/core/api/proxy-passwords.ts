import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { FindProxyPassword } from './proxied-dispatcher.ts'

const kept = z.object({ user: z.string(), password: z.string() })

const nameOf = (host: string): string => `proxy/${host.toLowerCase()}`

/** Names and passwords for proxies, in the keychain by `host:port`. */
export const createProxyPasswords = (getSecrets: () => Promise<{ readonly store: SecretStore }>) => {
  const find: FindProxyPassword = async (host) => {
    const text = await (await getSecrets()).store.get(nameOf(host)).catch(() => null)
    try {
      return text === null ? null : kept.parse(JSON.parse(text))
    } catch {
      return null
    }
  }
  return {
    find,
    /** `null` forgets it. Throws AppError `usage` where `host` is not `host:port`, and as the keychain does. */
    set: async (host: string, value: z.infer<typeof kept> | null): Promise<void> => {
      if (!/^[a-z0-9.-]+:\d{1,5}$/i.test(host)) throw new AppError('usage', 'A proxy is named as host:port, such as proxy.example:8080.')
      const { store } = await getSecrets()
      if (value === null) await store.delete(nameOf(host))
      else await store.set(nameOf(host), JSON.stringify(value))
    },
  }
}
