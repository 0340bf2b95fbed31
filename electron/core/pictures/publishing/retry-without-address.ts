import type { Journal } from '../../base/database/journal.ts'
import { findParkedWith } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'

/** Resumes questions that were parked because their pictures had no address; returns how many. Called inside `journal.write`. */
export const retryWithoutAddress = (journal: Journal, jobs: JobStore, connectionId: string, at: number): number => {
  const ids = findParkedWith(journal, 'analyse-image', connectionId, 'no-address')
  for (const id of ids) jobs.apply(id, { kind: 'retry', at })
  return ids.length
}
