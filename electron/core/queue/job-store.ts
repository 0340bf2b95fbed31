import type { JobState } from '../../../shared/queue/job-states.ts'
import type { Job, JobWork } from '../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'
import type { Journal, Row } from '../base/database/journal.ts'
import type { ActionOfJob } from './action-store.ts'
import { type JobEvent, transition } from './job-transition.ts'
import { createManyJobs } from './many-jobs.ts'
import { type AnyDefinition, definitionOf, namesOf, type OperationDefinitions } from './operation.ts'
import { countUncertainElsewhere, keepRepeat, repeatBy } from './repeats.ts'

const readJob = (row: Row): Job => ({
  id: String(row.id),
  connectionId: row.connection_id === null ? null : String(row.connection_id),
  work: JSON.parse(String(row.work)) as JobWork,
  status: JSON.parse(String(row.status)) as Job['status'],
  attempts: Number(row.attempts),
  countedFailures: Number(row.counted_failures),
  firstFailureAt: row.first_failure_at === null ? null : Number(row.first_failure_at),
  uncertainAttempts: Number(row.uncertain_attempts),
  blockedBy: Number(row.blocked_by),
  notes: row.notes === null ? [] : (JSON.parse(String(row.notes)) as Job['notes']),
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
})

/** An omitted field matches any. */
export type JobFilter = {
  readonly state?: JobState
  readonly operation?: OperationName
  /** `null`: no connection yet. */
  readonly connectionId?: string | null
  /** Its number. */
  readonly action?: number
  readonly limit?: number
}

/** The longest pause of a job (a day, from `Retry-After`): a later time was written while the clock was ahead. */
export const longestPauseMs = 86_400_000
/** A pause that starts this far in the future began before the clock was set back, so it is over. */
const smallStepMs = 60_000

export type JobStore = ReturnType<typeof createJobStore>

