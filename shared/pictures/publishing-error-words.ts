import type { ErrorWords } from '../base/error-words.ts'
import type { ErrorRecord } from '../base/errors.ts'
import { countOf } from '../base/number-words.ts'
import type { BucketAct, PublishingFailure } from './publishing-failures.ts'

/** Commands that correct a bucket; options left out keep their values. */
export const bucketCommands = {
  key: '“packshot publishing bucket --access-key ID --secret-key-stdin”',
  region: '“packshot publishing bucket --region NAME”',
  place: '“packshot publishing bucket --endpoint URL --bucket NAME”',
}

const acts: Readonly<Record<BucketAct, string>> = { put: 'add', look: 'look at', fetch: 'fetch', remove: 'remove' }

/** “403 AccessDenied” */
const named = ({ status, s3Code }: { readonly status: number; readonly s3Code: string }): string => `${status} ${s3Code}`

/** “503, “Slow down”” */
const quoted = ({ status, said }: { readonly status: number; readonly said: string }): string =>
  said === '' ? String(status) : `${status}, “${said}”`

const howFarOff = (aheadMinutes: number | null): string =>
  aheadMinutes === null ? '' : `: it is ${countOf(Math.abs(aheadMinutes), 'minute')} ${aheadMinutes > 0 ? 'ahead' : 'behind'}`

export const publishingErrors: ErrorWords<PublishingFailure<ErrorRecord>> = {
  'bucket-key-unknown': ({ bucket }) => ({
    message: `The access key of the bucket “${bucket}” is not known on this computer.`,
    action: `Enter the bucket’s access key and its secret, in Settings or with ${bucketCommands.key}.`,
  }),
  'bucket-key-unreadable': ({ because }, tell) => ({
    message: `The bucket’s access key cannot be read. ${tell.cause(because)}`,
    action:
      because.failure.kind === 'keychain-entry-damaged'
        ? `Enter the bucket’s access key and its secret again, in Settings or with ${bucketCommands.key}.`
        : tell.action(because),
  }),
  'bucket-key-rejected': (facts) => ({
    message: `The bucket “${facts.bucket}” does not know the access key (${named(facts)}).`,
    action: `Enter the bucket’s access key and its secret again, in Settings or with ${bucketCommands.key}.`,
  }),
  'bucket-signature-rejected': (facts) => ({
    message: `The bucket “${facts.bucket}” refused the signature: the secret of the access key is wrong, or the region is (${named(facts)}).`,
    action: `Enter the secret again, in Settings or with ${bucketCommands.key}. If it is right, correct the region: ${bucketCommands.region}.`,
  }),
  'bucket-key-expired': (facts) => ({
    message: `The access key of the bucket “${facts.bucket}” has expired (${named(facts)}).`,
    action: `Enter a new access key, in Settings or with ${bucketCommands.key}.`,
  }),
  'bucket-clock-differs': (facts) => ({
    message: `The bucket “${facts.bucket}” says that this computer’s clock is wrong${howFarOff(facts.aheadMinutes)} (${named(facts)}).`,
    action: 'Set this computer’s clock, then try again.',
  }),
  'bucket-access-denied': (facts) => ({
    message: `The access key may not ${acts[facts.act]} pictures in the bucket “${facts.bucket}” (${named(facts)}).`,
    action: 'Let the bucket’s owner allow the key s3:PutObject, s3:GetObject and s3:DeleteObject, then try again.',
  }),
  'bucket-missing': (facts) => ({
    message: `There is no bucket “${facts.bucket}” at ${facts.endpoint} (${named(facts)}).`,
    action: `Correct the bucket’s name or endpoint, in Settings or with ${bucketCommands.place}.`,
  }),
  'bucket-region-wrong': (facts) => ({
    message: `The bucket “${facts.bucket}” is not in region “${facts.region}”${facts.actual === null ? '' : ` but in “${facts.actual}”`} (${named(facts)}).`,
    action: `Correct the region, in Settings or with ${bucketCommands.region}, or the endpoint.`,
  }),
  'bucket-key-refused': (facts) => `The bucket “${facts.bucket}” refused the access key (${quoted(facts)}).`,
  'bucket-request-refused': (facts) => `The bucket “${facts.bucket}” refused the request (${quoted(facts)}).`,
  'bucket-busy': (facts) => `The bucket “${facts.bucket}” is failing or busy (${quoted(facts)}).`,
  'not-a-bucket': (facts) => ({
    message: `The server at ${facts.endpoint} (${quoted(facts)}) is not a storage service, or does not have this bucket.`,
    action: `On a public network, sign in to it first. Else correct the bucket’s name or endpoint, in Settings or with ${bucketCommands.place}.`,
  }),
  'picture-too-large-for-bucket': ({ bucket, status }) => `This picture is too large for the bucket “${bucket}” (${status}).`,
  'bucket-no-answer': ({ bucket, endpoint, networkCode }) => `No answer came from the bucket “${bucket}” at ${endpoint} (${networkCode}).`,
  'bucket-not-trusted': ({ bucket, endpoint, networkCode }) => ({
    message: `No trusted connection to the bucket “${bucket}” at ${endpoint} (${networkCode}).`,
    action: 'Check the endpoint’s address, this computer’s clock and its certificates. Packshot tries again automatically.',
  }),
  'bucket-bytes-differ': ({ bucket }) => ({
    message: `The bucket “${bucket}” returned different bytes than were uploaded.`,
    action: 'Check whether something between this computer and the bucket changes pictures.',
  }),
  'picture-without-address': ({ name, workspace }) =>
    `“${name}” is a file on this computer, and “${workspace}” can only read pictures with a web address.`,
  'picture-too-large-to-ask': ({ name, limitMb }) => `“${name}” is larger than ${limitMb} MB and cannot be sent with a question.`,
  'data-trial-undecided': ({ because }, tell) => ({
    message: `Packshot could not test whether this workspace accepts pictures inside questions. ${tell.cause(because)}`,
    action: 'Try again later, or set up a bucket in Settings or with “packshot publishing”.',
  }),
}
