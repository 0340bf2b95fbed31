import type { Job } from '../../../shared/queue/jobs.ts'
import type { Journal } from '../base/database/journal.ts'
import { cancelEach, mustBeAsked } from './cancel-jobs.ts'
import type { JobStore } from './job-store.ts'
import type { Operations } from './operation.ts'
import { reopen } from './reopen-jobs.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly operations: Operations
  readonly clock: { readonly now: () => number }
}

/** How many it was undone for, and not. */
export type Undone = { readonly undone: number; readonly left: number }

/** A job that was cancelled at that time. */
export type Left = { readonly id: string; readonly at: number }

const isOpen = ({ status }: Job): boolean => status.state === 'waiting' || status.state === 'parked'

/** Cancels a job that waits or is parked, with what is cancelled with it. Returns all of these. Called inside `journal.write`. */
export const leaveJob = (job: Job, ports: Ports): readonly Left[] => {
  const { jobs } = ports
  const open = [job, ...jobs.dependents(job.id).filter(isOpen)]
  cancelEach([job.id], ports)
  return open.flatMap(({ id }) => {
    const after = jobs.get(id)
    return after?.status.state === 'cancelled' ? [{ id, at: after.updatedAt }] : []
  })
}

/** Reopens a cancelled job, unless something became of it since. Called inside `journal.write`. */
export const takeUpAgain = ({ id, at }: Left, ports: Omit<Ports, 'operations'>): boolean => {
  const now = ports.jobs.get(id)
  return now?.status.state === 'cancelled' && now.updatedAt === at && reopen(id, ports)
}

/**
 * Cancels parked jobs in one transaction. Those whose request may have been done are left: a person must be asked about each. `undo` reopens them,
 * unless something became of them since.
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
  const settled = journal.write(() => jobIds.filter(leave).length)
  await journal.durable()
  const undo = async (): Promise<Undone> => {
    const undone = journal.write(() => cancelled.filter((one) => takeUpAgain(one, ports)).length)
    await journal.durable()
    return { undone, left: cancelled.length - undone }
  }
  return { settled, undo }
}
