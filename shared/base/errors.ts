import { type ErrorCode, isErrorCode, type Retry, retryRules } from './error-codes.ts'
import type { ErrorRecord, Failure } from './failures.ts'
import type { Kept } from './kept.ts'

export type { ErrorCode, Retry } from './error-codes.ts'
export type { ErrorRecord } from './failures.ts'

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
 * Gives new errors their sentences; describe-error.ts calls it when it is loaded. 60 KB of words would delay the window's
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
