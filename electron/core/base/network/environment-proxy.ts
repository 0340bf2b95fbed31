type Variables = Readonly<Record<string, string | undefined>>

/** `host`, `.host`, `*.host`, `host:port`, `*`: which hosts an entry of NO_PROXY names. */
const isNamed = (entry: string, { hostname, port, protocol }: URL): boolean => {
  const found = /^\[(.+)\](?::(\d+))?$/.exec(entry) ?? /^([^:]*):(\d+)$/.exec(entry)
  const name = (found?.[1] ?? entry).toLowerCase()
  const at = port || (protocol === 'https:' ? '443' : '80')
  if (found?.[2] !== undefined && found[2] !== at) return false
  if (name === '*') return true
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const suffix = name.replace(/^\*?\./, '')
  return suffix !== '' && ((host === suffix && !name.startsWith('*.')) || host.endsWith(`.${suffix}`))
}

/**
 * The proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY (small letters first) name for an address, as a URL; null: none. For https without
 * HTTPS_PROXY that of HTTP_PROXY. A proxy may be written as `host:port`.
 */
export const findEnvironmentProxy = (variables: Variables, address: string): string | null => {
  const read = (name: string): string => (variables[name.toLowerCase()] ?? variables[name] ?? '').trim()
  const url = new URL(address)
  const named = (url.protocol === 'https:' && read('HTTPS_PROXY')) || read('HTTP_PROXY')
  const entries = read('NO_PROXY').split(/[,\s]+/)
  if (named === '' || entries.some((entry) => entry !== '' && isNamed(entry, url))) return null
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`
}
