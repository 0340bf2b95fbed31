import type { Job } from '../../../../shared/queue/jobs.ts'
import type { Journal } from '../../base/database/journal.ts'
import { findDependents, removeDependency } from '../../queue/job-dependencies.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { countBlockers, hasUnsettled, parkIfStuck } from '../../queue/settle-dependents.ts'
import { attachesAbout } from './attach-pictures.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore }

/** An attach that waits, or parked, got a dependency. */
export const countAgain = ({ journal, jobs }: Ports, attachId: string, at: number): void => {
  const standing = jobs.standing(attachId)
  if (standing?.state !== 'waiting' && standing?.state !== 'parked') return
  if (standing.state === 'waiting' && standing.blockedBy > 0 && hasUnsettled(journal, attachId)) return
  const attach = jobs.get(attachId)
  if (attach?.work.operation !== 'attach-sources') return
  const waiting = { ...attach, blockedBy: countBlockers(journal, jobs, attach) }
  jobs.save(waiting)
  if (waiting.status.state === 'waiting') parkIfStuck(journal, jobs, waiting, at)
}

/** Open attaches of a picture wait for this upload of it, too. Called inside `journal.write`. */
export const bindAttaches = ({ journal, jobs }: Ports, imageId: string, upload: Job, at: number): void => {
  for (const attachId of attachesAbout(journal, [imageId])) {
    const standing = jobs.standing(attachId)
    if (standing?.state !== 'waiting' && standing?.state !== 'parked') continue
    if (jobs.get(attachId)?.connectionId !== upload.connectionId) continue
    jobs.depend(attachId, upload.id)
    countAgain({ journal, jobs }, attachId, at)
  }
}

/**
 * Attaches that no longer wait for uploads of removed pictures, and wait again when the pictures are restored. An attach may
 * name thousands: it is read and written at most once per call, and never while other work of it is running, as it is counted
 * again when that ends (settle-dependents.ts). Called inside `journal.write`.
 */
export const createFreedAttaches = (journal: Journal, jobs: JobStore) => {
  /** Upload id → attaches that were freed of it. */
  const freed = new Map<string, ReadonlySet<string>>()

  const free = (uploadIds: readonly string[], at: number): void => {
    const attachIds = new Set<string>()
    for (const dependency of findDependents(journal, 'attach-sources', uploadIds)) {
      const { jobId: attachId, dependsOn: uploadId } = dependency
      removeDependency(journal, dependency)
      freed.set(uploadId, new Set([...(freed.get(uploadId) ?? []), attachId]))
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
    for (const uploadId of uploadIds)
      for (const attachId of freed.get(uploadId) ?? []) {
        jobs.depend(attachId, uploadId)
        attachIds.add(attachId)
      }
    for (const attachId of attachIds) countAgain({ journal, jobs }, attachId, at)
  }

  return {
    free,
    bind,
    /** What `bind` did is on disk. */
    forget: (uploadId: string): void => void freed.delete(uploadId),
  }
}
