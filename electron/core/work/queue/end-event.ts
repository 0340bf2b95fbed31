import type { AppError } from '../../../../shared/errors.ts'
import type { Job } from '../../../../shared/jobs.ts'
import type { OperationName } from '../../../../shared/session.ts'
import { isSessionFault } from './holds.ts'
import type { AttemptEnd } from './operation.ts'
import type { JobEvent } from './transition.ts'

/** What the scheduler knows about an attempt's end besides the end itself. */
export type EndFacts = { readonly at: number; readonly repeatable: boolean; readonly neighbourSucceeded: boolean; readonly random: number }

/**
 * True if a refusal says something about the whole workspace: a 402 or 403, but for a product's 403, since a product can be somebody
 * else's. A bucket that takes no picture takes none of them.
 */
export const isWorkspaceWide = (operation: OperationName, error: AppError): boolean =>
  error.code === 'bucket-refused' ||
  ((error.code === 'not-allowed' || error.code === 'payment-required') && !(operation === 'attach-sources' && error.status === 403))

/** What an attempt's end means for its job. The result of a `done` end is written here: called inside `journal.write`. */
export const toEndEvent = (job: Job, end: AttemptEnd, { at, repeatable, neighbourSucceeded, random }: EndFacts): JobEvent => {
  if (end.kind === 'done') return { kind: 'succeed', at, note: joinNotes(end.commit(at), end.sent ? noteOfRepeats(job) : null) }
  const error = end.error.toRecord()
  // Packshot stopped in the middle of it.
  if (end.error.code === 'cancelled') return end.uncertain ? { kind: 'interrupt', at, repeatable } : { kind: 'release', at, because: null }
  // One hold for all of them; this job has done nothing wrong.
  if (isWorkspaceWide(job.work.operation, end.error) || isSessionFault(end.error.code)) return { kind: 'release', at, because: error }
  return { kind: 'fail', at, error, uncertain: end.uncertain, repeatable, neighbourSucceeded, random }
}

/** Said when an earlier attempt may have reached the service: nothing is done twice in silence. */
const noteOfRepeats = (job: Job): string | null => {
  if (job.uncertainAttempts === 0) return null
  const times = `${job.uncertainAttempts} earlier ${job.uncertainAttempts === 1 ? 'attempt' : 'attempts'} ended without an answer`
  switch (job.work.operation) {
    case 'upload-source':
    case 'create-source':
      return `Sent again: ${times}, so a spare source may exist in the workspace.`
    case 'analyse-image':
      return `Asked again: ${times}.`
    case 'attach-sources':
      return `Sent again with the whole list: ${times}.`
    case 'create-product':
      return `Created again: ${times}, so a second product of this name may exist.`
    case 'write-text':
      return `Written again: ${times}, so the workspace may have written, and counted, a text that is not here.`
  }
}

const joinNotes = (...notes: (string | null)[]): string | null => notes.filter((note) => note !== null).join(' ') || null
