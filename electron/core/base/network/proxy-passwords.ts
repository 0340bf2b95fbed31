import { z } from 'zod'
import { AppError } from '../../../../shared/base/errors.ts'
import type { SecretStore } from '../keychain/secret-store.ts'

const kept = z.object({ user: z.string(), password: z.string() })
export type ProxyPassword = z.infer<typeof kept>

/** User name and password of a proxy, by its `host:port`; null if none are saved. */
export type FindProxyPassword = (host: string) => Promise<ProxyPassword | null>

const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'socks5:': '1080' }

/** A proxy's `host:port`, the port also where its URL leaves it out; `''` where it is no URL. */
export const proxyHost = (uri: string): string => {
  if (!URL.canParse(uri)) return ''
  const { protocol, hostname, port } = new URL(uri)
  return `${hostname}:${port || (ports[protocol] ?? '80')}`
}

/** Throws AppError `usage`. */
const nameOf = (host: string): string => {
  if (!/^([a-z0-9._-]{1,253}|\[[0-9a-f:.]+\]):\d{1,5}$/i.test(host))
    throw new AppError('usage', { kind: 'proxy-name-unusable' }, { kept: 'nothing-changed' })
  return `proxy/${host.toLowerCase()}`
}

/** A name with a colon can't be said in Basic (RFC 7617, 2); control characters can't be sent. Throws AppError `usage`. */
const checkWords = ({ user, password }: ProxyPassword): void => {
  if (user === '' || user.length > 500 || /[:\p{Cc}]/u.test(user))
    throw new AppError('usage', { kind: 'proxy-user-unusable' }, { kept: 'nothing-changed' })
  if (password.length > 4_000 || /\p{Cc}/u.test(password))
    throw new AppError('usage', { kind: 'proxy-password-unusable' }, { kept: 'nothing-changed' })
}

/** Names and passwords for proxies, in the keychain by `host:port`. */
export const createProxyPasswords = (getSecrets: () => Promise<{ readonly store: SecretStore }>) => {
  const find: FindProxyPassword = async (host) => {
    try {
      const text = await (await getSecrets()).store.get(nameOf(host))
      return text === null ? null : kept.parse(JSON.parse(text))
    } catch {
      return null
    }
  }
  const check = (host: string, value: ProxyPassword | null): void => {
    nameOf(host)
    if (value) checkWords(value)
  }
  return {
    find,
    /** Throws AppError `usage`. */
    check,
    /** `null` forgets it. Throws AppError `usage`, and as the keychain does. */
    set: async (host: string, value: ProxyPassword | null): Promise<void> => {
      check(host, value)
      const { store } = await getSecrets()
      if (value === null) await store.delete(nameOf(host))
      else await store.set(nameOf(host), JSON.stringify(value))
    },
  }
}
