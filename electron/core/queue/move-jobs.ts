import type { OperationName } from '../../../shared/queue/operations.ts'
import type { Journal } from '../base/database/journal.ts'
import { moveActions } from './action-store.ts'

/*
 * Jobs of another connection, or about another thing; their order and state stay. Call these inside `journal.write`.
 */

/** Jobs that wait for a connection become this one's, with their actions. */
export const adoptJobs = (journal: Journal, connectionId: string): void => {
  journal.run('UPDATE jobs SET connection_id = ? WHERE connection_id IS NULL', connectionId)
  moveActions(journal, null, connectionId)
}

/** A connection's jobs, done ones included, wait for a connection again. */
export const releaseJobs = (journal: Journal, connectionId: string): void => {
  journal.run('UPDATE jobs SET connection_id = NULL WHERE connection_id = ?', connectionId)
  moveActions(journal, connectionId, null)
}

/** `field`: where their work names the thing. */
type Move = { readonly operation: OperationName; readonly field: string; readonly from: string; readonly into: string }

/** Jobs about a part of one thing become jobs about that part of another: their subject begins with it. */
export const moveJobsAbout = (journal: Journal, { operation, field, from, into }: Move, jobIds: readonly string[] | 'all'): void => {
  journal.run(
    `UPDATE jobs SET work = json_set(work, :path, :into), subject = :into || substr(subject, length(:from) + 1)
     WHERE operation = :operation AND subject > :from || char(10) AND subject < :from || char(11)
       AND (:chosen IS NULL OR id IN (SELECT value FROM json_each(:chosen)))`,
    { operation, path: `$.${field}`, from, into, chosen: jobIds === 'all' ? null : JSON.stringify(jobIds) },
  )
}

/** The same for jobs whose work names the thing and whose subject doesn't. */
export const moveJobsNaming = (journal: Journal, { operation, field, from, into }: Move): void => {
  journal.run('UPDATE jobs SET work = json_set(work, :path, :into) WHERE operation = :operation AND work ->> :path = :from', {
    operation,
    path: `$.${field}`,
    from,
    into,
  })
}

/** A job that waits makes something of another name: that is its subject. */
export const renameJob = (journal: Journal, jobId: string, field: string, name: string): void => {
  journal.run("UPDATE jobs SET work = json_set(work, ?1, ?2), subject = ?2 WHERE id = ?3 AND state = 'waiting'", `$.${field}`, name, jobId)
}
