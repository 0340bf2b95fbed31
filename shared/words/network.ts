/** Why no connection could be made or kept, by the system's, TLS's or undici's code; said in plain words, never as the code itself. */
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

const certificate =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET|DECRYPT|DECODE)|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|ERROR_IN_CERT)/
const tls = /^(EPROTO$|ERR_SSL_|ERR_TLS_)/

/** The end of a sentence: “… can’t be reached: nothing answers there”. */
export const whyUnreachable = (code: string | undefined): string => {
  if (code === undefined) return 'the connection failed'
  const known = reasons[code]
  if (known !== undefined) return known
  if (certificate.test(code)) return 'its certificate is not trusted'
  if (tls.test(code)) return 'no secure connection could be made'
  return code.startsWith('HPE_') ? 'the server there does not speak HTTP' : 'the connection failed'
}

/** True if the code shows that no byte of a request was sent. */
export const isNeverSent = (code: string | undefined): boolean =>
  code !== undefined &&
  (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(code) ||
    certificate.test(code))

/** Advice for an address where nothing is, or nobody knows of it: it may simply be wrong. */
export const adviseUnreachable = (code: string | undefined): string | undefined =>
  code === 'ECONNREFUSED' || code === 'ENOTFOUND'
    ? 'Check the network. If other sites work, check the workspace’s address in Settings or with “packshot connection”.'
    : undefined

/** A port that web clients refuse to use (Fetch standard, "port blocking"). */
export const sayBlockedPort = (host: string): { readonly message: string; readonly action: string } => ({
  message: `The port in ${host} is blocked for web addresses. Nothing was sent.`,
  action: 'Use an address with another port, or ask the workspace’s admin for one.',
})
