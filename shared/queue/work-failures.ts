import type { JobState, ParkChoice } from './job-states.ts'
import type { OperationName } from './operations.ts'

/** What a job may have done. `name`: of what it makes, where that has one. */
type Deed = { readonly operation: OperationName; readonly name: string | null }

/** `because`: what the job is set aside for; `canRetry`: it may be retried without a choice. */
type Misfit<Cause> = { readonly jobId: string; readonly canRetry: boolean; readonly because: Cause }

/** Why a job is set aside, and what can’t be done with jobs. */
export type WorkFailure<Cause> =
  /** A person allows so many in one go (“Stop after”). */
  | { readonly kind: 'request-limit-reached'; readonly operation: OperationName; readonly requests: number }
  | { readonly kind: 'job-unknown'; readonly jobId: string }
  /** No job has it any more. */
  | { readonly kind: 'problem-gone' }
  | { readonly kind: 'problem-not-named' }
  /** A remedy was undone already, or it is too long ago. */
  | { readonly kind: 'undo-gone' }
  | { readonly kind: 'job-not-parked'; readonly jobId: string; readonly state: JobState }
  | ({ readonly kind: 'job-needs-choice' } & Misfit<Cause>)
  | ({ readonly kind: 'choice-without-use'; readonly choice: ParkChoice } & Misfit<Cause>)
  /** It may have been done. `end`: what came instead of a complete answer. */
  | (Deed & { readonly kind: 'uncertain-end'; readonly end: 'nothing' | 'odd-answer' | 'failure'; readonly because: Cause })
  /** Packshot quit in the middle of it. */
  | (Deed & { readonly kind: 'uncertain-at-quit' })
  /** The library was restored, and it may have been done since. */
  | (Deed & { readonly kind: 'uncertain-after-restore' })
  /** The service took it each time, and answered without what was asked for. */
  | { readonly kind: 'odd-answers'; readonly times: number; readonly because: Cause }
  /** The same, where each attempt may leave something in the workspace. */
  | { readonly kind: 'odd-answer-after-deed'; readonly operation: OperationName; readonly because: Cause }
  | { readonly kind: 'failed-among-successes'; readonly times: number; readonly because: Cause }
  | { readonly kind: 'uploads-missing'; readonly total: number; readonly failed: number; readonly cancelled: number }
  /** Sources of a list that were deleted in the workspace. */
  | { readonly kind: 'sources-gone'; readonly ids: readonly string[]; readonly because: Cause }
  /** The picture was removed before its job ran. */
  | { readonly kind: 'picture-of-job-gone' }
