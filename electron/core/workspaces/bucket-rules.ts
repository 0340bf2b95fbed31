import { AppError } from '../../../shared/errors.ts'
import type { BucketKeys, BucketSettings } from '../../../shared/publishing-settings.ts'
import { trimEndOf } from '../../../shared/trim-end.ts'
import { isAllowedAddress } from '../net/normalise-base-url.ts'

/** A valid first label of a host name, and so a bucket named in the host (RFC 1123). */
const hostLabels = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/

const endpointProblem = ({ endpoint, bucket }: BucketSettings): string | null => {
  if (!/^https?:\/\//i.test(endpoint) || !URL.canParse(endpoint)) return 'must begin with https://'
  const url = new URL(endpoint)
  if (!isAllowedAddress(url)) return 'must use https; http is for this computer only'
  if (url.username !== '' || url.password !== '' || /[?#\s]/.test(endpoint)) return 'must be an address without user name, “?” and “#”'
  if (url.hostname.startsWith(`${bucket.toLowerCase()}.`)) return 'must not contain the bucket’s name: it has a field of its own'
  return null
}

/** The rules beyond the shape, as pairs of field and problem. */
export const bucketProblems = function* (settings: BucketSettings): Generator<readonly [field: string, problem: string]> {
  const endpoint = endpointProblem(settings)
  if (endpoint !== null) yield ['endpoint', endpoint]
  if (!/^[A-Za-z0-9][\w.-]{1,253}$/.test(settings.bucket)) yield ['bucket', 'must be the name of a bucket']
  else if (!settings.pathStyle && (settings.bucket.length > 63 || !hostLabels.test(settings.bucket)))
    yield ['bucket', 'cannot be part of a host’s name, so it must go into the path']
  if (!/^[\w-]{1,64}$/.test(settings.region)) yield ['region', 'must be a region’s name, e.g. eu-central-1 or auto']
  if (/^\/|[\p{Cc}\\]/u.test(settings.prefix) || settings.prefix.split('/').includes('..') || settings.prefix.length > 500)
    yield ['prefix', 'must not begin with “/” nor contain “..”']
}

/** Normalizes settings for storage: no slash at the endpoint's end. Throws AppError `usage` that names the field. */
export const checkBucket = (settings: BucketSettings): BucketSettings => {
  const trimmed = { ...settings, endpoint: trimEndOf(settings.endpoint.trim(), '/'), bucket: settings.bucket.trim() }
  for (const [field, problem] of bucketProblems(trimmed))
    throw new AppError('usage', `The bucket’s ${field} ${problem}. Nothing was changed.`)
  return trimmed
}

/** Keys that an HTTP header can carry; never quoted. Throws AppError `usage`. */
export const checkKeys = (keys: BucketKeys): BucketKeys => {
  const trimmed = { accessKeyId: keys.accessKeyId.trim(), secretAccessKey: keys.secretAccessKey.trim() }
  if (!/^[\x21-\x7e]{1,500}$/.test(trimmed.accessKeyId) || !/^[\x21-\x7e]{1,2000}$/.test(trimmed.secretAccessKey))
    throw new AppError('usage', 'The access key or its secret is empty or has characters that a key can’t have. Nothing was changed.')
  return trimmed
}
