import type { Journal } from '../database/journal.ts'
import type { JobStore } from '../work/queue/job-store.ts'

/** Resumes questions that were parked because their pictures had no address; returns how many. Called inside `journal.write`. */
export const retryWithoutAddress = (journal: Journal, jobs: JobStore, connectionId: string, at: number): number => {
  const rows = journal.all(
    `SELECT id FROM jobs WHERE state = 'parked' AND operation = 'analyse-image' AND connection_id = ? AND status ->> '$.reason.code' = 'no-address'`,
    connectionId,
  )
  for (const row of rows) jobs.apply(String(row.id), { kind: 'retry', at })
  return rows.length
}
