import { describeError } from '../../shared/base/describe-error.ts'
import type { ErrorCode, ErrorRecord } from '../../shared/base/errors.ts'
import type { Failure } from '../../shared/base/failures.ts'
import type { KeptSecret } from '../../shared/base/keychain-failures.ts'

const keepsInMemory = (command: string): string => `${command} keeps secrets in memory only`

/** The command that works without a keychain; for other secrets, the advice itself says it. */
const withoutKeychain: Partial<Record<KeptSecret, string>> = {
  'sign-in': keepsInMemory('“packshot run --connect FILE.packshot”'),
  'sample-sign-in': keepsInMemory('“packshot run --connect sample”'),
  'api-key': keepsInMemory('“packshot run --api-key-stdin --base-url URL”'),
}

const signInHint = '“packshot connect”, or without a keychain “packshot run --connect FILE.packshot”'

/** The commands for the advice in shared/base/errors.ts, which also serves the window. */
const hints: Partial<Record<ErrorCode, string | undefined>> = {
  'signed-out': signInHint,
  'session-ended': signInHint,
  'invalid-client': '“packshot connect FILE.packshot”',
  'no-connection': '“packshot connect --sample” or “packshot connect FILE.packshot”',
  'keychain-unavailable': withoutKeychain['sign-in'],
  'proxy-password':
    '“packshot proxy --host HOST:PORT --user NAME --password-stdin”, or HTTPS_PROXY=http://NAME:PASSWORD@HOST:PORT in the environment',
  'no-address': '“packshot publishing”',
  'current-unknown': '--current none, --current ID,… (or --current known), or --service-appends',
  'current-contradicts':
    '--current with the ID to keep it, or --removed ID; for many, “packshot products --unsettled” and “packshot products settle FILE”',
  uncertain: '“packshot retry JOB --product ID” where the product exists, “packshot retry JOB --again”, or “packshot cancel JOB”',
  'depends-on-failed': '“packshot retry JOB --ready” or “packshot retry JOB --wait”',
  'source-gone': '“packshot retry JOB --replace” or “packshot retry JOB --leave-out”',
  internal: '“packshot status --json”',
}

const planAnswers =
  '--unknown nothing, --list use, --old as-known or --doubted as-known, or skip (“packshot attach --matched --dry-run” shows which)'

const listPictures = '“packshot images” lists them'

const keyHint = '“packshot connect --base-url URL --api-key-stdin”, or without a keychain “packshot run --api-key-stdin”'

/** Hints that replace those of the error's code. */
const hintsOfKind: Partial<Record<Failure['kind'], string>> = {
  'api-key-rejected': keyHint,
  'signed-in-for-reading': '“packshot connect”',
  'picture-unknown': listPictures,
  'picture-ambiguous': listPictures,
  'picture-not-in-library': listPictures,
  'offer-weakens-unsaid': '--allow-weaker',
  'job-unknown': '“packshot jobs” lists them',
  'product-unknown': '“packshot products” lists them',
  'answer-unknown': '“packshot answers --json” lists them',
  'voice-unknown': '“packshot voices” lists them',
  'voices-not-loaded': '“packshot voices”',
  'text-unknown': '“packshot retry JOB --current-text TEXT”, “packshot retry JOB --replace” or “packshot cancel JOB”',
  'answer-gone': '“packshot cancel JOB”',
  'picture-over-largest-file':
    '“packshot connection --set largestFile=KB”, or longestEdge=PIXELS or background=#ffffff; then “packshot retry JOB”',
  'plan-unanswered': planAnswers,
  'list-not-answered': planAnswers,
  'plan-empty': '“packshot match”, “packshot attach --matched --dry-run”',
  'plan-unknown': '“packshot plans” lists them',
  'plan-changed': '“packshot attach --matched --dry-run”',
  'plan-restored': '“packshot plans PLAN --resume” or “packshot plans PLAN --cancel”',
  'plan-over': '“packshot plans PLAN --cancel”, “packshot attach --matched”',
  'plan-list-unknown': '“packshot attach --matched”',
  'job-not-parked': '“packshot jobs --state parked”',
  'library-empty': '“packshot add PATH”',
  'set-unknown': '“packshot sets” lists them',
  'sets-too-many': '“packshot sets remove NAME”',
  'profiles-too-many': '“packshot profiles remove NAME”',
  'profile-built-in': '“packshot profiles use” with the names of the others, or “packshot profiles use --none”',
  'profile-unknown': '“packshot profiles” lists them',
  'handover-of-other-workspace': '“packshot merge FILE --other-workspace”',
  'table-without-key': '“packshot export” without --no-again',
  'text-in-two-columns': '--no-again',
}

/** A run signs in for itself only. */
const signInFor: Readonly<Record<'voices' | 'templates', { readonly user: string; readonly key: string }>> = {
  voices: { user: '“packshot connect”, or “packshot voices --connect FILE.packshot”', key: '“packshot voices --api-key-stdin”' },
  templates: { user: '“packshot connect”, or “packshot templates --connect FILE.packshot”', key: '“packshot templates --api-key-stdin”' },
}

const isAboutKey = (failure: Failure): boolean => 'credentials' in failure && failure.credentials === 'api-key'

const hintOf = (error: ErrorRecord): string | undefined => {
  const { code, failure } = error
  if (failure.kind === 'secret-not-kept') return withoutKeychain[failure.secret]
  if (failure.kind === 'client-refused' && failure.encoding === 'form') return '“packshot connect FILE.packshot --raw-basic”'
  // Only the window connects with one.
  if (failure.kind === 'secret-missing' && failure.credentials === 'relay') return undefined
  // What the job itself needs.
  if (failure.kind === 'job-needs-choice' || failure.kind === 'choice-without-use') return hintOf(failure.because)
  // Without an uploaded picture there is nothing to continue with.
  if (failure.kind === 'uploads-missing' && failure.failed + failure.cancelled === failure.total)
    return '“packshot jobs --state parked”, “packshot retry”'
  if (failure.kind === 'list-needs-sign-in') return signInFor[failure.list][isAboutKey(failure.because.failure) ? 'key' : 'user']
  // An API key has no sign-in.
  if (isAboutKey(failure)) return keyHint
  if (code === 'uncertain' && 'operation' in failure && failure.operation !== 'create-product')
    return '“packshot retry JOB --again” or “packshot cancel JOB”'
  return hintsOfKind[failure.kind] ?? hints[code]
}

/** The advice for a failure, with its command. */
export const adviseCommand = (error: ErrorRecord): string => {
  const hint = hintOf(error)
  const { action } = describeError(error)
  return hint ? `${action.replace(/\.$/, '')}: ${hint}.` : action
}
