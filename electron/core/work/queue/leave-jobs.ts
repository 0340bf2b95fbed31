import type { Job } from '../../../../shared/jobs.ts'
import type { Journal } from '../../database/journal.ts'
import { writeInPieces } from '../../database/write-in-pieces.ts'
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

/**
 * Cancels parked jobs, with what is cancelled with them. Those whose request may have been done are left: a person must be asked about each. `undo`
 * parks them again, unless something became of them since.
 */
export const leaveJobs = async (
  jobIds: readonly string[],
  ports: Ports,
): Promise<{ readonly settled: number; readonly undo: () => Promise<Undone> }> => {
  const { journal, jobs, operations } = ports
  const cancelled: { readonly before: Job; readonly at: number }[] = []
  const leave = (id: string): boolean => {
    const job = jobs.get(id)
    if (job?.status.state !== 'parked' || mustBeAsked(job, operations)) return false
    const open = [job, ...jobs.dependents(id).filter(({ status }) => status.state === 'waiting' || status.state === 'parked')]
    cancelEach([id], ports)
    for (const before of open) {
      const after = jobs.get(before.id)
      if (after?.status.state === 'cancelled') cancelled.push({ before, at: after.updatedAt })
    }
    return true
  }
  const settled = await writeInPieces(journal, jobIds, (piece) => piece.filter(leave).length)
  const park = ({ before, at }: (typeof cancelled)[number]): boolean => {
    const now = jobs.get(before.id)
    if (now?.status.state !== 'cancelled' || now.updatedAt !== at) return false
    jobs.save({ ...before, blockedBy: now.blockedBy })
    return true
  }
  const undo = async (): Promise<Undone> => {
    const undone = await writeInPieces(journal, cancelled, (piece) => piece.filter(park).length)
    return { undone, left: cancelled.length - undone }
  }
  return { settled, undo }
}
