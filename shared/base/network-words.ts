import { isCertificateCode, isTlsCode } from './network-codes.ts'
import type { AddressRule } from './network-failures.ts'

/** Why no connection could be made or kept, by error code of the system, TLS or undici; in plain words, never the code itself. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such address',
  EAI_AGAIN: 'the address can’t be looked up at the moment',
  ENETUNREACH: 'this computer has no network',
  ENETDOWN: 'this computer has no network',
  EHOSTUNREACH: 'the network can’t reach it',
  ETIMEDOUT: 'it didn’t answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it didn’t answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'it didn’t answer in time',
  UND_ERR_BODY_TIMEOUT: 'it didn’t finish its answer in time',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_DESTROYED: 'the connection was closed on this computer',
  UND_ERR_CLOSED: 'the connection was closed on this computer',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  CERT_HAS_EXPIRED: 'its certificate has expired',
}

/** The end of a sentence: “… can’t be reached: nothing answers there”. */
export const whyUnreachable = (code: string | null): string => {
  if (code === null) return 'the connection failed'
  const known = reasons[code]
  if (known !== undefined) return known
  if (isCertificateCode(code)) return 'its certificate is not trusted'
  if (isTlsCode(code)) return 'no secure connection could be made'
  return code.startsWith('HPE_') ? 'the server there does not speak HTTP' : 'the connection failed'
}

const noAnswer: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at the workspace’s address',
  ENOTFOUND: 'The workspace’s address was not found',
  EAI_AGAIN: 'The workspace’s address cannot be looked up at the moment',
  ENETUNREACH: 'The network cannot be reached',
  ENETDOWN: 'The network is down',
  ETIMEDOUT: 'The workspace could not be reached in time',
  UND_ERR_CONNECT_TIMEOUT: 'The workspace could not be reached in time',
  EHOSTUNREACH: 'The workspace cannot be reached',
  UND_ERR_DESTROYED: 'The connection was closed on this computer',
  UND_ERR_CLOSED: 'The connection was closed on this computer',
  UND_ERR_SOCKET: 'The connection was cut before an answer came',
  ECONNRESET: 'The connection was cut before an answer came',
  EPIPE: 'The connection was cut before an answer came',
}

/** The same of a job's request, as a sentence without its full stop. */
export const noAnswerWords = (code: string): string => noAnswer[code] ?? 'The connection failed'

/** Advice for an unknown host or a refused connection: the address may be wrong. */
export const adviseUnreachable = (code: string | null): string | undefined =>
  code === 'ECONNREFUSED' || code === 'ENOTFOUND'
    ? 'Check the network. If other sites work, check the workspace’s address in Settings or with “packshot connection”.'
    : undefined

const addressRules: Readonly<Record<AddressRule, string>> = {
  blanks: 'it is empty or has blanks inside',
  'https-first': 'it must begin with https://',
  'no-address': 'it is not an address',
  'no-user': 'it must not contain a user name or a password',
  'https-only': 'it must use https; http is for this computer only',
  'no-query': 'it must not contain “?” or “#”',
}

/** A sentence without its full stop. */
export const unusableAddressWords = (address: string, rule: AddressRule): string =>
  `“${address}” can’t be a workspace’s address: ${addressRules[rule]}`
