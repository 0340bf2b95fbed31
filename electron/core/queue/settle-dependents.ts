import type { JobState } from '../../../shared/queue/job-states.ts'
import type { Job } from '../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'
import type { Journal } from '../base/database/journal.ts'
import { closeGap } from './job-dependencies.ts'
import type { JobStore } from './job-store.ts'
import type { Missed } from './operation.ts'

const isParkedForDependency = (job: Job): boolean => job.status.state === 'parked' && job.status.reason.code === 'depends-on-failed'

type Rules = Pick<JobStore, 'ruleOf'>

/** A condition on a row of jobs: what it is about was removed, so nothing waits for it (shelve-jobs.ts). */
export const isShelved = (job: string): string => `(${job}.state = 'cancelled' AND ${job}.status ->> '$.isShelved' = 1)`

/** How many of a job's dependencies still block it: those not done, except shelved ones and ones its operation ignores. */
export const countBlockers = (journal: Journal, jobs: Rules, { id, work }: Job): number => {
  const row = journal.get(
    `SELECT count(*) AS n FROM job_dependencies JOIN jobs ON jobs.id = depends_on WHERE job_id = ? AND jobs.state <> 'done'
     AND ${isShelved('jobs')} IS NOT TRUE AND NOT (jobs.state IN ('parked', 'cancelled') AND jobs.operation IN (SELECT value FROM json_each(?)))`,
    id,
    JSON.stringify(jobs.ruleOf(work).dependencies.passes(work)),
  )
  return Number(row?.n ?? 0)
}

const countMissed = (journal: Journal, jobId: string, operations: readonly OperationName[]): Missed => {
  const row = journal.get(
    `SELECT total(jobs.state = 'parked') AS parked, total(jobs.state = 'cancelled') AS cancelled
     FROM job_dependencies JOIN jobs ON jobs.id = depends_on
     WHERE job_id = ? AND jobs.operation IN (SELECT value FROM json_each(?)) AND ${isShelved('jobs')} IS NOT TRUE`,
    jobId,
    JSON.stringify(operations),
  )
  return { parked: Number(row?.parked ?? 0), cancelled: Number(row?.cancelled ?? 0) }
}

/** `CROSS` makes SQLite start from the few jobs of that state, not from all dependencies of a job. */
const dependsOnState = (journal: Journal, jobId: string, state: 'running' | 'waiting'): boolean =>
  journal.get(
    `SELECT 1 AS found FROM jobs INDEXED BY jobs_by_change CROSS JOIN job_dependencies AS wanted
     ON wanted.depends_on = jobs.id AND wanted.job_id = ? WHERE jobs.state = ? LIMIT 1`,
    jobId,
    state,
  ) !== undefined

/** Dependencies of a job that are looked at one by one. */
const fewDependencies = 100

/** Of a job's first dependencies. `whole`: it has no others. */
const lookAtFew = (journal: Journal, jobId: string): { readonly whole: boolean; readonly open: boolean } => {
  const row = journal.get(
    `SELECT count(*) AS n, total(jobs.state IN ('running', 'waiting')) AS open FROM
       (SELECT depends_on FROM job_dependencies WHERE job_id = ? LIMIT ${fewDependencies}) AS wanted LEFT JOIN jobs ON jobs.id = wanted.depends_on`,
    jobId,
  )
  return { whole: Number(row?.n ?? 0) < fewDependencies, open: Number(row?.open ?? 0) > 0 }
}

/**
 * True while a dependency of a job is still open. Cheap: a few dependencies are looked up, however many other jobs wait; of many, a
 * neighbour is usually running.
 */
export const hasUnsettled = (journal: Journal, jobId: string): boolean => {
  const { whole, open } = lookAtFew(journal, jobId)
  return open || (!whole && (dependsOnState(journal, jobId, 'running') || dependsOnState(journal, jobId, 'waiting')))
}

/**
 * A job with the number of those that block it as it is now. In its row that number is only brought up to date when nothing else of what
 * it depends on is running: a row that names 10,000 pictures is not rewritten for each of them.
 */
export const withBlockers = (journal: Journal, jobs: Rules, job: Job): Job =>
  job.blockedBy === 0 ? job : { ...job, blockedBy: countBlockers(journal, jobs, job) }

type Dependent = { readonly id: string; readonly operation: OperationName }

/** Only those that can change: `hasUnsettled` reads all waiting jobs where nothing is left to wait for. */
const dependentsOf = (journal: Journal, jobId: string): Dependent[] =>
  journal
    .all(
      `SELECT job_id, jobs.operation FROM job_dependencies JOIN jobs ON jobs.id = job_id
       WHERE depends_on = ? AND jobs.state IN ('waiting', 'parked')`,
      jobId,
    )
    .map((row) => ({ id: String(row.job_id), operation: row.operation as OperationName }))

/** What became of a job, for those that depend on it. */
type Settled = { readonly state: JobState; readonly operation: OperationName }

