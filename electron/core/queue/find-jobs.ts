import type { ErrorCode } from '../../../shared/base/errors.ts'
import type { JobState } from '../../../shared/queue/job-states.ts'
import type { JobNote, JobWork } from '../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'
import type { Journal, Row } from '../base/database/journal.ts'

/*
 * Finds jobs by what they are about, for the rooms that queue them. A job is about a thing when its subject is the thing's id, or begins with it
 * and a line break.
 */

const toIds = (rows: readonly Row[]): string[] => rows.map((row) => String(row.id))

/** It waits or runs, so that it will end by itself. */
export const isUnderWay = ({ get }: Pick<Journal, 'get'>, jobId: string): boolean =>
  get("SELECT 1 FROM jobs WHERE id = ? AND state IN ('waiting', 'running')", jobId) !== undefined

/** SQL for a column of all jobs of these operations about `?1`. */
export const selectJobsAbout = (operations: readonly OperationName[], column: 'id' | 'seq'): string =>
  operations
    .map((name) => `SELECT ${column} FROM jobs WHERE operation = '${name}' AND subject >= ?1 AND subject < ?1 || char(11)`)
    .join(' UNION ALL ')

export const findJobsAbout = (journal: Journal, operations: readonly OperationName[], subject: string): string[] =>
  toIds(journal.all(selectJobsAbout(operations, 'id'), subject))

/** Those of any workspace that are parked with one of these codes. */
export const findParkedAbout = (
  journal: Journal,
  operations: readonly OperationName[],
  subject: string,
  codes: readonly ErrorCode[],
): string[] =>
  toIds(
    journal.all(
      operations
        .map(
          (name) => `SELECT id FROM jobs WHERE state = 'parked' AND operation = '${name}' AND subject >= ?1 AND subject < ?1 || char(11)
           AND status ->> '$.reason.code' IN (SELECT value FROM json_each(?2))`,
        )
        .join(' UNION ALL '),
      subject,
      JSON.stringify(codes),
    ),
  )

/** Those of one connection that are parked with this code. */
export const findParkedWith = (journal: Journal, operation: OperationName, connectionId: string, code: ErrorCode): string[] =>
  toIds(
    journal.all(
      "SELECT id FROM jobs WHERE state = 'parked' AND operation = ? AND connection_id = ? AND status ->> '$.reason.code' = ?",
      operation,
      connectionId,
      code,
    ),
  )

/** Jobs of one kind in an action, the oldest first. */
export const findJobsOfAction = (journal: Journal, operation: OperationName, action: number): string[] =>
  toIds(journal.all('SELECT id FROM jobs INDEXED BY jobs_by_action WHERE action = ? AND operation = ? ORDER BY seq', action, operation))

/** Creations of one thing that are not over: their work names it. */
export const findCreations = (journal: Journal, operation: OperationName, subject: string, field: string, ref: string): string[] =>
  toIds(
    journal.all(
      `SELECT id FROM jobs WHERE operation = ? AND subject = ? AND state IN ('waiting', 'running', 'parked') AND work ->> ? = ?`,
      operation,
      subject,
      `$.${field}`,
      ref,
    ),
  )

/** Jobs with exactly this subject in one of these states, the oldest first. */
export const findJobsOf = (journal: Journal, operation: OperationName, subject: string, states: readonly JobState[]): string[] =>
  toIds(
    journal.all(
      'SELECT id FROM jobs WHERE operation = ? AND subject = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY seq',
      operation,
      subject,
      JSON.stringify(states),
    ),
  )

/** Those of each of these subjects, by its place in the list; of one subject, the oldest first. */
export const findJobsOfEach = (
  journal: Journal,
  operation: OperationName,
  subjects: readonly string[],
  states: readonly JobState[],
): { readonly place: number; readonly id: string; readonly state: JobState; readonly work: JobWork }[] =>
  journal
    .all(
      `SELECT wanted.key AS place, jobs.id, state, work FROM json_each(?1) AS wanted CROSS JOIN jobs INDEXED BY jobs_by_subject
       ON operation = ?2 AND subject = wanted.value WHERE state IN (SELECT value FROM json_each(?3)) ORDER BY seq`,
      JSON.stringify(subjects),
      operation,
      JSON.stringify(states),
    )
    .map(({ place, id, state, work }) => ({
      ...{ place: Number(place), id: String(id), state: state as JobState, work: JSON.parse(String(work)) as JobWork },
    }))

/** The places of those subjects in the list that have a job in one of these states. */
export const findSubjectsWith = (
  journal: Journal,
  operation: OperationName,
  subjects: readonly string[],
  states: readonly JobState[],
): number[] =>
  journal
    .all(
      `SELECT key AS place FROM json_each(?1) AS wanted WHERE EXISTS (
         SELECT 1 FROM jobs INDEXED BY jobs_by_subject WHERE operation = ?2 AND subject = wanted.value AND state IN (SELECT value FROM json_each(?3))
       )`,
      JSON.stringify(subjects),
      operation,
      JSON.stringify(states),
    )
    .map(({ place }) => Number(place))

