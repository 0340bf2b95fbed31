import type { Facts, Failure } from './failures/failure.ts'
import type { Kept } from './failures/kept.ts'
import { describeError } from './words/errors/describe-error.ts'

/** What the queue does with a failure: try again by itself, wait for a sign-in, or wait for a person. */
export type Retry = 'later' | 'after-sign-in' | 'never'

/**
 * The closed list of what can go wrong, each with its retry rule. What to do about each is in words/errors/actions.ts.
 * `later` failures never park a job by themselves (see core/work/queue/transition.ts for the one exception, a 5xx of one job).
 */
export const retryRules = {
  // The network and the service
  offline: 'later',
  /** The network went away in the middle of a request. */
  unreachable: 'later',
  /** A proxy on the way (407, RFC 9110, 15.5.8). */
  'proxy-password': 'later',
  timeout: 'later',
  'rate-limited': 'later',
  'service-failed': 'later',
  'bad-answer': 'later',
  /** An answer of the service that lacks what it should say: it was done, most likely. */
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
  /** The list that the workspace shows is older than what was just sent. */
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
  // A bucket that gives pictures their address
  'bucket-failed': 'later',
  'bucket-refused': 'never',
  'depends-on-failed': 'never',
  // This computer
  'disk-full': 'later',
  /** The disk failed at writing or flushing: this process ends, and nothing is tried again in it. */
  'disk-failed': 'later',
  'data-folder-in-use': 'never',
  'data-newer': 'never',
  'data-corrupt': 'never',
  'read-only': 'never',
  // Asking for something
  usage: 'never',
  'unknown-id': 'never',
  'current-unknown': 'never',
  /** A statement about a list leaves out what we know to be in it. */
  'current-contradicts': 'never',
  cancelled: 'never',
  internal: 'never',
} as const satisfies Record<string, Retry>

export type ErrorCode = keyof typeof retryRules

export const isErrorCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(retryRules, value)

/** An error as facts: what is stored with a job and sent to the window. `describeError` (words/errors) makes the sentences. */
export type ErrorRecord = {
  readonly code: ErrorCode
  readonly failure: Failure
  /** What was kept, or not begun, where that is not part of what happened. */
  readonly kept?: Kept
  /** HTTP status, where the service answered. */
  readonly status?: number
  /** Not before so many milliseconds from now (from `Retry-After`). */
  readonly retryAfterMs?: number
}

/** By hand: zod would be a tenth of what a window reads before it can be used, for this one shape. */
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
/** Only until every failure has a kind of its own. */
type Legacy = { readonly action?: string; readonly facts?: Facts }

/** The one error type that crosses a boundary: a closed code, typed facts, the cause kept. Its `message` is for logs and people. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly failure: Failure
  readonly kept: Kept | undefined
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(
    code: ErrorCode,
    what: Failure | string,
    { cause, kept, status, retryAfterMs, action, facts }: AppErrorOptions & Legacy = {},
  ) {
    const failure: Failure =
      typeof what === 'string'
        ? { kind: 'said', message: what, ...(action === undefined ? {} : { action }), ...(facts === undefined ? {} : { facts }) }
        : what
    super(describeError({ code, failure, ...(kept === undefined ? {} : { kept }) }).message, cause === undefined ? undefined : { cause })
    this.name = 'AppError'
    this.code = code
    this.failure = failure
    this.kept = kept
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** What a person can do, in words. */
  get action(): string {
    return describeError(this.toRecord()).action
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

/** A record as an error again; `changes`: what to say otherwise. */
export const errorFrom = (record: ErrorRecord, changes: AppErrorOptions & { readonly failure?: Failure } = {}): AppError =>
  new AppError(record.code, changes.failure ?? record.failure, { ...record, ...changes })

/** Only until every failure has a kind of its own: the facts of either form. */
export const factsOf = ({ failure }: Pick<ErrorRecord, 'failure'>): Facts =>
  failure.kind === 'said' ? (failure.facts ?? {}) : (failure as unknown as Facts)

/** Any thrown value as an AppError; an unknown one becomes `internal` with its cause kept. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const said = error instanceof Error ? error.message : String(error)
  return new AppError('internal', { kind: 'unexpected', said }, { cause: error })
}
