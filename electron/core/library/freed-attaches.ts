import type { Journal } from '../database/journal.ts'
import type { JobStore } from '../work/queue/job-store.ts'
import { countBlockers, hasUnsettled, parkIfStuck } from '../work/queue/settle-dependents.ts'

/**
 * Attaches that no longer wait for uploads of removed pictures, and wait again when the pictures are restored. An attach may
 * name thousands: it is read and written at most once per call, and never while other work of it is running, as it is counted
 * again when that ends (settle-dependents.ts). Called inside `journal.write`.
 */
export const createFreedAttaches = (journal: Journal, jobs: JobStore) => {
  /** Upload id → attaches that were freed of it. */
  const freed = new Map<string, readonly string[]>()

  const free = (uploadIds: readonly string[], at: number): void => {
    const rows = journal.all(
      `SELECT job_id, depends_on FROM json_each(?) AS upload CROSS JOIN job_dependencies ON depends_on = upload.value
       JOIN jobs ON jobs.id = job_id WHERE jobs.operation = 'attach-sources' AND jobs.state IN ('waiting', 'parked')`,
      JSON.stringify(uploadIds),
    )
    const attachIds = new Set<string>()
    for (const row of rows) {
      const [attachId, uploadId] = [String(row.job_id), String(row.depends_on)]
      journal.run('DELETE FROM job_dependencies WHERE job_id = ? AND depends_on = ?', attachId, uploadId)
      freed.set(uploadId, [...(freed.get(uploadId) ?? []), attachId])
      attachIds.add(attachId)
    }
    for (const attachId of attachIds) {
      if (hasUnsettled(journal, attachId)) continue
      const attach = jobs.get(attachId)
      if (attach?.work.operation !== 'attach-sources') continue
      const blockedBy = countBlockers(journal, jobs, attach)
      jobs.save({ ...attach, blockedBy })
      if (blockedBy === 0 && attach.status.state === 'parked' && attach.status.reason.code === 'depends-on-failed')
        jobs.apply(attachId, { kind: 'retry', at })
      // Its remaining uploads will not run by themselves.
      if (attach.status.state === 'waiting') parkIfStuck(journal, jobs, { ...attach, blockedBy }, at)
    }
  }

  const bind = (uploadIds: readonly string[], at: number): void => {
    const attachIds = new Set<string>()
    for (const uploadId of uploadIds) {
      for (const attachId of freed.get(uploadId) ?? []) {
        journal.run('INSERT OR IGNORE INTO job_dependencies (job_id, depends_on) VALUES (?, ?)', attachId, uploadId)
        attachIds.add(attachId)
      }
      freed.delete(uploadId)
    }
    for (const attachId of attachIds) {
      const row = journal.get("SELECT state, blocked_by FROM jobs WHERE id = ? AND state IN ('waiting', 'parked')", attachId)
      if (!row || (row.state === 'waiting' && Number(row.blocked_by) > 0 && hasUnsettled(journal, attachId))) continue
      const attach = jobs.get(attachId)
      if (attach?.work.operation !== 'attach-sources') continue
      const waiting = { ...attach, blockedBy: countBlockers(journal, jobs, attach) }
      jobs.save(waiting)
      if (waiting.status.state === 'waiting') parkIfStuck(journal, jobs, waiting, at)
    }
  }

  return { free, bind }
}
