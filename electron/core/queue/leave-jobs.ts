import type { Job } from '../../../shared/queue/jobs.ts'
import type { Journal } from '../base/database/journal.ts'
import { writeInPieces } from '../base/database/write-in-pieces.ts'
import { cancelEach, mustBeAsked } from './cancel-jobs.ts'
import type { JobStore } from './job-store.ts'
import type { Operations } from './operation.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly operations: Operations
  readonly clock: { readonly now: () => number }
}

/** How many it was undone for, and not. */
export type Undone = { readonly undone: number; readonly left: number }

/** A job as it was before it was cancelled at that time. */
export type Left = { readonly before: Job; readonly at: number }

const isOpen = ({ status }: Job): boolean => status.state === 'waiting' || status.state === 'parked'

/** Cancels a job that waits or is parked, with what is cancelled with it. Returns all of these. Called inside `journal.write`. */
export const leaveJob = (job: Job, ports: Ports): readonly Left[] => {
  const { jobs } = ports
  const open = [job, ...jobs.dependents(job.id).filter(isOpen)]
  cancelEach([job.id], ports)
  return open.flatMap((before) => {
    const after = jobs.get(before.id)
    return after?.status.state === 'cancelled' ? [{ before, at: after.updatedAt }] : []
  })
}

/** Makes a cancelled job what it was, unless something became of it since. Called inside `journal.write`. */
export const takeUpAgain = ({ before, at }: Left, { jobs }: Pick<Ports, 'jobs'>): boolean => {
  const now = jobs.get(before.id)
  if (now?.status.state !== 'cancelled' || now.updatedAt !== at) return false
  jobs.save({ ...before, blockedBy: now.blockedBy })
  return true
}

/**
 * Cancels parked jobs, in pieces: each job is looked at again in its own piece, and none depends on another. Those whose request may have been done are left: a person must be asked about each. `undo` parks them again, unless
 * something became of them since.
 */
export const leaveJobs = async (
  jobIds: readonly string[],
  ports: Ports,
): Promise<{ readonly settled: number; readonly undo: () => Promise<Undone> }> => {
  const { journal, jobs, operations } = ports
  const cancelled: Left[] = []
  const leave = (id: string): boolean => {
    const job = jobs.get(id)
    if (job?.status.state !== 'parked' || mustBeAsked(job, operations)) return false
    cancelled.push(...leaveJob(job, ports))
    return true
  }
  const settled = await writeInPieces(journal, jobIds, (piece) => piece.filter(leave).length)
  const undo = async (): Promise<Undone> => {
    const undone = await writeInPieces(journal, cancelled, (piece) => piece.filter((one) => takeUpAgain(one, ports)).length)
    return { undone, left: cancelled.length - undone }
  }
  return { settled, undo }
}
