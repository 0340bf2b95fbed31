import type { AppError } from '../../../shared/base/errors.ts'
import type { Job } from '../../../shared/queue/jobs.ts'
import { isSessionFault } from './holds.ts'
import type { JobEvent } from './job-transition.ts'
import type { AnyDefinition, AttemptEnd, Doubt } from './operation.ts'
import { noteOfRepeats } from './repeats.ts'

/** The scheduler's facts about an attempt's end besides the end itself. */
export type EndFacts = {
  readonly at: number
  readonly doubt: Doubt | null
  readonly neighbourSucceeded: boolean
  /** Attempts of other jobs for the same that may have been done. */
  readonly uncertainElsewhere: number
  readonly random: number
}

/** True if a refusal concerns all such work: a bucket that refuses one picture refuses all. */
export const isAboutAll = (operation: AnyDefinition, error: AppError): boolean =>
  error.code === 'bucket-refused' || operation.isWorkspaceWide(error)

/** Converts an attempt's end into an event of its job, and saves the result. Call it inside `journal.write`. */
export const toEndEvent = (job: Job, end: AttemptEnd, operation: AnyDefinition, facts: EndFacts): JobEvent => {
  const { at, doubt, uncertainElsewhere, ...rest } = facts
  if (end.kind === 'done') {
    const repeat = end.sent ? noteOfRepeats(job, uncertainElsewhere) : null
    return { kind: 'succeed', at, notes: [...end.commit(at), ...(repeat === null ? [] : [repeat])], repeat }
  }
  end.commit?.()
  const error = end.error.toRecord()
  // Packshot stopped in the middle of it.
  if (end.error.code === 'cancelled') return end.uncertain ? { kind: 'interrupt', at, doubt } : { kind: 'release', at, because: null }
  // One hold for all of them; this job is not at fault.
  if (isAboutAll(operation, end.error) || isSessionFault(end.error.code)) return { kind: 'release', at, because: error }
  return {
    kind: 'fail',
    ...rest,
    at,
    doubt,
    error,
    uncertain: end.uncertain,
    leavesSpare: operation.leavesSpare,
    ...(end.choices ? { choices: end.choices } : {}),
  }
}
