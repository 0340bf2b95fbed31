import type { Job } from '../../../../shared/jobs.ts'
import type { Journal } from '../../database/journal.ts'
import type { JobStore } from './job-store.ts'

const isParkedForDependency = (job: Job): boolean => job.status.state === 'parked' && job.status.reason.code === 'depends-on-failed'

/**
 * How many of a job's dependencies still block it. An earlier attach of the same list that will not run by itself blocks nothing (the
 * list is computed when it is sent); with `onlyReady`, neither do parked or cancelled uploads.
 */
export const countBlockers = (journal: Journal, jobId: string, onlyReady: boolean): number => {
  const passable = onlyReady ? "('attach-sources', 'upload-source')" : "('attach-sources')"
  const row = journal.get(
    `SELECT count(*) AS n FROM job_dependencies JOIN jobs ON jobs.id = depends_on WHERE job_id = ? AND jobs.state <> 'done'
     AND NOT (jobs.operation IN ${passable} AND jobs.state IN ('parked', 'cancelled'))`,
    jobId,
  )
  return Number(row?.n ?? 0)
}

const countFailedUploads = (journal: Journal, jobId: string): number =>
  Number(
    journal.get(
      `SELECT count(*) AS n FROM job_dependencies JOIN jobs ON jobs.id = depends_on
       WHERE job_id = ? AND jobs.operation = 'upload-source' AND jobs.state IN ('parked', 'cancelled')`,
      jobId,
    )?.n ?? 0,
  )

/** `CROSS`: from the few jobs of that state to the dependency, never through all that a job depends on. */
const dependsOnState = (journal: Journal, jobId: string, state: 'running' | 'waiting'): boolean =>
  journal.get(
    `SELECT 1 AS found FROM jobs INDEXED BY jobs_by_change CROSS JOIN job_dependencies AS wanted
     ON wanted.depends_on = jobs.id AND wanted.job_id = ? WHERE jobs.state = ? LIMIT 1`,
    jobId,
    state,
  ) !== undefined

/** True while something that a job depends on is still to be done. Most often a neighbour runs, so that this costs little. */
export const hasUnsettled = (journal: Journal, jobId: string): boolean =>
  dependsOnState(journal, jobId, 'running') || dependsOnState(journal, jobId, 'waiting')

/**
 * A job with the number of those that block it as it is now. In its row that number is only brought up to date when nothing else of what
 * it depends on is under way: a row that names 10,000 pictures is not written anew for each of them.
 */
export const withBlockers = (journal: Journal, job: Job): Job =>
  job.blockedBy === 0
    ? job
    : { ...job, blockedBy: countBlockers(journal, job.id, job.work.operation === 'attach-sources' && job.work.onlyReady) }

const dependentIds = (journal: Journal, jobId: string): string[] =>
  journal.all('SELECT job_id FROM job_dependencies WHERE depends_on = ?', jobId).map((row) => String(row.job_id))

/**
 * Tells the jobs that depend on `settled` what became of it, in the same transaction. Done: once nothing of theirs is under way any more
 * they start, or park. Parked or cancelled, and nothing else of theirs is under way: they park with "attach what is ready" or "wait".
 * Waiting again: they wait again. With a product that is not to be made goes what was to be attached to it.
 */
export const settleDependents = (journal: Journal, jobs: JobStore, settled: Job, now: number): void => {
  const { state } = settled.status
  if (state === 'running') return
  for (const id of dependentIds(journal, settled.id)) {
    if (state === 'cancelled' && settled.work.operation === 'create-product') {
      const dropped = jobs.apply(id, { kind: 'cancel', at: now })
      if (dropped) settleDependents(journal, jobs, dropped, now)
      continue
    }
    // It is looked at when the last of them is settled.
    if (state !== 'waiting' && hasUnsettled(journal, id)) continue
    const dependent = jobs.get(id)
    if (!dependent || (dependent.status.state !== 'waiting' && !isParkedForDependency(dependent))) continue
    const onlyReady = dependent.work.operation === 'attach-sources' && dependent.work.onlyReady
    switch (state) {
      case 'done': {
        const blockedBy = countBlockers(journal, id, onlyReady)
        jobs.save({ ...dependent, blockedBy })
        if (blockedBy === 0) jobs.apply(id, { kind: 'retry', at: now })
        else parkIfStuck(journal, jobs, { ...dependent, blockedBy }, now)
        break
      }
      case 'parked':
      case 'cancelled': {
        if (dependent.work.operation !== 'attach-sources') break
        const blockedBy = countBlockers(journal, id, onlyReady)
        if (onlyReady || settled.work.operation === 'attach-sources') jobs.save({ ...dependent, blockedBy })
        if (settled.work.operation === 'upload-source') parkIfStuck(journal, jobs, { ...dependent, blockedBy }, now)
        break
      }
      case 'waiting':
        if (isParkedForDependency(dependent)) jobs.apply(id, { kind: 'retry', at: now })
        break
    }
  }
}

/** Parks an attach whose missing uploads will not come by themselves, unless a person chose to wait or to go on without them. */
export const parkIfStuck = (journal: Journal, jobs: JobStore, dependent: Job, now: number): void => {
  const { work } = dependent
  if (work.operation !== 'attach-sources' || work.onlyReady || work.waits || dependent.blockedBy === 0) return
  if (hasUnsettled(journal, dependent.id)) return
  const missing = countFailedUploads(journal, dependent.id)
  if (missing === 0) return
  const total = work.imageIds.length
  jobs.apply(dependent.id, {
    kind: 'park',
    at: now,
    reason: {
      code: 'depends-on-failed',
      message: `${missing} of ${total} pictures could not be uploaded, so nothing was attached yet. ${total - missing} are ready.`,
      action: `Attach the ${total - missing} that are ready, or wait for the others and mend their uploads.`,
    },
    choices: total - missing > 0 ? ['ready', 'wait'] : ['wait'],
  })
}
