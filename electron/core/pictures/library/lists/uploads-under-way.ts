import type { Journal } from '../../../base/database/journal.ts'
import type { Scheduler } from '../../../queue/scheduler.ts'

/** Running uploads: image id → sent share, 0–1. A job's subject is read once, its progress often. */
export const createUploadsUnderWay = (journal: Journal, scheduler: Pick<Scheduler, 'progress'>) => {
  const known = new Map<string, string | null>()
  const read = (jobId: string): string | null => {
    const row = journal.get(
      "SELECT images.id FROM jobs JOIN images ON images.id = jobs.subject WHERE jobs.id = ? AND jobs.operation = 'upload-source'",
      jobId,
    )
    return row ? String(row.id) : null
  }
  return (): Record<string, number> => {
    const parts: Record<string, number> = {}
    const running = scheduler.progress()
    const gone = new Set(known.keys())
    for (const { jobId, sentPart } of running) {
      gone.delete(jobId)
      let imageId = known.get(jobId)
      if (imageId === undefined) {
        imageId = read(jobId)
        known.set(jobId, imageId)
      }
      if (imageId) parts[imageId] = sentPart
    }
    for (const jobId of gone) known.delete(jobId)
    return parts
  }
}
