import type { Job } from '../../../shared/jobs.ts'
import type { JobStore } from '../work/queue/job-store.ts'

/** The upload of an image to a connection: the one already asked for, or a new job. Called inside `journal.write`. */
export const queueUpload = (jobs: JobStore, imageId: string, connectionId: string | null, now: number): Job => {
  const work = { operation: 'upload-source', imageId } as const
  return jobs.find(work, connectionId, ['waiting', 'running', 'done', 'parked']) ?? jobs.add(work, connectionId, [], now)
}
