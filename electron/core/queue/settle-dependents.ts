import type { Job } from '../../../shared/jobs.ts'
import type { Journal } from '../database/journal.ts'
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

const hasUnsettled = (journal: Journal, jobId: string): boolean =>
  journal.get(
    `SELECT 1 AS found FROM job_dependencies JOIN jobs ON jobs.id = depends_on
     WHERE job_id = ? AND jobs.state IN ('waiting', 'running') LIMIT 1`,
    jobId,
  ) !== undefined

/**
 * Tells the jobs that depend on `settled` what became of it, in the same transaction. Done: they are one blocker nearer. Parked or
 * cancelled, and nothing else of theirs is under way: they park with "attach what is ready" or "wait". Waiting again: they wait again.
 */
export const settleDependents = (journal: Journal, jobs: JobStore, settled: Job, now: number): void => {
  for (const dependent of jobs.dependents(settled.id)) {
    if (dependent.status.state !== 'waiting' && !isParkedForDependency(dependent)) continue
    const onlyReady = dependent.work.operation === 'attach-sources' && dependent.work.onlyReady
    switch (settled.status.state) {
      case 'done': {
        const blockedBy = onlyReady ? countBlockers(journal, dependent.id, true) : Math.max(0, dependent.blockedBy - 1)
        jobs.save({ ...dependent, blockedBy })
        if (blockedBy === 0) jobs.apply(dependent.id, { kind: 'retry', at: now })
        else parkIfStuck(journal, jobs, { ...dependent, blockedBy }, now)
        break
      }
      case 'parked':
      case 'cancelled': {
        if (dependent.work.operation !== 'attach-sources') break
        if (onlyReady || settled.work.operation === 'attach-sources')
          jobs.save({ ...dependent, blockedBy: countBlockers(journal, dependent.id, onlyReady) })
        if (settled.work.operation === 'upload-source') parkIfStuck(journal, jobs, dependent, now)
        break
      }
      case 'waiting':
        if (isParkedForDependency(dependent)) jobs.apply(dependent.id, { kind: 'retry', at: now })
        break
      case 'running':
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
