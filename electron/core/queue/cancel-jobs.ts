import { AppError } from '../../../shared/base/errors.ts'
import type { Job } from '../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'
import type { Journal } from '../base/database/journal.ts'
import type { JobFilter, JobStore } from './job-store.ts'
import { type AnyOperation, type Operations, operationOf } from './operation.ts'
import { isShelved, settleAfterCancelled, settleDependents } from './settle-dependents.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore; readonly clock: { readonly now: () => number } }
type CancelPorts = Ports & { readonly operations: Operations }
export type Cancelled = { readonly cancelled: number; readonly left: number }

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

/** Open jobs that a command means: in these states, and of this operation, connection or action where it says so. */
export type OpenJobs = Pick<JobFilter, 'operation' | 'connectionId' | 'action'> & {
  readonly states: readonly ('running' | 'waiting' | 'parked')[]
  /** Only those that no other job waits for, but cancelled ones. */
  readonly isUnneeded?: boolean
  /** Only these. */
  readonly ids?: readonly string[]
}

/** As conditions on a row of jobs. `left`: operations of which those stay whose request may have been done. */
const meantWhatever = (job: string, { operation, connectionId, action, isUnneeded, ids }: Omit<OpenJobs, 'states'>): string =>
  [
    'TRUE',
    ...(operation === undefined ? [] : [`${job}.operation = :operation`]),
    ...(connectionId === undefined ? [] : [`${job}.connection_id IS :connectionId`]),
    ...(action === undefined ? [] : [`${job}.action = :action`]),
    ...(ids === undefined ? [] : [`${job}.id IN (SELECT value FROM json_each(:ids))`]),
    ...(isUnneeded
      ? [
          `NOT EXISTS (SELECT 1 FROM job_dependencies AS need CROSS JOIN jobs AS needing ON needing.id = need.job_id
             WHERE need.depends_on = ${job}.id AND needing.state <> 'cancelled')`,
        ]
      : []),
  ].join(' AND ')

const meant = (job: string, open: OpenJobs): string =>
  `${job}.state IN (SELECT value FROM json_each(:states)) AND ${meantWhatever(job, open)}`

const mayBeDone = (job: string): string => `${job}.uncertain_attempts > 0 AND ${job}.operation IN (SELECT value FROM json_each(:left))`

/**
 * Cancels all of these in one transaction, by statements and not one by one: a plan, a question or a job that is added meanwhile comes wholly
 * before or after it. Running ones are not tried again, and don't count. `left`: how many stay for a person, whose request may have been done, of
 * these operations. Called inside `journal.write`.
 */
export const cancelOpen = (open: OpenJobs, left: readonly OperationName[], { journal, jobs, clock }: Ports): Cancelled => {
  const at = clock.now()
  const { states, isUnneeded: _, ids, ...of } = open
  // A name that no condition has can't be bound.
  const named = Object.fromEntries(Object.entries({ ...of, ids: ids && JSON.stringify(ids) }).filter(([, value]) => value !== undefined))
  // What a command still has to write is none of these.
  if (ids === undefined) jobs.noteCancel(of)
  const values = (these: readonly string[]) => ({ ...named, states: JSON.stringify(these), left: JSON.stringify(left) })
  const still = states.filter((state) => state !== 'running')
  const stays = journal.get(`SELECT count(*) AS n FROM jobs WHERE ${meant('jobs', open)} AND ${mayBeDone('jobs')}`, values(states))
  // Those that stay: the others are cancelled themselves.
  const dependents = journal.all(
    `SELECT DISTINCT dependent.id, one.operation AS cause FROM jobs AS one CROSS JOIN job_dependencies ON depends_on = one.id
     CROSS JOIN jobs AS dependent ON dependent.id = job_id
     WHERE ${meant('one', open)} AND NOT (${mayBeDone('one')}) AND dependent.state IN ('waiting', 'parked')
       AND (NOT (${meant('dependent', open)}) OR (${mayBeDone('dependent')}))`,
    values(still),
  )
  const cancelled = journal.run(
    `UPDATE jobs SET state = 'cancelled', not_before = 0, updated_at = :at, status = iif(
       state = 'parked' AND status ->> '$.reason.code' <> 'depends-on-failed',
       json_set(:status, '$.was', json_object('reason', status -> '$.reason', 'choices', status -> '$.choices')), :status)
     WHERE ${meant('jobs', open)} AND NOT (${mayBeDone('jobs')})`,
    { ...values(still), status: JSON.stringify({ state: 'cancelled', at }), at },
  )
  if (states.includes('running'))
    journal.run(
      `UPDATE jobs SET status = json_set(status, '$.isCancelled', json('true')), updated_at = max(:at, updated_at + 1)
       WHERE ${meant('jobs', open)} AND NOT (${mayBeDone('jobs')})`,
      { ...values(['running']), at },
    )
  // Work of things that are removed does not come back with them.
  journal.run(
    `UPDATE jobs SET status = json_remove(status, '$.isShelved'), updated_at = max(:at, updated_at + 1)
     WHERE ${isShelved('jobs')} AND iif(status -> '$.was' IS NULL, 'waiting', 'parked') IN (SELECT value FROM json_each(:states))
       AND ${meantWhatever('jobs', open)}`,
    { ...named, states: JSON.stringify(still), at },
  )
  for (const { id, cause } of dependents) settleAfterCancelled(journal, jobs, { id: String(id), cause: cause as OperationName }, at)
  return { cancelled, left: Number(stays?.n ?? 0) }
}

/** Operations of which a person is asked before a job is cancelled whose request may have been done. */
export const askedBeforeCancelled = (operations: Operations): OperationName[] =>
  Object.values(operations).flatMap((operation: AnyOperation) => (operation.tell === undefined ? [] : [operation.name]))

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