const settleOne = (journal: Journal, jobs: JobStore, { id, operation }: Dependent, settled: Settled, now: number): void => {
  const { state } = settled
  if (state === 'cancelled' && jobs.definitions[operation].dependencies.cancelledWith.includes(settled.operation)) {
    const dropped = jobs.apply(id, { kind: 'cancel', at: now })
    if (dropped) settleDependents(journal, jobs, dropped, now)
    return
  }
  if (state === 'cancelled' && operation === settled.operation) closeGap(journal, id, operation)
  // It is checked when the last of them is settled.
  if (state !== 'waiting' && hasUnsettled(journal, id)) return
  const dependent = jobs.get(id)
  if (!dependent) return
  if (dependent.status.state !== 'waiting' && !isParkedForDependency(dependent)) {
    // It waits for a person, who may continue it when nothing else ends any more.
    const blockedBy = countBlockers(journal, jobs, dependent)
    if (blockedBy !== dependent.blockedBy) jobs.save({ ...dependent, blockedBy })
    return
  }
  const { work } = dependent
  const rules = jobs.ruleOf(work).dependencies
  switch (state) {
    case 'done': {
      const blockedBy = countBlockers(journal, jobs, dependent)
      jobs.save({ ...dependent, blockedBy })
      if (blockedBy === 0) jobs.apply(id, { kind: 'retry', at: now })
      else parkIfStuck(journal, jobs, { ...dependent, blockedBy }, now)
      break
    }
    case 'parked':
    case 'cancelled': {
      const blockedBy = countBlockers(journal, jobs, dependent)
      if (rules.passes(work).includes(settled.operation)) jobs.save({ ...dependent, blockedBy })
      // An upload may have failed before this one did.
      parkIfStuck(journal, jobs, { ...dependent, blockedBy }, now)
      break
    }
    case 'waiting':
      if (isParkedForDependency(dependent)) jobs.apply(id, { kind: 'retry', at: now })
      break
  }
}

/**
 * Updates the jobs that depend on `settled`, in the same transaction. Done: once none of their dependencies is running
 * they start, or park. Parked or cancelled: their operation says whether they are cancelled with it, pass it, or park. Waiting again:
 * they wait again.
 */
export const settleDependents = (journal: Journal, jobs: JobStore, { id, status, work }: Job, now: number): void => {
  if (status.state === 'running') return
  const settled = { state: status.state, operation: work.operation }
  for (const dependent of dependentsOf(journal, id)) settleOne(journal, jobs, dependent, settled, now)
}

/** The same for jobs that were cancelled by one statement: a job that depends on some of them, with an operation of theirs. */
export const settleAfterCancelled = (
  journal: Journal,
  jobs: JobStore,
  { id, cause }: { readonly id: string; readonly cause: OperationName },
  now: number,
): void => {
  const job = jobs.standing(id)
  if (job?.state !== 'waiting' && job?.state !== 'parked') return
  settleOne(journal, jobs, { id, operation: job.operation }, { state: 'cancelled', operation: cause }, now)
}

/**
 * Counts again what blocks a job, after what it depends on was cancelled, removed or restored: it is cancelled with that, waits for less or more, or
 * parks. One that still waits for others is counted when they end.
 */
export const recountBlockers = (journal: Journal, jobs: JobStore, jobId: string, now: number): void => {
  const standing = jobs.standing(jobId)
  if (standing?.state !== 'waiting' && standing?.state !== 'parked') return
  if (lostNeeded(journal, jobs, jobId, standing.operation)) {
    const dropped = jobs.apply(jobId, { kind: 'cancel', at: now })
    if (dropped) settleDependents(journal, jobs, dropped, now)
    return
  }
  if (standing.state === 'waiting' && standing.blockedBy > 0 && hasUnsettled(journal, jobId)) return
  const before = jobs.get(jobId)
  if (!before) return
  const after = { ...before, blockedBy: countBlockers(journal, jobs, before) }
  if (after.blockedBy !== before.blockedBy) jobs.save(after)
  if (after.blockedBy === 0 && isParkedForDependency(after)) jobs.apply(jobId, { kind: 'retry', at: now })
  if (after.status.state === 'waiting') parkIfStuck(journal, jobs, after, now)
}

/** Something that it is cancelled with was cancelled. */
const lostNeeded = (journal: Journal, jobs: JobStore, jobId: string, operation: OperationName): boolean => {
  const needed = jobs.definitions[operation].dependencies.cancelledWith
  return (
    needed.length > 0 &&
    journal.get(
      `SELECT 1 FROM job_dependencies JOIN jobs ON jobs.id = depends_on
       WHERE job_id = ? AND jobs.state = 'cancelled' AND jobs.operation IN (SELECT value FROM json_each(?)) LIMIT 1`,
      jobId,
      JSON.stringify(needed),
    ) !== undefined
  )
}

/** Parks a job whose missing dependency won't finish by itself, as its operation says. */
export const parkIfStuck = (journal: Journal, jobs: JobStore, dependent: Job, now: number): void => {
  const { work } = dependent
  const rules = jobs.ruleOf(work).dependencies
  if (dependent.blockedBy === 0 || rules.misses.length === 0 || hasUnsettled(journal, dependent.id)) return
  const missed = countMissed(journal, dependent.id, rules.misses)
  const parked = missed.parked + missed.cancelled === 0 ? null : rules.park(work, missed)
  if (!parked) return
  const after = jobs.apply(dependent.id, { kind: 'park', at: now, ...parked })
  // Operations that ignore it need not wait for it now.
  if (after) settleDependents(journal, jobs, after, now)
}
