/** Why no connection could be made or kept, by the system's, TLS's or undici's code. */

const certificateCodes =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET|DECRYPT|DECODE)|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|ERROR_IN_CERT)/

export const isCertificateCode = (code: string): boolean => certificateCodes.test(code)

export const isTlsCode = (code: string): boolean => /^(EPROTO$|ERR_SSL_|ERR_TLS_)/.test(code)

const neverSentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** True if the code shows that no byte of a request was sent. */
export const isNeverSent = (code: string | null): boolean => code !== null && (neverSentCodes.has(code) || isCertificateCode(code))
