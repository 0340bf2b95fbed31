import { AppError } from '../../../shared/base/errors.ts'
import type { Job } from '../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'
import type { Journal } from '../base/database/journal.ts'
import { writeInPieces } from '../base/database/write-in-pieces.ts'
import type { JobFilter, JobStore } from './job-store.ts'
import { type Operations, operationOf } from './operation.ts'
import { settleDependents } from './settle-dependents.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore; readonly clock: { readonly now: () => number } }
type CancelPorts = Ports & { readonly operations: Operations }

/**
 * How many were cancelled. Done and cancelled jobs stay as they are; running ones are not tried again. Called inside `journal.write`.
 */
export const cancelEach = (jobIds: readonly string[], { journal, jobs, clock }: Ports): number => {
  const now = clock.now()
  return jobIds.filter((id) => {
    const before = jobs.get(id)
    if (!before) throw new AppError('unknown-id', { kind: 'job-unknown', jobId: id }, { kept: 'nothing-changed' })
    if (before.status.state === 'cancelled') return false
    const after = jobs.apply(id, { kind: 'cancel', at: now })
    if (after?.status.state !== 'cancelled') return false
    settleDependents(journal, jobs, after, now)
    return true
  }).length
}

/**
 * Cancels these jobs, unless they are done. `wasDone`: a person's answer about requests without an answer. Errors:
 * `unknown-id` (nothing was changed).
 */
export const cancelJobs = async (jobIds: readonly string[], wasDone: boolean | undefined, ports: CancelPorts): Promise<number> => {
  const cancelled = ports.journal.write(() => {
    const count = cancelEach(jobIds, ports)
    if (wasDone === undefined) return count
    for (const id of jobIds) {
      const job = ports.jobs.get(id)
      if (job?.status.state === 'cancelled') operationOf(ports.operations, job.work).tell?.(job, wasDone)
    }
    return count
  })
  await ports.journal.durable()
  return cancelled
}

/** Its request may have been done, and it is of a kind that a person must be asked about. */
export const mustBeAsked = (job: Job, operations: Operations): boolean =>
  job.status.state !== 'cancelled' && job.uncertainAttempts > 0 && operationOf(operations, job.work).tell !== undefined

/** Open jobs of this operation that a job of the same action waits for, and that only cancelled jobs wait for. */
export const listUnneeded = (journal: Journal, jobId: string, operation: OperationName): string[] =>
  journal
    .all(
      `SELECT needed.id FROM job_dependencies AS one CROSS JOIN jobs AS needed ON needed.id = one.depends_on
       WHERE one.job_id = ?1 AND needed.operation = ?2 AND needed.state IN ('waiting', 'parked')
         AND needed.action = (SELECT action FROM jobs WHERE id = ?1)
         AND NOT EXISTS (
           SELECT 1 FROM job_dependencies AS other JOIN jobs AS waiting ON waiting.id = other.job_id
           WHERE other.depends_on = needed.id AND waiting.state <> 'cancelled'
         )`,
      jobId,
      operation,
    )
    .map((row) => String(row.id))

/**
 * Cancels the jobs of an action that are not done, newest first: the oldest ones keep starting meanwhile. `left`: those whose request may have
 * been done, of a kind that a person must be asked about.
 */
export const cancelAction = async (
  filter: Pick<JobFilter, 'action' | 'connectionId'>,
  ports: CancelPorts,
): Promise<{ cancelled: number; left: number }> => {
  const { journal, jobs, operations } = ports
  let left = 0
  const isLeft = (id: string): boolean => {
    const job = jobs.get(id)
    const must = job !== undefined && mustBeAsked(job, operations)
    if (must) left++
    return must
  }
  const open = (['running', 'waiting', 'parked'] as const).flatMap((state) => jobs.listIds({ ...filter, state }).reverse())
  const cancelled = await writeInPieces(journal, open, (piece) =>
    cancelEach(
      piece.filter((id) => !isLeft(id)),
      ports,
    ),
  )
  return { cancelled, left }
}

/**
 * The open job for this work, for whoever asks for it again: one that was cancelled while it runs is wanted after all. Called inside `journal.write`.
 */
export const findWanted = (
  { jobs, clock }: Pick<Ports, 'jobs' | 'clock'>,
  ...[work, connectionId, states]: Parameters<JobStore['find']>
): Job | undefined => {
  const found = jobs.find(work, connectionId, states)
  const isGivenUp = found?.status.state === 'running' && found.status.isCancelled
  return isGivenUp ? jobs.apply(found.id, { kind: 'retry', at: clock.now() }) : found
}

/** Cancels all waiting jobs, newest first, because the oldest ones keep starting meanwhile; those that run already are not tried again. */
export const cancelWaiting = (filter: Pick<JobFilter, 'operation' | 'connectionId'>, ports: Ports): Promise<number> => {
  const open = (['running', 'waiting'] as const).flatMap((state) => ports.jobs.listIds({ ...filter, state }).reverse())
  // In pieces, as each job settles its dependents: 20,000 hold the thread for seconds. Those that start meanwhile are cancelled as running ones.
  return writeInPieces(ports.journal, open, (piece) => cancelEach(piece, ports))
}