/** The newest with exactly this subject that waits or runs: a new one goes after it in line, as that one goes after the others. */
export const findLastInLine = (journal: Journal, operation: OperationName, subject: string): string | undefined => {
  const row = journal.get(
    "SELECT id FROM jobs WHERE operation = ? AND subject = ? AND state IN ('waiting', 'running') ORDER BY seq DESC LIMIT 1",
    operation,
    subject,
  )
  return row && String(row.id)
}

/** The newest with exactly this subject that is not over, and whose work has this field. */
export const findNewestWith = (journal: Journal, operation: OperationName, subject: string, field: string): string | undefined => {
  const row = journal.get(
    // Searching the text first leaves few to parse.
    `SELECT id FROM jobs WHERE operation = ? AND subject = ? AND state IN ('waiting', 'running', 'parked')
     AND instr(work, ?) > 0 AND work ->> ? IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    operation,
    subject,
    `"${field}"`,
    `$.${field}`,
  )
  return row && String(row.id)
}

/** Whether a job about the same was queued after this one, and not cancelled. One that ended with the note `unless` doesn't count. */
export const hasNewer = (journal: Journal, jobId: string, unless: JobNote['kind']): boolean =>
  journal.get(
    `SELECT 1 AS found FROM jobs AS this CROSS JOIN jobs AS newer INDEXED BY jobs_by_subject
     ON newer.operation = this.operation AND newer.subject = this.subject AND newer.seq > this.seq
     WHERE this.id = ? AND newer.state <> 'cancelled' AND newer.notes ->> '$[0].kind' IS NOT ? LIMIT 1`,
    jobId,
    unless,
  ) !== undefined

/** Subjects of the running jobs of these operations. */
export const listRunningAbout = (journal: Journal, operations: readonly OperationName[]): string[] =>
  journal
    .all(
      `SELECT DISTINCT subject FROM jobs INDEXED BY jobs_by_change
       WHERE state = 'running' AND operation IN (SELECT value FROM json_each(?))`,
      JSON.stringify(operations),
    )
    .map((row) => String(row.subject))

/** The different values of one field of the work, among waiting and parked jobs about a part of `subject`. */
export const readWorkAbout = (journal: Journal, operation: OperationName, subject: string, field: string): string[] =>
  journal
    .all(
      `SELECT DISTINCT work ->> ?3 AS value FROM jobs WHERE operation = ?1
       AND subject > ?2 || char(10) AND subject < ?2 || char(11) AND state IN ('waiting', 'parked')`,
      operation,
      subject,
      field,
    )
    .map((row) => String(row.value))

/** A condition for another room's statement: a connection has a job with exactly this subject that was not cancelled. All are SQL. */
export const hasJob = (operation: OperationName, subject: string, connectionId: string): string => `EXISTS (
  SELECT 1 FROM jobs WHERE operation = '${operation}' AND subject = ${subject} AND jobs.connection_id IS ${connectionId}
  AND jobs.state <> 'cancelled'
)`

/**
 * The same: the job with this id has exactly this subject, is not over, and its work lacks these fields. `jobId`, `subject`: SQL.
 */
export const isOpenJob = (operation: OperationName, jobId: string, subject: string, lacks: readonly string[]): string => `EXISTS (
  SELECT 1 FROM jobs WHERE jobs.id = ${jobId} AND operation = '${operation}' AND subject = ${subject}
  AND state IN ('waiting', 'running', 'parked')${lacks.map((field) => ` AND work ->> '$.${field}' IS NULL`).join('')}
)`

/** Of all pairs of a thing and a part: how many a connection has a job about that was not cancelled. */
export const countPairsWithJobs = (
  journal: Journal,
  operation: OperationName,
  things: readonly string[],
  parts: readonly string[],
  connectionId: string | null,
): number => {
  const row = journal.get(
    `SELECT count(*) AS n FROM json_each(?1) AS thing, json_each(?2) AS part
     WHERE ${hasJob(operation, 'thing.value || char(10) || part.value', '?3')}`,
    JSON.stringify(things),
    JSON.stringify(parts),
    connectionId,
  )
  return Number(row?.n ?? 0)
}

/** A condition for another room's statement: a job about a part of this column's value is waiting or running for that connection. */
export const isAwaited = (operation: OperationName, column: string, connectionColumn: string): string => `EXISTS (
  SELECT 1 FROM jobs WHERE operation = '${operation}' AND subject > ${column} || char(10) AND subject < ${column} || char(11)
  AND jobs.connection_id = ${connectionColumn} AND jobs.state IN ('waiting', 'running')
)`

/** Jobs by the numbers of their rows, without those that are gone. */
export const findJobsInRows = (journal: Journal, rows: readonly (number | bigint)[]): string[] =>
  rows.flatMap((row) => String(journal.get('SELECT id FROM jobs WHERE seq = ?', row)?.id ?? '') || [])
