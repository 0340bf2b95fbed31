import { AppError } from '../../../shared/errors.ts'
import type { BucketSettings } from '../../../shared/publishing-settings.ts'
import type { Answer } from '../net/send-request.ts'
import { findNetworkCode } from '../service/map-error.ts'
import { parseRetryAfter } from '../service/parse-retry-after.ts'
import { looksLikeHtml, quoteWords } from '../service/quote-words.ts'

/** What was tried, for the words of its failure. */
export type BucketAct = 'put' | 'look' | 'fetch' | 'remove'

type Context = {
  readonly bucket: Pick<BucketSettings, 'bucket' | 'endpoint' | 'region'>
  readonly act: BucketAct
  /** Milliseconds since 1970. */
  readonly now: number
  /** Never quoted. */
  readonly secrets: readonly string[]
}

/** What is typed to correct a bucket; what isn't named stays as it is. */
export const bucketCommands = {
  key: '“packshot publishing bucket --access-key ID --secret-key-stdin”',
  region: '“packshot publishing bucket --region NAME”',
  place: '“packshot publishing bucket --endpoint URL --bucket NAME”',
} as const

const kept = 'Pictures and questions are kept.'
const acts: Readonly<Record<BucketAct, string>> = { put: 'add', look: 'look at', fetch: 'fetch', remove: 'remove' }

/** One element of an S3 error body (`<Error><Code>…</Code><Message>…</Message>…`). */
const element = (xml: string, name: string): string | undefined => {
  const begin = xml.indexOf(`<${name}>`)
  const end = begin < 0 ? -1 : xml.indexOf(`</${name}>`, begin)
  const text = xml.slice(begin + name.length + 2, end)
  return begin >= 0 && end >= 0 && text.length <= 1_000 && !text.includes('<') && text !== '' ? text.trim() : undefined
}

const describeSkew = (xml: string, now: number): string => {
  const server = Date.parse(element(xml, 'ServerTime') ?? '')
  if (Number.isNaN(server)) return ''
  const minutes = Math.round((now - server) / 60_000)
  return `: it is ${Math.abs(minutes)} minutes ${minutes > 0 ? 'ahead' : 'behind'}`
}

/** What S3's own codes mean for a person; the rest is told by status. */
const known = (
  code: string,
  xml: string,
  { bucket, act, now }: Context,
): { readonly what: string; readonly action?: string } | undefined => {
  const where = `The bucket “${bucket.bucket}”`
  switch (code) {
    case 'InvalidAccessKeyId':
      return {
        what: `${where} does not know the access key`,
        action: `Enter the bucket’s access key and its secret again, in Settings or with ${bucketCommands.key}.`,
      }
    case 'SignatureDoesNotMatch':
      return {
        what: `${where} refused the signature: the secret of the access key is wrong, or the region is`,
        action: `Enter the secret again, in Settings or with ${bucketCommands.key}. If it is right, correct the region: ${bucketCommands.region}.`,
      }
    case 'ExpiredToken':
    case 'InvalidToken':
    case 'TokenRefreshRequired':
      return {
        what: `The access key of ${where.replace('The', 'the')} has expired`,
        action: `Enter a new access key, in Settings or with ${bucketCommands.key}.`,
      }
    case 'RequestTimeTooSkewed':
      return {
        what: `${where} says that this computer’s clock is wrong${describeSkew(xml, now)}`,
        action: 'Set this computer’s clock, then try again.',
      }
    case 'AccessDenied':
    case 'AllAccessDisabled':
    case 'AccountProblem':
      return {
        what: `The access key may not ${acts[act]} pictures in the bucket “${bucket.bucket}”`,
        action: 'Let the bucket’s owner allow the key s3:PutObject, s3:GetObject and s3:DeleteObject, then try again.',
      }
    case 'NoSuchBucket':
      return {
        what: `There is no bucket “${bucket.bucket}” at ${bucket.endpoint}`,
        action: `Correct the bucket’s name or endpoint, in Settings or with ${bucketCommands.place}.`,
      }
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException': {
      const region = element(xml, 'Region')
      return {
        what: `${where} is not in region “${bucket.region}”${region ? ` but in “${region}”` : ''}`,
        action: `Correct the region, in Settings or with ${bucketCommands.region}, or the endpoint.`,
      }
    }
    default:
      return undefined
  }
}

/** An answer that is not a success. `bucket-failed`: later, by itself. `bucket-refused`: one hold for all questions. `too-large`: this picture only. */
export const mapBucketAnswer = (answer: Answer, context: Context): AppError => {
  const { status, text } = answer
  const code = element(text, 'Code') ?? ''
  const words = quoteWords(element(text, 'Message') ?? (looksLikeHtml(text) ? '' : code), 200, context.secrets).replace(/\.$/, '')
  const said = words === '' ? '' : `, “${words}”`
  if (status >= 500 || status === 429 || status === 408 || code === 'SlowDown' || code === 'RequestTimeout') {
    const retryAfterMs = parseRetryAfter(answer.retryAfter, context.now, answer.date)
    return new AppError('bucket-failed', `The bucket “${context.bucket.bucket}” is failing or busy (${status}${said}). ${kept}`, {
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  }
  if (status === 413 || code === 'EntityTooLarge')
    return new AppError(
      'too-large',
      `This picture is too large for the bucket “${context.bucket.bucket}” (${status}). The picture and the question are kept.`,
    )
  const refusal = known(code, text, context)
  if (refusal)
    return new AppError('bucket-refused', `${refusal.what} (${status} ${code}). ${kept}`, refusal.action ? { action: refusal.action } : {})
  if (status === 401 || status === 403)
    return new AppError('bucket-refused', `The bucket “${context.bucket.bucket}” refused the access key (${status}${said}). ${kept}`)
  if (status < 300 || status === 404 || looksLikeHtml(text))
    return new AppError(
      'bucket-refused',
      `The server at ${context.bucket.endpoint} (${status}${said}) is not a storage service, or does not have this bucket. ${kept}`,
      {
        action: `On a public network, sign in to it first. Else correct the bucket’s name or endpoint, in Settings or with ${bucketCommands.place}.`,
      },
    )
  return new AppError('bucket-refused', `The bucket “${context.bucket.bucket}” refused the request (${status}${said}). ${kept}`)
}

/** A request that got no complete answer: tried again by itself. */
export const mapBucketNetworkError = (error: unknown, { bucket }: Pick<Context, 'bucket'>): AppError => {
  if (error instanceof AppError && error.code === 'cancelled') return error
  const code = findNetworkCode(error) ?? (error instanceof Error ? error.name : 'unknown')
  const isTls = /CERT|TLS|SSL|SELF_SIGNED|^EPROTO$|HOSTNAME/.test(code)
  return new AppError(
    'bucket-failed',
    `${isTls ? 'No trusted connection to' : 'No answer came from'} the bucket “${bucket.bucket}” at ${bucket.endpoint} (${code}). ${kept}`,
    {
      cause: error,
      ...(isTls
        ? { action: 'Check the endpoint’s address, this computer’s clock and its certificates. Packshot tries again automatically.' }
        : {}),
    },
  )
}
