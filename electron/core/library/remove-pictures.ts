import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Job } from '../../../shared/jobs.ts'
import type { Journal } from '../database/journal.ts'
import type { JobStore } from '../queue/job-store.ts'
import { countBlockers, parkIfStuck, settleDependents } from '../queue/settle-dependents.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore; readonly clock: { readonly now: () => number } }

/** What removing a picture undid, for putting it back. */
type Undone = {
  /** Its own jobs, as they were before they were cancelled. */
  readonly cancelled: readonly Job[]
  /** Attach jobs that waited for its upload, with that upload. */
  readonly freed: readonly { readonly attachId: string; readonly uploadId: string }[]
}

/** Pictures written in one turn: many hold nobody up. */
const writtenAtOnce = 50

/**
 * Takes pictures out of the library and puts them back. Their sources, answers and files stay; their work that waits or is set aside is
 * cancelled, and an attach goes on with the pictures that are left. What was cancelled is remembered until this core ends.
 */
export const createPictureRemoval = ({ journal, jobs, clock }: Ports) => {
  const undone = new Map<string, Undone>()
  /** Attaches of which no picture was left, as they were before they were cancelled. */
  const emptied = new Map<string, Job>()

  const jobsOf = (imageId: string): Job[] =>
    journal
      .all(
        `SELECT id FROM jobs WHERE operation = 'upload-source' AND subject = ?1
         UNION ALL SELECT id FROM jobs WHERE operation = 'analyse-image' AND subject > ?1 || char(10) AND subject < ?1 || char(11)
         UNION ALL SELECT id FROM jobs WHERE operation = 'write-text' AND subject > ?1 || char(10) AND subject < ?1 || char(11)`,
        imageId,
      )
      .flatMap((row) => jobs.get(String(row.id)) ?? [])

  const isOpen = (job: Job): boolean => job.status.state === 'waiting' || job.status.state === 'parked'

  /** An attach does not wait any longer for the upload of a picture that it leaves out. */
  const freeAttaches = (uploadId: string, at: number): Undone['freed'] =>
    jobs.dependents(uploadId).flatMap((attach) => {
      if (attach.work.operation !== 'attach-sources' || !isOpen(attach)) return []
      journal.run('DELETE FROM job_dependencies WHERE job_id = ? AND depends_on = ?', attach.id, uploadId)
      const blockedBy = countBlockers(journal, attach.id, attach.work.onlyReady)
      jobs.save({ ...attach, blockedBy })
      if (blockedBy === 0 && attach.status.state === 'parked' && attach.status.reason.code === 'depends-on-failed')
        jobs.apply(attach.id, { kind: 'retry', at })
      return [{ attachId: attach.id, uploadId }]
    })

  /** Attaches of which no picture is left. */
  const emptyAttaches = (imageId: string): Job[] =>
    journal.all('SELECT job_id FROM attach_pictures WHERE image_id = ?', imageId).flatMap((row) => {
      const job = jobs.get(String(row.job_id))
      if (!job || !isOpen(job) || job.work.operation !== 'attach-sources' || job.work.replaceWith != null) return []
      const left = journal.get(
        `SELECT 1 AS one FROM attach_pictures JOIN images ON images.id = attach_pictures.image_id
         WHERE job_id = ? AND image_id IN (SELECT value FROM json_each(?)) AND removed_at IS NULL LIMIT 1`,
        job.id,
        JSON.stringify(job.work.imageIds),
      )
      return left ? [] : [job]
    })

  const cancel = (job: Job, at: number): void => {
    const after = jobs.apply(job.id, { kind: 'cancel', at })
    if (after) settleDependents(journal, jobs, after, at)
  }

  const removeOne = (imageId: string, at: number): boolean => {
    if (journal.run('UPDATE images SET removed_at = ? WHERE id = ? AND removed_at IS NULL', Math.round(at), imageId) === 0) return false
    const cancelled = jobsOf(imageId).filter(isOpen)
    const freed = cancelled.filter((job) => job.work.operation === 'upload-source').flatMap((job) => freeAttaches(job.id, at))
    for (const job of emptyAttaches(imageId)) {
      emptied.set(job.id, job)
      cancel(job, at)
    }
    for (const job of cancelled) cancel(job, at)
    undone.set(imageId, { cancelled, freed })
    return true
  }

  const bringBack = (before: Job): void => {
    const now = jobs.get(before.id)
    if (now?.status.state === 'cancelled') jobs.save({ ...before, connectionId: now.connectionId })
  }

  const restoreOne = (imageId: string, at: number): boolean => {
    if (journal.run('UPDATE images SET removed_at = NULL WHERE id = ? AND removed_at IS NOT NULL', imageId) === 0) return false
    const { cancelled, freed } = undone.get(imageId) ?? { cancelled: [], freed: [] }
    undone.delete(imageId)
    for (const job of cancelled) bringBack(job)
    for (const row of journal.all('SELECT job_id FROM attach_pictures WHERE image_id = ?', imageId)) {
      const job = emptied.get(String(row.job_id))
      if (!job) continue
      emptied.delete(job.id)
      bringBack(job)
    }
    for (const { attachId, uploadId } of freed) {
      journal.run('INSERT OR IGNORE INTO job_dependencies (job_id, depends_on) VALUES (?, ?)', attachId, uploadId)
      const attach = jobs.get(attachId)
      if (!attach || !isOpen(attach) || attach.work.operation !== 'attach-sources') continue
      const waiting = { ...attach, blockedBy: countBlockers(journal, attachId, attach.work.onlyReady) }
      jobs.save(waiting)
      if (waiting.status.state === 'waiting') parkIfStuck(journal, jobs, waiting, at)
    }
    return true
  }

  const inPieces = async (imageIds: readonly string[], change: (imageId: string) => boolean): Promise<number> => {
    let changed = 0
    for (let at = 0; at < imageIds.length; at += writtenAtOnce) {
      journal.write(() => {
        for (const id of imageIds.slice(at, at + writtenAtOnce)) if (change(id)) changed++
      })
      await nextTurn()
    }
    await journal.durable()
    return changed
  }

  return {
    remove: async (imageIds: readonly string[]): Promise<number> => {
      const at = clock.now()
      return inPieces(imageIds, (id) => removeOne(id, at))
    },
    restore: async (imageIds: readonly string[]): Promise<number> => {
      const at = clock.now()
      return inPieces(imageIds, (id) => restoreOne(id, at))
    },
  }
}

export type PictureRemoval = ReturnType<typeof createPictureRemoval>
