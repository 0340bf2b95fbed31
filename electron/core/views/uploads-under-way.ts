import type { Journal } from '../database/journal.ts'
import type { Scheduler } from '../work/queue/scheduler.ts'

/** Running uploads: image id → sent share, 0–1. A job's subject is read once, its progress often. */
export const createUploadsUnderWay = (journal: Journal, scheduler: Pick<Scheduler, 'progress'>) => {
  const known = new Map<string, { readonly imageId: string; readonly bytes: number } | null>()
  const read = (jobId: string) => {
    const row = journal.get(
      "SELECT images.id, images.bytes FROM jobs JOIN images ON images.id = jobs.subject WHERE jobs.id = ? AND jobs.operation = 'upload-source'",
      jobId,
    )
    return row ? { imageId: String(row.id), bytes: Math.max(1, Number(row.bytes)) } : null
  }
  return (): Record<string, number> => {
    const parts: Record<string, number> = {}
    const running = scheduler.progress()
    const gone = new Set(known.keys())
    for (const { jobId, sentBytes } of running) {
      gone.delete(jobId)
      let upload = known.get(jobId)
      if (upload === undefined) {
        upload = read(jobId)
        known.set(jobId, upload)
      }
      if (upload) parts[upload.imageId] = Math.min(1, sentBytes / upload.bytes)
    }
    for (const jobId of gone) known.delete(jobId)
    return parts
  }
}
