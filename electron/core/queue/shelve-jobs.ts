import type { OperationName } from '../../../shared/queue/operations.ts'
import type { Journal } from '../base/database/journal.ts'
import type { JobStore } from './job-store.ts'
import { isShelved, recountBlockers } from './settle-dependents.ts'

/*
 * Open work about things that are removed is shelved: cancelled, and told from other cancelled work by its own row, so that a restart forgets nothing. What
 * depends on it continues without it. What is running is shelved when it turns out not to be done. It is reopened with the thing: for whom and about what its
 * row says today (reopen-jobs.ts). `at`: the moment of the removal, by which its work is told from that of another one. All of it by statements, since it may
 * be about thousands. Call these inside `journal.write`.
 */

type Ports = { readonly journal: Journal; readonly jobs: JobStore }

/** A removed thing, and when it was removed. */
export type Removed = readonly [subject: string, at: number]

/** The rows of jobs of these operations about each of `:subjects`, a list whose entries begin with the subject. */
const about = (operations: readonly OperationName[], where: string, index: 'jobs_by_subject' | 'jobs_shelved'): string =>
  operations
    .map(
      (name) => `SELECT one.seq FROM json_each(:subjects) AS wanted CROSS JOIN jobs AS one INDEXED BY ${index}
         ON one.operation = '${name}' AND one.subject >= wanted.value ->> 0 AND one.subject < (wanted.value ->> 0) || char(11)
         WHERE ${where}`,
    )
    .join(' UNION ALL ')

const shelve = ({ journal }: Ports, rows: string, named: Readonly<Record<string, string>>, at: number): number =>
  journal.run(
    `UPDATE jobs SET state = 'cancelled', not_before = 0, updated_at = max(:at, updated_at + 1), status = iif(
       state = 'parked' AND status ->> '$.reason.code' <> 'depends-on-failed',
       json_set(:status, '$.was', json_object('reason', status -> '$.reason', 'choices', status -> '$.choices')), :status)
     WHERE seq IN (${rows})`,
    { ...named, at, status: JSON.stringify({ state: 'cancelled', at, isShelved: true }) },
  )

/** Those that depend on what was shelved or reopened wait for less, or more. */
const recount = ({ journal, jobs }: Ports, jobIds: readonly string[], now: number): void => {
  for (const id of jobIds) recountBlockers(journal, jobs, id, now)
}

/** All jobs of `:operations` in these states: for those of which there are few, and not for what each of thousands of things has. */
const amongAll = (states: string): string =>
  `SELECT seq FROM jobs INDEXED BY jobs_by_change WHERE state IN (${states}) AND operation IN (SELECT value FROM json_each(:operations))`
const isRunning = `seq IN (${amongAll("'running'")})`
/** The thing that a job's subject begins with. */
const subjectOf = 'substr(subject, 1, instr(subject || char(10), char(10)) - 1)'
const isAbout = `${subjectOf} IN (SELECT value ->> 0 FROM json_each(:subjects))`

const isOpen = "one.state IN ('waiting', 'parked')"

/** Shelves the open jobs of these operations about these things. `dependents`: the jobs that may depend on them. */
export const shelveJobsAbout = (
  ports: Ports,
  { operations, subjects, dependents, at }: Shelved & { readonly subjects: readonly string[]; readonly at: number },
): void => {
  const wanted = JSON.stringify(subjects.map((one) => [one]))
  const names = JSON.stringify(operations)
  const open = ports.journal.get(
    "SELECT total(jobs) AS n FROM job_counts WHERE state IN ('waiting', 'parked') AND operation IN (SELECT value FROM json_each(?))",
    names,
  )
  // All that is open is looked at, or all that was ever done about these things: whichever is less.
  if (Number(open?.n) > subjects.length) shelve(ports, about(operations, isOpen, 'jobs_by_subject'), { subjects: wanted }, at)
  else shelve(ports, `${amongAll("'waiting', 'parked'")} AND ${isAbout}`, { subjects: wanted, operations: names }, at)
  // What is under way may be done by now; it is shelved when it turns out not to be.
  ports.journal.run(
    `UPDATE jobs SET status = json_set(status, '$.shelvedAt', :at), updated_at = max(:at, updated_at + 1)
     WHERE ${isRunning} AND ${isAbout}`,
    { subjects: wanted, operations: names, at },
  )
  recount(ports, dependents, at)
}

