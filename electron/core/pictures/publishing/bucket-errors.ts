import { AppError } from '../../../../shared/base/errors.ts'
import type { Failure } from '../../../../shared/base/failures.ts'
import type { BucketAct } from '../../../../shared/pictures/publishing-failures.ts'
import type { BucketSettings } from '../../../../shared/workspaces/publishing-settings.ts'
import type { Answer } from '../../base/network/send-request.ts'
import { findNetworkCode } from '../../service/calls/classify-failure.ts'
import { looksLikeHtml, quoteWords } from '../../service/calls/quote-words.ts'
import { parseRetryAfter } from '../../service/pace/parse-retry-after.ts'

type Context = {
  readonly bucket: Pick<BucketSettings, 'bucket' | 'endpoint' | 'region'>
  readonly act: BucketAct
  /** Milliseconds since 1970. */
  readonly now: number
  /** Never quoted. */
  readonly secrets: readonly string[]
}

/** One element of an S3 error body (`<Error><Code>…</Code><Message>…</Message>…`). */
const element = (xml: string, name: string): string | undefined => {
  const begin = xml.indexOf(`<${name}>`)
  const end = begin < 0 ? -1 : xml.indexOf(`</${name}>`, begin)
  const text = xml.slice(begin + name.length + 2, end)
  return begin >= 0 && end >= 0 && text.length <= 1_000 && !text.includes('<') && text !== '' ? text.trim() : undefined
}

/** How far this computer's clock is ahead of the server's; `null`: unknown. */
const minutesAhead = (xml: string, now: number): number | null => {
  const server = Date.parse(element(xml, 'ServerTime') ?? '')
  return Number.isNaN(server) ? null : Math.round((now - server) / 60_000)
}

/** Meanings of S3's own codes; other errors are judged by status. */
const known = (s3Code: string, status: number, xml: string, { bucket: place, act, now }: Context): Failure | undefined => {
  const { bucket, endpoint, region } = place
  const answer = { bucket, status, s3Code }
  switch (s3Code) {
    case 'InvalidAccessKeyId':
      return { kind: 'bucket-key-rejected', ...answer }
    case 'SignatureDoesNotMatch':
      return { kind: 'bucket-signature-rejected', ...answer }
    case 'ExpiredToken':
    case 'InvalidToken':
    case 'TokenRefreshRequired':
      return { kind: 'bucket-key-expired', ...answer }
    case 'RequestTimeTooSkewed':
      return { kind: 'bucket-clock-differs', ...answer, aheadMinutes: minutesAhead(xml, now) }
    case 'AccessDenied':
    case 'AllAccessDisabled':
    case 'AccountProblem':
      return { kind: 'bucket-access-denied', ...answer, act }
    case 'NoSuchBucket':
      return { kind: 'bucket-missing', ...answer, endpoint }
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return { kind: 'bucket-region-wrong', ...answer, region, actual: element(xml, 'Region') ?? null }
    default:
      return undefined
  }
}

const kept = 'pictures-and-questions'

/** An answer that is not a success. `bucket-failed`: later, by itself. `bucket-refused`: one hold for all questions. `too-large`: this picture only. */
export const mapBucketAnswer = (answer: Answer, context: Context): AppError => {
  const { status, text } = answer
  const { bucket, endpoint } = context.bucket
  const code = element(text, 'Code') ?? ''
  const said = quoteWords(element(text, 'Message') ?? (looksLikeHtml(text) ? '' : code), 200, context.secrets).replace(/\.$/, '')
  if (status >= 500 || status === 429 || status === 408 || code === 'SlowDown' || code === 'RequestTimeout') {
    const retryAfterMs = parseRetryAfter(answer.retryAfter, context.now, answer.date)
    const later = retryAfterMs === undefined ? {} : { retryAfterMs }
    return new AppError('bucket-failed', { kind: 'bucket-busy', bucket, status, said }, { kept, ...later })
  }
  if (status === 413 || code === 'EntityTooLarge')
    return new AppError('too-large', { kind: 'picture-too-large-for-bucket', bucket, status }, { kept: 'picture-and-question' })
  return new AppError('bucket-refused', known(code, status, text, context) ?? refusalBy(status, text, said, { bucket, endpoint }), { kept })
}

const refusalBy = (
  status: number,
  text: string,
  said: string,
  { bucket, endpoint }: Pick<BucketSettings, 'bucket' | 'endpoint'>,
): Failure => {
  if (status === 401 || status === 403) return { kind: 'bucket-key-refused', bucket, status, said }
  if (status < 300 || status === 404 || looksLikeHtml(text)) return { kind: 'not-a-bucket', endpoint, status, said }
  return { kind: 'bucket-request-refused', bucket, status, said }
}

/** A request without a complete answer: retried automatically. */
export const mapBucketNetworkError = (error: unknown, { bucket }: Pick<Context, 'bucket'>): AppError => {
  if (error instanceof AppError && error.code === 'cancelled') return error
  const networkCode = findNetworkCode(error) ?? (error instanceof Error ? error.name : 'unknown')
  const kind = /CERT|TLS|SSL|SELF_SIGNED|^EPROTO$|HOSTNAME/.test(networkCode) ? 'bucket-not-trusted' : 'bucket-no-answer'
  return new AppError('bucket-failed', { kind, bucket: bucket.bucket, endpoint: bucket.endpoint, networkCode }, { kept, cause: error })
}
