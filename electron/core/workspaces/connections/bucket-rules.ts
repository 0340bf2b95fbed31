import { AppError } from '../../../../shared/base/errors.ts'
import type { FieldRule } from '../../../../shared/base/field-rule.ts'
import { trimEndOf } from '../../../../shared/base/trim-end.ts'
import type { BucketKeys, BucketSettings } from '../../../../shared/workspaces/publishing-settings.ts'
import { isAllowedAddress } from '../../base/network/normalise-base-url.ts'

/** A valid first label of a host name, and so a bucket named in the host (RFC 1123). */
const hostLabels = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/

const endpointProblem = ({ endpoint, bucket }: BucketSettings): FieldRule | null => {
  if (!/^https?:\/\//i.test(endpoint) || !URL.canParse(endpoint)) return { kind: 'https-first' }
  const url = new URL(endpoint)
  if (!isAllowedAddress(url)) return { kind: 'https-only' }
  if (url.username !== '' || url.password !== '' || /[?#\s]/.test(endpoint)) return { kind: 'endpoint-plain' }
  if (url.hostname.startsWith(`${bucket.toLowerCase()}.`)) return { kind: 'endpoint-without-bucket' }
  return null
}

/** The rules beyond the shape, as pairs of field and rule. */
export const bucketProblems = function* (settings: BucketSettings): Generator<readonly [field: string, rule: FieldRule]> {
  const endpoint = endpointProblem(settings)
  if (endpoint !== null) yield ['endpoint', endpoint]
  if (!/^[A-Za-z0-9][\w.-]{1,253}$/.test(settings.bucket)) yield ['bucket', { kind: 'bucket-name' }]
  else if (!settings.pathStyle && (settings.bucket.length > 63 || !hostLabels.test(settings.bucket)))
    yield ['bucket', { kind: 'bucket-in-path' }]
  if (!/^[\w-]{1,64}$/.test(settings.region)) yield ['region', { kind: 'region' }]
  if (/^\/|[\p{Cc}\\]/u.test(settings.prefix) || settings.prefix.split('/').includes('..') || settings.prefix.length > 500)
    yield ['prefix', { kind: 'prefix' }]
}

/** Normalizes settings for storage: no slash at the endpoint's end. Throws AppError `usage` that names the field. */
export const checkBucket = (settings: BucketSettings): BucketSettings => {
  const trimmed = { ...settings, endpoint: trimEndOf(settings.endpoint.trim(), '/'), bucket: settings.bucket.trim() }
  for (const [field, rule] of bucketProblems(trimmed))
    throw new AppError('usage', { kind: 'bucket-setting-unusable', field, rule }, { kept: 'nothing-changed' })
  return trimmed
}

/** Keys that an HTTP header can carry; never quoted. Throws AppError `usage`. */
export const checkKeys = (keys: BucketKeys): BucketKeys => {
  const trimmed = { accessKeyId: keys.accessKeyId.trim(), secretAccessKey: keys.secretAccessKey.trim() }
  if (!/^[\x21-\x7e]{1,500}$/.test(trimmed.accessKeyId) || !/^[\x21-\x7e]{1,2000}$/.test(trimmed.secretAccessKey))
    throw new AppError('usage', { kind: 'bucket-keys-unusable' }, { kept: 'nothing-changed' })
  return trimmed
}
