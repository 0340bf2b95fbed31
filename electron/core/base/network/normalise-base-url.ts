import { AppError } from '../../../../shared/base/errors.ts'
import type { AddressRule } from '../../../../shared/base/network-failures.ts'
import { trimEndOf } from '../../../../shared/base/trim-end.ts'

/** True for this computer: 127.0.0.0/8, ::1 and localhost, as the URL parser spells them. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

/** https anywhere, http on this computer only. */
export const isAllowedAddress = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))

const refuse = (text: string, rule: AddressRule): AppError =>
  new AppError('invalid-address', { kind: 'address-unusable', address: text.slice(0, 200), rule })

const withoutVersion = (path: string): string => {
  const plain = trimEndOf(path, '/')
  return plain.endsWith('/v1') ? withoutVersion(plain.slice(0, -'/v1'.length)) : plain
}

/**
 * Normalizes a workspace's address for storage: no slash at the end and no `/v1`, with which every path of the service begins.
 * Throws AppError `invalid-address`.
 */
export const normaliseBaseUrl = (input: string): string => {
  const text = input.trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the URL parser drops some of these silently
  if (text === '' || /[\s\u0000-\u001f\u007f]/.test(text)) throw refuse(text.replace(/\s+/g, ' '), 'blanks')
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) throw refuse(text, 'https-first')
  if (!URL.canParse(text)) throw refuse(text, 'no-address')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') throw refuse(`${url.protocol}//${url.host}`, 'no-user')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(text, 'https-first')
  if (!isAllowedAddress(url)) throw refuse(text, 'https-only')
  if (/[?#]/.test(text)) throw refuse(text, 'no-query')
  return url.origin + withoutVersion(url.pathname)
}
