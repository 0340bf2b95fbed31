import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { adviseUnreachable } from '../../../shared/words/network.ts'
import { explainProxy } from '../net/explain-proxy.ts'
import type { Answer } from '../net/send-request.ts'
import { adviseRefusal, type Subject } from './advise-refusal.ts'
import { parseRetryAfter } from './parse-retry-after.ts'
import { looksLikeHtml, quoteWords } from './quote-words.ts'
import { parseJson, readAnalysis } from './read-answer.ts'
import { readErrorWords } from './read-error-words.ts'
import { readHtmlWords } from './read-html-words.ts'

type MapContext = {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Never quoted. */
  readonly secrets: readonly string[]
  /** What a 404 is about: the product that was named, or an address of the connection. */
  readonly names: 'product' | 'address'
  readonly subject: Subject
  /** The credential was renewed a moment ago, because an earlier one had got a 401. */
  readonly isRenewed: boolean
}

const kept = 'The work is kept.'

const codeOf = (status: number): ErrorCode => {
  if (status >= 500) return 'service-failed'
  switch (status) {
    case 401:
      return 'unauthorized'
    case 402:
      return 'payment-required'
    case 403:
      return 'not-allowed'
    case 404:
      return 'not-found'
    case 408:
      return 'timeout'
    case 413:
      return 'too-large'
    case 429:
      return 'rate-limited'
    default:
      return 'rejected'
  }
}

const whatHappened = (status: number, names: MapContext['names']): string => {
  if (status === 503) return 'The service is not available at the moment'
  if (status >= 500) return 'The service failed'
  switch (status) {
    case 401:
      return 'The service did not accept the sign-in'
    case 402:
      return 'The workspace’s plan does not include this'
    case 403:
      return 'The workspace does not allow this'
    case 404:
      return names === 'product' ? 'The service does not know this product' : 'The service has nothing at this address'
    case 408:
      return 'The service waited too long for the request'
    case 413:
      return 'This is too large for the service'
    case 429:
      return 'The service asks for fewer requests'
    default:
      return 'The service refused this'
  }
}

/** An answer of 4xx or 5xx as an error: what happened, the service's own words, and that the work was kept. */
export const mapStatus = (answer: Answer, { now, secrets, names, subject, isRenewed }: MapContext): AppError => {
  const { status } = answer
  const words = readErrorWords(answer.text, secrets)
  const retryAfterMs = status === 429 || status >= 500 ? parseRetryAfter(answer.retryAfter, now, answer.date) : undefined
  const advice = adviseRefusal(answer, subject, isRenewed)
  const said = words === '' ? '' : `: “${words.replace(/\.$/, '')}”`
  return new AppError(codeOf(status), `${whatHappened(status, names)} (${status})${said}. ${kept}`, {
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(advice === undefined ? {} : { action: advice }),
    ...(status === 404 && names === 'address' ? { action: 'Check the workspace’s address and paths, then retry.' } : {}),
  })
}

const whatIsOdd = (text: string, status: number, lacks: string | null): string => {
  if (looksLikeHtml(text)) return `A web page answered (${status})`
  const json = parseJson(text)
  if (lacks === null || typeof json !== 'object') return `The service’s answer cannot be read (${status})`
  return lacks === 'analysis' && readAnalysis(json) === ''
    ? `The service’s answer (${status}) has an empty “analysis”`
    : `The service’s answer (${status}) has no “${lacks}”`
}

/** `lacks`: the field that should be in it. `keptAs`: the file that holds the whole answer (keep-odd-answer.ts). */
type UnreadableContext = { readonly secrets: readonly string[]; readonly lacks: string | null; readonly keptAs: string | undefined }

/** An answer that is not one of the service's: a page, a redirect, or a 2xx without what was asked for. */
export const mapUnreadable = ({ status, text, location }: Answer, { secrets, lacks, keptAs }: UnreadableContext): AppError => {
  if (status >= 300 && status < 400) {
    const target = location !== undefined && URL.canParse(location) ? new URL(location).origin : undefined
    return new AppError(
      'bad-answer',
      `The address sends requests elsewhere (${status}${target === undefined ? '' : `, to ${target}`}). ${kept}`,
      {
        status,
      },
    )
  }
  if (text.trim() === '') return new AppError('odd-answer', `The service’s answer (${status}) is empty. ${kept}`, { status })
  const isPage = looksLikeHtml(text)
  const words = quoteWords(isPage ? readHtmlWords(text) : text, 200, secrets)
  const seeFile = keptAs === undefined ? '' : ` The whole answer is in ${keptAs}, in the data folder.`
  const message = `${whatIsOdd(text, status, lacks)}: “${words}”.${seeFile} ${kept}`
  return new AppError(isPage ? 'bad-answer' : 'odd-answer', message, { status })
}

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

const networkWords: Readonly<Record<string, string>> = {
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

const certificateCodes =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET|DECRYPT|DECODE)|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|ERROR_IN_CERT)/
const tlsCodes = /^(EPROTO$|ERR_SSL_|ERR_TLS_)/

/** The first system, TLS or undici code in the error, its causes, or the tries that it gathers. */
export const findNetworkCode = (error: unknown, depth = 0): string | undefined => {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown }
  if (typeof code === 'string' && code !== '') return code
  return findNetworkCode(cause, depth + 1) ?? (Array.isArray(errors) ? findNetworkCode(errors[0], depth + 1) : undefined)
}

/** undici's parser gave up; where it missed the end of the answer, the connection was merely cut. */
const isForeignProtocol = (error: unknown): boolean =>
  error instanceof Error && error.name === 'HTTPParserError' && !/\bEOF\b/.test(error.message)

/** A request that got no complete answer: `offline`, `timeout`, or `bad-answer` where what answers does not speak HTTP. */
export const mapNetworkError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const refused = explainProxy(error)
  if (refused !== undefined) return refused
  const code = findNetworkCode(error) ?? (error instanceof Error ? error.name : 'unknown')
  const options = { cause: error }
  if (timeoutCodes.has(code)) return new AppError('timeout', `The service did not answer in time. ${kept}`, options)
  if (certificateCodes.test(code)) {
    return new AppError('offline', `The workspace’s certificate is not trusted (${code}), so nothing was sent. ${kept}`, {
      ...options,
      action: 'Check the address, the network and this computer’s clock, or ask the workspace’s admin about its certificate.',
    })
  }
  if (tlsCodes.test(code))
    return new AppError('offline', `No secure connection (TLS, certificate) could be made (${code}). ${kept}`, options)
  if (isForeignProtocol(error) || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new AppError('bad-answer', `The server at the workspace’s address does not speak HTTP correctly. ${kept}`, options)
  }
  // What undici or Node refuses to send is a fault of ours (or an unusable API key), not of the network.
  if (code === 'UND_ERR_INVALID_ARG' || code.startsWith('ERR_INVALID') || code === 'TypeError') {
    return new AppError('internal', `The request could not be made (${code}). ${kept}`, options)
  }
  const advice = adviseUnreachable(code)
  return new AppError('offline', `${networkWords[code] ?? 'The connection failed'}. ${kept}`, {
    ...options,
    ...(advice === undefined ? {} : { action: advice }),
    facts: { networkCode: code },
  })
}
