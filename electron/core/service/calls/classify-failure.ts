import { AppError, type ErrorCode } from '../../../../shared/base/errors.ts'
import { isCertificateCode, isTlsCode } from '../../../../shared/base/network-codes.ts'
import type { Subject } from '../../../../shared/service/service-failures.ts'
import { explainProxy } from '../../base/network/explain-proxy.ts'
import type { Answer } from '../../base/network/send-request.ts'
import { parseRetryAfter } from '../pace/parse-retry-after.ts'
import { looksLikeHtml, quoteWords } from './quote-words.ts'
import { parseJson, readAnalysis } from './read-answer.ts'
import { readErrorWords } from './read-error-words.ts'
import { readHtmlWords } from './read-html-words.ts'

type MapContext = {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Never quoted. */
  readonly secrets: readonly string[]
  /** The subject of a 404: the given product, or an address of the connection. */
  readonly names: 'product' | 'address'
  readonly subject: Subject
  /** The credential was renewed a moment ago, because an earlier one had got a 401. */
  readonly isRenewed: boolean
}

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

/** Where the service says itself that a scope is missing: RFC 6750 (3.1), in the header or in the body. */
const lacksScope = ({ status, text, challenge }: Answer): boolean =>
  (status === 401 || status === 403) && /\b(insufficient_scope|invalid_scope)\b/.test(`${challenge ?? ''} ${text.slice(0, 2_000)}`)

/** An answer of 4xx or 5xx as an error, with the service's own words. */
export const mapStatus = (answer: Answer, { now, secrets, names, subject, isRenewed }: MapContext): AppError => {
  const { status } = answer
  const said = readErrorWords(answer.text, secrets)
  const retryAfterMs = status === 429 || status >= 500 ? parseRetryAfter(answer.retryAfter, now, answer.date) : undefined
  return new AppError(
    codeOf(status),
    { kind: 'service-refused', status, said, names, subject, lacksScope: lacksScope(answer), isRenewed },
    { kept: 'work', status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
  )
}

const whatIsOdd = (text: string, lacks: string | null) => {
  if (looksLikeHtml(text)) return { shows: 'page', field: null } as const
  const json = parseJson(text)
  if (lacks === null || typeof json !== 'object') return { shows: 'unreadable', field: null } as const
  return { shows: lacks === 'analysis' && readAnalysis(json) === '' ? 'empty-field' : 'no-field', field: lacks } as const
}

/** `lacks`: the field that should be in it. `keptAs`: the file that holds the whole answer (keep-odd-answer.ts). */
type UnreadableContext = { readonly secrets: readonly string[]; readonly lacks: string | null; readonly keptAs: string | null | undefined }

/** An answer that is not from the service: a page, a redirect, or a 2xx without the requested content. */
export const mapUnreadable = ({ status, text, location }: Answer, { secrets, lacks, keptAs = null }: UnreadableContext): AppError => {
  const options = { kept: 'work', status } as const
  if (status >= 300 && status < 400) {
    const target = location !== undefined && URL.canParse(location) ? new URL(location).origin : null
    return new AppError('bad-answer', { kind: 'service-redirects', status, target }, options)
  }
  if (text.trim() === '') return new AppError('odd-answer', { kind: 'service-answer-empty', status }, options)
  const isPage = looksLikeHtml(text)
  const said = quoteWords(isPage ? readHtmlWords(text) : text, 200, secrets)
  const failure = { kind: 'service-answer-odd', status, said, keptAs, ...whatIsOdd(text, lacks) } as const
  return new AppError(isPage ? 'bad-answer' : 'odd-answer', failure, options)
}

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

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
  const networkCode = findNetworkCode(error) ?? (error instanceof Error ? error.name : 'unknown')
  const options = { kept: 'work', cause: error } as const
  if (timeoutCodes.has(networkCode)) return new AppError('timeout', { kind: 'no-answer-in-time' }, options)
  if (isCertificateCode(networkCode)) return new AppError('offline', { kind: 'certificate-untrusted', networkCode }, options)
  if (isTlsCode(networkCode)) return new AppError('offline', { kind: 'tls-failed', networkCode }, options)
  if (isForeignProtocol(error) || networkCode === 'UND_ERR_HEADERS_OVERFLOW')
    return new AppError('bad-answer', { kind: 'not-http' }, options)
  // A request that undici or Node refuses to send is our own fault (or an unusable API key), not the network's.
  if (networkCode === 'UND_ERR_INVALID_ARG' || networkCode.startsWith('ERR_INVALID') || networkCode === 'TypeError')
    return new AppError('internal', { kind: 'request-unsendable', networkCode }, options)
  return new AppError('offline', { kind: 'workspace-unreachable', networkCode }, options)
}
