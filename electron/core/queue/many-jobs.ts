import type { JobState } from '../../../shared/queue/job-states.ts'
import type { Job, JobWork } from '../../../shared/queue/jobs.ts'
import { type OperationName, pictureOperations } from '../../../shared/queue/operations.ts'
import { isUnchecked, showAddedJobs } from '../base/database/derived-jobs.ts'
import type { Journal } from '../base/database/journal.ts'
import { type ActionOfJob, keepAction } from './action-store.ts'

/** Jobs that a cancelling command means; an omitted field matches any. */
type Meant = { readonly operation?: OperationName; readonly connectionId?: string | null; readonly action?: number }

type Ports = { readonly journal: Journal; readonly subjectOf: (work: JobWork) => string }

type NewJob = { readonly id: string; readonly work: JobWork; readonly blockedBy: number }

/** Statements about many jobs of one operation at once: a part of the job store. Call those that write inside `journal.write`. */
export const createManyJobs = ({ journal, subjectOf }: Ports) => {
  /** Commands that cancelled, since the core was opened. */
  const cancels: Meant[] = []

  /** Writes the rows of new jobs of one operation, in this order; those about pictures that are not checked wait for that. */
  const insertAll = (action: ActionOfJob, added: readonly NewJob[], connectionId: string | null, now: number): void => {
    const [first] = added
    if (first === undefined) return
    const { operation } = first.work
    const status: Job['status'] = { state: 'waiting', notBefore: now, because: null }
    const imageIds = added.map(({ work }) => ('imageId' in work && pictureOperations.includes(operation) ? work.imageId : null))
    const seqOfAction = keepAction(journal, action, connectionId, now)
    journal.run(
      `INSERT INTO jobs (id, connection_id, operation, subject, work, state, status, not_before, blocked_by, attempts, counted_failures,
         first_failure_at, uncertain_attempts, notes, created_at, updated_at, unchecked, action)
       SELECT added.value ->> 0, :connectionId, :operation, added.value ->> 1, added.value ->> 2, 'waiting', :status, :notBefore, added.value ->> 3, 0, 0,
         NULL, 0, NULL, :now, :now, ${isUnchecked('added.value ->> 4')}, :action
       FROM json_each(:added) AS added ORDER BY added.key`,
      {
        connectionId,
        operation,
        status: JSON.stringify(status),
        notBefore: Math.ceil(now),
        now,
        action: seqOfAction,
        added: JSON.stringify(
          added.map(({ id, work, blockedBy }, place) => [id, subjectOf(work), JSON.stringify(work), blockedBy, imageIds[place]]),
        ),
      },
    )
    showAddedJobs(journal, { connectionId, operation, action: seqOfAction, imageIds })
  }

  /**
   * Adds jobs of one operation, in this order, by one statement. `after`: for some, by their place, a job that is not over and that they wait for.
   * Returns their ids.
   */
  const addAll = (
    action: ActionOfJob,
    works: readonly JobWork[],
    connectionId: string | null,
    now: number,
    after: ReadonlyMap<number, string> = new Map(),
  ): readonly string[] => {
    const ids = works.map(() => journal.newId('job_'))
    if (after.size > 0)
      journal.run(
        'INSERT INTO job_dependencies (job_id, depends_on) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
        JSON.stringify([...after].map(([place, on]) => [ids[place], on])),
      )
    insertAll(
      action,
      works.map((work, place) => ({ id: ids[place] ?? '', work, blockedBy: after.has(place) ? 1 : 0 })),
      connectionId,
      now,
    )
    return ids
  }

  /** Adds dependencies to a job. The caller counts its blockers again. */
  const dependOnAll = (id: string, on: readonly string[]): void => {
    journal.run('INSERT OR IGNORE INTO job_dependencies (job_id, depends_on) SELECT ?, value FROM json_each(?)', id, JSON.stringify(on))
  }

  /** The newest job of each of these requests in one of these states, by its place in the list. */
  const findAll = (
    works: readonly JobWork[],
    connectionId: string | null,
    states: readonly JobState[],
  ): ReadonlyMap<number, { readonly id: string; readonly state: JobState; readonly isCancelled: boolean }> => {
    const [first] = works
    if (first === undefined) return new Map()
    const rows = journal.all(
      `SELECT wanted.key AS place, jobs.id, jobs.state, jobs.status ->> '$.isCancelled' AS given_up
       FROM json_each(:subjects) AS wanted CROSS JOIN jobs INDEXED BY jobs_by_subject
       ON operation = :operation AND subject = wanted.value AND connection_id IS :connectionId AND state IN (SELECT value FROM json_each(:states))
       ORDER BY jobs.seq`,
      { connectionId, operation: first.operation, subjects: JSON.stringify(works.map(subjectOf)), states: JSON.stringify(states) },
    )
    return new Map(
      rows.map((row) => [Number(row.place), { id: String(row.id), state: row.state as JobState, isCancelled: Number(row.given_up) === 1 }]),
    )
  }

  return {
    insertAll,
    addAll,
    dependOnAll,
    findAll,
    /** All such jobs are being cancelled, those too that a command still has to write. */
    noteCancel: (open: Meant): void => void cancels.push(open),
    countCancels: (): number => cancels.length,
    /** Whether jobs of this operation, for this connection and action, were cancelled after so many. `action`: its number; `null`: it has no row yet. */
    wasCancelled: (after: number, operation: OperationName, connectionId: string | null, action: number | null): boolean =>
      cancels
        .slice(after)
        .some(
          (open) =>
            (open.operation === undefined || open.operation === operation) &&
            (open.connectionId === undefined || open.connectionId === connectionId) &&
            (open.action === undefined || open.action === action),
        ),
  }
}