type Shelved = { readonly operations: readonly OperationName[]; readonly dependents: readonly string[] }

/** Shelves these jobs, where they are open. */
export const shelveJobs = (ports: Ports, jobIds: readonly string[], at: number): void => {
  const ids = JSON.stringify(jobIds)
  const waiting = ports.journal.all(
    `SELECT DISTINCT dependent.id FROM json_each(?) AS wanted CROSS JOIN job_dependencies ON depends_on = wanted.value
     CROSS JOIN jobs AS dependent ON dependent.id = job_id WHERE dependent.state IN ('waiting', 'parked')`,
    ids,
  )
  shelve(
    ports,
    `SELECT one.seq FROM json_each(:subjects) AS wanted CROSS JOIN jobs AS one ON one.id = wanted.value WHERE ${isOpen}`,
    { subjects: ids },
    at,
  )
  recount(
    ports,
    waiting.map(({ id }) => String(id)),
    at,
  )
}

/** These stay cancelled: what they are about is removed for good. */
export const dropShelved = ({ run }: Pick<Journal, 'run'>, jobIds: readonly string[]): void => {
  run(
    `UPDATE jobs SET status = json_remove(status, '$.isShelved') WHERE ${isShelved('jobs')} AND id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(jobIds),
  )
}

/** Those of these that are shelved stay so, as if they had been at these moments. */
export const shelveUntil = ({ run }: Pick<Journal, 'run'>, jobs: readonly Removed[]): void => {
  run(
    `UPDATE jobs SET status = json_set(status, '$.at', value ->> 1) FROM json_each(?) WHERE jobs.id = value ->> 0 AND ${isShelved('jobs')}`,
    JSON.stringify(jobs),
  )
}

/** Those of these jobs that are shelved, and when they were; the oldest first. */
export const listShelved = (journal: Journal, jobIds: readonly string[]): Removed[] =>
  journal
    .all(
      `SELECT jobs.id, status ->> '$.at' AS at FROM json_each(?) AS wanted CROSS JOIN jobs ON jobs.id = wanted.value WHERE ${isShelved('jobs')}
       ORDER BY jobs.seq`,
      JSON.stringify(jobIds),
    )
    .map(({ id, at }): Removed => [String(id), Number(at)])

/** The shelved jobs of an operation that are of this connection; `null`: of none yet. */
export const listShelvedOf = (journal: Journal, operation: OperationName, connectionId: string | null): string[] =>
  journal
    .all(`SELECT id FROM jobs WHERE ${isShelved('jobs')} AND operation = ? AND connection_id IS ? ORDER BY seq`, operation, connectionId)
    .map(({ id }) => String(id))

/** Reopens jobs of these operations that were shelved with these things; each is the only one with its subject. `dependents`: as above. */
export const reopenJobsAbout = (
  ports: Ports,
  { operations, removed, dependents, now }: Shelved & { readonly removed: readonly Removed[]; readonly now: number },
): void => {
  const isItsOwn = `${isShelved('one')} AND one.status ->> '$.at' = wanted.value ->> 1`
  ports.journal.run(
    `UPDATE jobs SET state = iif(status -> '$.was' IS NULL, 'waiting', 'parked'), not_before = iif(status -> '$.was' IS NULL, :now, 0),
       counted_failures = 0, first_failure_at = NULL, updated_at = max(:now, updated_at + 1), status = iif(
       status -> '$.was' IS NULL, json_object('state', 'waiting', 'notBefore', :now, 'because', NULL),
       json_object('state', 'parked', 'at', :now, 'reason', status -> '$.was.reason', 'choices', status -> '$.was.choices'))
     WHERE seq IN (${about(operations, isItsOwn, 'jobs_shelved')})`,
    { subjects: JSON.stringify(removed), now: Math.ceil(now) },
  )
  ports.journal.run(
    `UPDATE jobs SET status = json_remove(status, '$.shelvedAt'), updated_at = max(:now, updated_at + 1)
     WHERE ${isRunning} AND (${subjectOf}, status ->> '$.shelvedAt') IN (SELECT value ->> 0, value ->> 1 FROM json_each(:subjects))`,
    { subjects: JSON.stringify(removed), operations: JSON.stringify(operations), now: Math.ceil(now) },
  )
  recount(ports, dependents, now)
}
