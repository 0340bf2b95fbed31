import type { Job, JobWork } from '../../../shared/queue/jobs.ts'
import type { Journal } from '../base/database/journal.ts'
import { findLastInLine } from './find-jobs.ts'
import type { JobStore } from './job-store.ts'
import { countBlockers, parkIfStuck, settleDependents } from './settle-dependents.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore; readonly clock: { readonly now: () => number } }

/** Jobs of one subject go one after the other, and each may pass an earlier one that is parked. Others with one subject are the same request. */
const goesInLine = ({ jobs }: Ports, work: JobWork): boolean => jobs.ruleOf(work).dependencies.passes(work).includes(work.operation)

/** Other jobs that are not over, for the same subject and connection. */
const openBeside = ({ journal, jobs }: Ports, { id, connectionId, work }: Job): Job[] =>
  journal
    .all(
      `SELECT id FROM jobs INDEXED BY jobs_by_subject WHERE operation = ? AND subject = ? AND connection_id IS ?
       AND state IN ('waiting', 'running', 'parked') AND id <> ? ORDER BY seq`,
      work.operation,
      jobs.ruleOf(work).subject(work),
      connectionId,
      id,
    )
    .flatMap((row) => jobs.get(String(row.id)) ?? [])

/** The same was asked for again meanwhile. */
const isAskedAgain = (ports: Ports, job: Job): boolean => {
  const { exclusiveKey } = ports.jobs.ruleOf(job.work)
  return openBeside(ports, job).some(({ work }) => exclusiveKey(work) === exclusiveKey(job.work))
}

/** It would wait for what will never be done. */
const isCancelledWith = ({ journal, jobs }: Ports, { id, work }: Job): boolean =>
  journal.get(
    `SELECT 1 FROM job_dependencies CROSS JOIN jobs ON jobs.id = depends_on
     WHERE job_id = ? AND state = 'cancelled' AND operation IN (SELECT value FROM json_each(?)) LIMIT 1`,
    id,
    JSON.stringify(jobs.ruleOf(work).dependencies.cancelledWith),
  ) !== undefined

/** It becomes the last in line, like a new one: the others no longer wait for it. */
const lineUp = (ports: Ports, job: Job): void => {
  const { journal, jobs } = ports
  const subject = jobs.ruleOf(job.work).subject(job.work)
  journal.run(
    'DELETE FROM job_dependencies WHERE depends_on = ?1 AND job_id IN (SELECT id FROM jobs WHERE operation = ?2 AND subject = ?3)',
    job.id,
    job.work.operation,
    subject,
  )
  const last = findLastInLine(journal, job.work.operation, subject)
  if (last !== undefined) jobs.depend(job.id, last)
}

/** What waits for it, and could start without it, waits for it again. How many block one that is blocked is counted when that matters. */
const awaitAgain = ({ journal, jobs }: Ports, jobId: string): void => {
  const ready = journal.all(
    "SELECT id FROM job_dependencies CROSS JOIN jobs ON jobs.id = job_id WHERE depends_on = ? AND state = 'waiting' AND blocked_by = 0",
    jobId,
  )
  for (const { id } of ready) {
    const dependent = jobs.get(String(id))
    if (dependent) jobs.save({ ...dependent, blockedBy: countBlockers(journal, jobs, dependent) })
  }
}

/**
 * Makes a cancelled job one to do again, as if it were asked for now: for whom and about what its row says today, after all that is open for its subject.
 * Never write back the row of a job as it was before: products are merged, workspaces connected, and jobs end meanwhile. One that was parked for a
 * person is parked again. `false`: it stays as it is, since it was not cancelled, or is asked for again, or what it needs was cancelled, too.
 * What a job depends on is reopened before it. Called inside `journal.write`.
 */
export const reopen = (jobId: string, ports: Ports): boolean => {
  const { journal, jobs, clock } = ports
  const job = jobs.get(jobId)
  const at = clock.now()
  if (job?.status.state === 'running' && job.status.isCancelled) return jobs.apply(jobId, { kind: 'reopen', at }) !== undefined
  if (job?.status.state !== 'cancelled' || isCancelledWith(ports, job)) return false
  if (goesInLine(ports, job.work)) lineUp(ports, job)
  else if (isAskedAgain(ports, job)) return false
  const open = jobs.apply(jobId, { kind: 'reopen', at })
  if (!open) return false
  const counted = { ...open, blockedBy: countBlockers(journal, jobs, open) }
  if (counted.blockedBy !== open.blockedBy) jobs.save(counted)
  settleDependents(journal, jobs, counted, at)
  awaitAgain(ports, jobId)
  if (counted.status.state === 'waiting') parkIfStuck(journal, jobs, counted, at)
  return true
}

/**
 * Sets an open job aside again, as it was before a change that is undone retried it. Only that is remembered: all else is as its row says today. Called inside
 * `journal.write`.
 */
export const parkAgain = ({ id, status }: Job, { journal, jobs, clock }: Ports): void => {
  const now = jobs.get(id)
  if (!now || (now.status.state !== 'waiting' && now.status.state !== 'parked')) return
  const at = clock.now()
  const blockedBy = countBlockers(journal, jobs, now)
  const after: Job = status.state === 'parked' ? { ...now, status, blockedBy, updatedAt: at } : { ...now, blockedBy }
  jobs.save(after)
  settleDependents(journal, jobs, after, at)
}
