import type { Failure } from './failures.ts'
import type { Kept } from './kept.ts'

/** The queue's reaction to a failure: retry by itself, wait for a sign-in, or wait for a person. */
export type Retry = 'later' | 'after-sign-in' | 'never'

/**
 * The closed list of failures, each with its retry rule. The advice for each is in general-advice-words-error-words.ts.
 * `later` failures never park a job by themselves (see core/queue/job-transition.ts for the one exception, a 5xx of one job).
 */
export const retryRules = {
  // The network and the service
  offline: 'later',
  /** The network went away in the middle of a request. */
  unreachable: 'later',
  /** A proxy requires credentials (407, RFC 9110, 15.5.8). */
  'proxy-password': 'later',
  timeout: 'later',
  'rate-limited': 'later',
  'service-failed': 'later',
  'bad-answer': 'later',
  /** An answer without the expected content: most likely the request was executed. */
  'odd-answer': 'later',
  'signed-out': 'after-sign-in',
  'session-ended': 'after-sign-in',
  unauthorized: 'after-sign-in',
  'not-allowed': 'never',
  'payment-required': 'never',
  rejected: 'never',
  /** Pictures of a list whose sources were deleted in the workspace. */
  'source-gone': 'never',
  'not-found': 'never',
  'too-large': 'never',
  uncertain: 'never',
  /** The workspace shows a list older than the one just sent. */
  'not-shown-yet': 'later',
  // Connecting and signing in
  'no-connection': 'after-sign-in',
  'invalid-address': 'never',
  'invalid-connection-file': 'never',
  'invalid-client': 'never',
  'redirect-not-registered': 'never',
  'sign-in-refused': 'never',
  'sign-in-timeout': 'never',
  'sign-in-failed': 'never',
  'redirect-ports-busy': 'never',
  'keychain-unavailable': 'never',
  'keychain-locked': 'never',
  // Files and pictures
  'file-missing': 'never',
  'file-unreadable': 'never',
  'file-changed': 'never',
  'empty-file': 'never',
  'unsupported-format': 'never',
  'damaged-image': 'never',
  'too-many-pixels': 'never',
  'file-too-large': 'never',
  'image-process-failed': 'later',
  'no-address': 'never',
  // A bucket that publishes pictures
  'bucket-failed': 'later',
  'bucket-refused': 'never',
  'depends-on-failed': 'never',
  // This computer
  'disk-full': 'later',
  /** The disk failed to write or flush: this process ends without further tries. */
  'disk-failed': 'later',
  'data-folder-in-use': 'never',
  'data-newer': 'never',
  'data-older': 'never',
  'data-corrupt': 'never',
  'read-only': 'never',
  // Asking for something
  usage: 'never',
  'unknown-id': 'never',
  'current-unknown': 'never',
  /** A statement about a list leaves out known ids. */
  'current-contradicts': 'never',
  cancelled: 'never',
  internal: 'never',
} as const satisfies Record<string, Retry>

export type ErrorCode = keyof typeof retryRules

export const isErrorCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(retryRules, value)

/** An error as facts, stored with a job and sent to the window. `describeError` (words/errors) makes the sentences. */
export type ErrorRecord = {
  readonly code: ErrorCode
  readonly failure: Failure
  /** Data that was kept or work that did not start, if the failure itself does not say it. */
  readonly kept?: Kept
  /** HTTP status, where the service answered. */
  readonly status?: number
  /** The shortest wait before the next try, in milliseconds (from `Retry-After`). */
  readonly retryAfterMs?: number
}

/** Checked by hand: for this one shape, zod would be a tenth of the code a window loads at start. */
export const isErrorRecord = (value: unknown): value is ErrorRecord => {
  if (typeof value !== 'object' || value === null) return false
  const { code, failure, status, retryAfterMs } = value as Record<string, unknown>
  return (
    isErrorCode(code) &&
    typeof failure === 'object' &&
    failure !== null &&
    typeof (failure as Record<string, unknown>).kind === 'string' &&
    [status, retryAfterMs].every((one) => one === undefined || typeof one === 'number')
  )
}

type AppErrorOptions = Partial<Omit<ErrorRecord, 'code' | 'failure'>> & { readonly cause?: unknown }

type Describe = (error: Pick<ErrorRecord, 'code' | 'failure' | 'kept'>) => { readonly message: string; readonly action: string }

let describe: Describe = ({ code, failure }) => ({ message: `${code}: ${failure.kind}`, action: '' })

/**
 * Gives new errors their sentences; describe-error-words-error-words.ts calls it when it is loaded. 60 KB of words would delay the window's
 * start, so they come with the core, and in the page after its first sight.
 */
export const giveErrorsWords = (words: Describe): void => {
  describe = words
}

/**
 * The one error type that crosses a boundary: a closed code, typed facts, the cause kept. Its `message` is for logs and people; where the
 * words are not loaded yet, it names the facts.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly failure: Failure
  readonly kept: Kept | undefined
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: ErrorCode, failure: Failure, { cause, kept, status, retryAfterMs }: AppErrorOptions = {}) {
    super(describe({ code, failure, ...(kept === undefined ? {} : { kept }) }).message, cause === undefined ? undefined : { cause })
    this.name = 'AppError'
    this.code = code
    this.failure = failure
    this.kept = kept
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** The advice for a person. */
  get action(): string {
    return describe(this.toRecord()).action
  }

  get retry(): Retry {
    return retryRules[this.code]
  }

  toRecord(): ErrorRecord {
    const { code, failure, kept, status, retryAfterMs } = this
    return {
      code,
      failure,
      ...(kept === undefined ? {} : { kept }),
      ...(status === undefined ? {} : { status }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }
  }
}

/** Turns a record back into an error; `changes` replaces facts. */
export const errorFrom = (record: ErrorRecord, changes: AppErrorOptions & { readonly failure?: Failure } = {}): AppError =>
  new AppError(record.code, changes.failure ?? record.failure, { ...record, ...changes })

/** Any thrown value as an AppError; an unknown one becomes `internal` with its cause kept. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const said = error instanceof Error ? error.message : String(error)
  return new AppError('internal', { kind: 'unexpected', said }, { cause: error })
}
