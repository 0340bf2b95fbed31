import type { Journal } from '../base/database/journal.ts'

/** Unfinished jobs of a connection; `null`: those that wait for one. Running ones count as waiting. */
export const countUnfinished = (journal: Journal, connectionId: string | null): { readonly waiting: number; readonly parked: number } => {
  const row = journal.get(
    `SELECT sum(iif(state IN ('waiting', 'running'), jobs, 0)) AS waiting, sum(iif(state = 'parked', jobs, 0)) AS parked
     FROM job_counts WHERE connection_id = ?`,
    connectionId ?? '',
  )
  return { waiting: Number(row?.waiting ?? 0), parked: Number(row?.parked ?? 0) }
}

/** A job of this connection was done, or may have been. */
export const mayHaveWorked = (journal: Journal, connectionId: string): boolean =>
  journal.get(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM job_counts WHERE connection_id = ?1 AND state = 'done' AND jobs > 0)
       OR EXISTS (SELECT 1 FROM jobs WHERE connection_id = ?1 AND uncertain_attempts > 0)`,
    connectionId,
  ) !== undefined