/** The jobs table; `ruleOf` returns the rules of a job's operation. Call changing methods inside `journal.write`. */
export const createJobStore = (journal: Journal, definitions: OperationDefinitions) => {
  /** An invalid row is damage: the next start moves it aside (core/base/database/README.md). */
  const toJob = (row: Row): Job => {
    let job: Job | undefined
    try {
      job = readJob(row)
    } catch {
      // Said below.
    }
    if (!job || !(job.work.operation in definitions) || job.status.state !== row.state)
      throw journal.damaged(`unreadable job ${String(row.id)}`)
    return job
  }
  const ruleOf = (work: JobWork): AnyDefinition => definitionOf(definitions, work)
  const anyReady = namesOf(definitions)
    .map(
      (name) => `SELECT '${name}' AS operation WHERE EXISTS (
        SELECT 1 FROM jobs INDEXED BY jobs_ready WHERE operation = '${name}' AND state = 'waiting' AND blocked_by = 0 AND unchecked = 0
      )`,
    )
    .join(' UNION ALL ')
  const subjectOf = (work: JobWork): string => ruleOf(work).subject(work)

  const many = createManyJobs({ journal, subjectOf })

  const get = (id: string): Job | undefined => {
    const row = journal.get('SELECT * FROM jobs WHERE id = ?', id)
    return row && toJob(row)
  }

  /** A job's facts and state without its work, which may name thousands of pictures. `blockedBy`: as it was counted last. */
  const standing = (
    id: string,
  ): { readonly operation: OperationName; readonly state: JobState; readonly blockedBy: number } | undefined => {
    const row = journal.get('SELECT operation, state, blocked_by FROM jobs WHERE id = ?', id)
    return row && { operation: row.operation as OperationName, state: row.state as JobState, blockedBy: Number(row.blocked_by) }
  }

  /** Writes all but a job's work and connection, which may be long and seldom change. */
  const save = (job: Job): void => void saveWhere(job, 'id = ?')

  /** How many rows were such, and are written. The condition begins with the id. */
  const saveWhere = (job: Job, condition: string, ...values: readonly (string | number)[]): number =>
    journal.run(
      `UPDATE jobs SET state = ?, status = ?, not_before = ?, attempts = ?, counted_failures = ?, first_failure_at = ?,
       uncertain_attempts = ?, blocked_by = ?, notes = ?, updated_at = ? WHERE ${condition}`,
      job.status.state,
      JSON.stringify(job.status),
      job.status.state === 'waiting' ? Math.ceil(job.status.notBefore) : 0,
      job.attempts,
      job.countedFailures,
      job.firstFailureAt,
      job.uncertainAttempts,
      job.blockedBy,
      job.notes.length === 0 ? null : JSON.stringify(job.notes),
      job.updatedAt,
      job.id,
      ...values,
    )

  const saveWhole = (job: Job): void => {
    journal.run('UPDATE jobs SET work = ? WHERE id = ?', JSON.stringify(job.work), job.id)
    save(job)
  }

  const dependents = (id: string): Job[] =>
    journal.all('SELECT jobs.* FROM job_dependencies JOIN jobs ON jobs.id = job_id WHERE depends_on = ?', id).map(toJob)

  const dependencies = (id: string, state: JobState): Job[] =>
    journal
      .all('SELECT jobs.* FROM job_dependencies JOIN jobs ON jobs.id = depends_on WHERE job_id = ? AND state = ? ORDER BY seq', id, state)
      .map(toJob)

  /** Adds a dependency to a job. The caller counts its blockers again. */
  const depend = (id: string, on: string): void => {
    journal.run('INSERT OR IGNORE INTO job_dependencies (job_id, depends_on) VALUES (?, ?)', id, on)
  }

  /** How many a new job depends on; 0 if all are done. Exactly how many aren't is counted when it is shown, as they may be thousands. */
  const countOpen = (id: string): number => {
    const row = journal.get(
      `SELECT (SELECT count(*) FROM job_dependencies WHERE job_id = ?1) AS n WHERE EXISTS (
         SELECT 1 FROM job_dependencies CROSS JOIN jobs ON jobs.id = depends_on WHERE job_id = ?1 AND jobs.state <> 'done'
       )`,
      id,
    )
    return Number(row?.n ?? 0)
  }

  const newId = (): string => journal.newId('job_')

  /**
   * Adds a job that waits for `dependsOn` (those already done do not count), and its action's row with the first one. `begun`: one by
   * `newId`, for which something was written before, such as what else it depends on.
   */
  const add = (
    action: ActionOfJob,
    work: JobWork,
    connectionId: string | null,
    dependsOn: readonly string[],
    now: number,
    begun?: string,
  ): Job => {
    const id = begun ?? newId()
    for (const other of dependsOn) depend(id, other)
    const blockedBy = dependsOn.length > 0 || begun !== undefined ? countOpen(id) : 0
    const job: Job = {
      id,
      connectionId,
      work,
      status: { state: 'waiting', notBefore: now, because: null },
      attempts: 0,
      countedFailures: 0,
      firstFailureAt: null,
      uncertainAttempts: 0,
      blockedBy,
      notes: [],
      createdAt: now,
      updatedAt: now,
    }
    many.insertAll(action, [job], connectionId, now)
    return job
  }

  /** Unreported attempts of other jobs for the same subject that may have been executed (repeats.ts). */
  const uncertainElsewhere = (job: Job): number => countUncertainElsewhere(journal, job, ruleOf(job.work))

  /** The job after an event, written by `write`, which says whether it was. `undefined`: it was not. */
  const change = (before: Job, event: JobEvent, write: (after: Job) => boolean): Job | undefined => {
    const changed = transition(before, event)
    if (changed === before) return before
    const elsewhere = changed.uncertainAttempts === before.uncertainAttempts ? 0 : uncertainElsewhere(changed)
    const repeat = repeatBy(event, before, changed, elsewhere)
    const after = repeat === null || event.kind === 'succeed' ? changed : { ...changed, notes: [repeat] }
    if (!write(after)) return undefined
    if (repeat !== null) keepRepeat(journal, before.id, repeat)
    return after
  }

  /** Applies an event. Returns the updated job. */
  const apply = (id: string, event: JobEvent): Job | undefined => {
    const before = get(id)
    const saved = (after: Job): boolean => {
      save(after)
      return true
    }
    return before && change(before, event, saved)
  }

  /**
   * The same for a job as it was read or written before: its row is read again only if it has changed since. Which work and which connection
   * it has may have changed; nothing here depends on that.
   */
  const applyTo = (known: Job, event: JobEvent): Job | undefined => {
    const isAsKnown = 'id = ? AND state = ? AND attempts = ? AND updated_at = ?'
    const saved = (after: Job): boolean => saveWhere(after, isAsKnown, known.status.state, known.attempts, known.updatedAt) === 1
    const after = change(known, event, saved)
    // An event that does not fit the job as it was may fit it as it is.
    return after === undefined || after === known ? apply(known.id, event) : after
  }

  /** Waiting jobs that may start now, oldest first. Without the hint, SQLite scans all waiting jobs of every operation each time. */
  const ready = (operation: OperationName, connectionId: string, now: number, limit: number): Job[] =>
    journal
      .all(
        `SELECT * FROM jobs INDEXED BY jobs_ready WHERE operation = ? AND state = 'waiting' AND blocked_by = 0 AND unchecked = 0 AND connection_id = ?
         AND (not_before <= ? OR not_before > ? OR updated_at > ?)
         ORDER BY seq LIMIT ?`,
        operation,
        connectionId,
        Math.floor(now),
        Math.ceil(now) + longestPauseMs,
        Math.ceil(now) + smallStepMs,
        limit,
      )
      .map(toJob)

  /** Operations of which any job, of any connection, waits only for its time or turn. */
  const readyOperations = (): ReadonlySet<OperationName> => new Set(journal.all(anyReady).map((row) => row.operation as OperationName))

  /** When the next job delayed beyond `now` may start; `undefined`: none is delayed. */
  const nextStart = (operation: OperationName, connectionId: string, now: number): number | undefined => {
    const row = journal.get(
      `SELECT min(not_before) AS at FROM jobs INDEXED BY jobs_ready
       WHERE operation = ? AND state = 'waiting' AND blocked_by = 0 AND unchecked = 0 AND connection_id = ? AND not_before > ? AND not_before <= ?`,
      operation,
      connectionId,
      Math.floor(now),
      Math.ceil(now) + longestPauseMs,
    )
    return row?.at === null || row?.at === undefined ? undefined : Number(row.at)
  }

  /** True if a job of this operation waits only for its time or turn. */
  const hasWaiting = (operation: OperationName, connectionId: string): boolean =>
    journal.get(
      `SELECT 1 AS found FROM jobs INDEXED BY jobs_ready WHERE operation = ? AND state = 'waiting' AND blocked_by = 0 AND unchecked = 0 AND connection_id = ? LIMIT 1`,
      operation,
      connectionId,
    ) !== undefined

  /** The longest requested pause of waiting jobs that lasts beyond `now`. */
  const longestPause = (operation: OperationName, connectionId: string, now: number) => {
    const row = journal.get(
      `SELECT status FROM jobs INDEXED BY jobs_ready WHERE operation = ? AND state = 'waiting' AND blocked_by = 0 AND unchecked = 0 AND connection_id = ?
       AND not_before > ? AND not_before <= ? AND updated_at <= ? AND status ->> '$.because.retryAfterMs' > 0 ORDER BY not_before DESC LIMIT 1`,
      operation,
      connectionId,
      Math.floor(now),
      Math.ceil(now) + longestPauseMs,
      Math.ceil(now) + smallStepMs,
    )
    const status = row && (JSON.parse(String(row.status)) as Job['status'])
    return status?.state === 'waiting' && status.because ? { until: status.notBefore, because: status.because } : undefined
  }

  const find = (work: JobWork, connectionId: string | null, states: readonly JobState[]): Job | undefined => {
    const row = journal.get(
      `SELECT * FROM jobs WHERE operation = ? AND subject = ? AND connection_id IS ? AND state IN (${states.map((s) => `'${s}'`).join(',')})
       ORDER BY seq DESC LIMIT 1`,
      work.operation,
      subjectOf(work),
      connectionId,
    )
    return row && toJob(row)
  }

  const from = ({ state, action }: JobFilter): string => {
    if (action !== undefined) return 'INDEXED BY jobs_by_action WHERE action = ?6 AND (?1 IS NULL OR state = ?1)'
    // Few run at a time: every start looks for them, and must not read all others.
    return state === 'running' ? 'INDEXED BY jobs_by_change WHERE state = ?1' : 'WHERE (?1 IS NULL OR state = ?1)'
  }

  const select = (columns: string, filter: JobFilter): string =>
    `SELECT ${columns} FROM jobs ${from(filter)}
       AND (?2 IS NULL OR operation = ?2)
       AND (?5 = 0 OR connection_id IS ?4) AND (?6 IS NULL OR action = ?6) ORDER BY seq LIMIT ?3`

  const valuesOf = (filter: JobFilter) => [
    filter.state ?? null,
    filter.operation ?? null,
    filter.limit ?? -1,
    filter.connectionId ?? null,
    filter.connectionId === undefined ? 0 : 1,
    filter.action ?? null,
  ]

  /** The oldest first. */
  const list = (filter: JobFilter = {}): Job[] => journal.all(select('*', filter), ...valuesOf(filter)).map(toJob)
  /** Those of removed things, the oldest first. */
  const listShelved = (): Job[] =>
    journal
      .all("SELECT * FROM jobs INDEXED BY jobs_shelved WHERE state = 'cancelled' AND status ->> '$.isShelved' = 1 ORDER BY seq")
      .map(toJob)
  // All of one moment, such as to cancel these and none that comes later. As one value, since a row for each takes far longer.
  const listIds = (filter: JobFilter): string[] =>
    JSON.parse(String(journal.get(`SELECT json_group_array(id) AS ids FROM (${select('id', filter)})`, ...valuesOf(filter))?.ids))

  /** Of one connection; `null`: of all. */
  const countByState = (connectionId: string | null = null): Record<JobState, number> => {
    const counts: Record<JobState, number> = { waiting: 0, running: 0, done: 0, parked: 0, cancelled: 0 }
    const sql = 'SELECT state, sum(jobs) AS n FROM job_counts WHERE :connectionId IS NULL OR connection_id = :connectionId GROUP BY state'
    for (const row of journal.all(sql, { connectionId })) counts[row.state as JobState] = Number(row.n)
    return counts
  }

  /** Jobs of a connection that wait only for their turn. */
  const countReady = (connectionId: string | null): Partial<Record<OperationName, number>> => {
    const rows = journal.all(
      `SELECT operation, count(*) AS n FROM jobs INDEXED BY jobs_ready
       WHERE state = 'waiting' AND blocked_by = 0 AND unchecked = 0 AND connection_id IS :connectionId GROUP BY operation`,
      { connectionId },
    )
    return Object.fromEntries(rows.map((row) => [row.operation, Number(row.n)]))
  }

  /** The work of a connection's waiting jobs. */
  const operationsWaiting = (connectionId: string): OperationName[] =>
    journal
      .all("SELECT DISTINCT operation FROM job_counts WHERE connection_id = ? AND state = 'waiting' AND jobs > 0", connectionId)
      .map((row) => row.operation as OperationName)

  return {
    ...many,
    definitions,
    ruleOf,
    get,
    standing,
    save,
    saveWhole,
    newId,
    add,
    depend,
    uncertainElsewhere,
    apply,
    applyTo,
    dependents,
    dependencies,
    ready,
    readyOperations,
    nextStart,
    hasWaiting,
    longestPause,
    find,
    list,
    listShelved,
    listIds,
    countByState,
    countReady,
    operationsWaiting,
  }
}
