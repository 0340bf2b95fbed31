import type { Job } from '../../../../shared/queue/jobs.ts'
import { pictureOperations } from '../../../../shared/queue/operations.ts'
import type { Journal } from '../../base/database/journal.ts'
import { writeInPieces } from '../../base/database/write-in-pieces.ts'
import { findJobsAbout } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { settleDependents } from '../../queue/settle-dependents.ts'
import { attachesAbout, firstPresent } from './attach-pictures.ts'
import { createFreedAttaches } from './freed-attaches.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore; readonly clock: { readonly now: () => number } }

/**
 * Removes pictures from the library and restores them. Their sources, answers and files stay; their waiting or parked work is
 * cancelled, and an attach continues with the remaining pictures. Cancelled work is remembered until this core ends, or its restore is on disk:
 * one that a full disk refused is tried again.
 */
export const createPictureRemoval = ({ journal, jobs, clock }: Ports) => {
  /** Image id → its own jobs, in their state before they were cancelled. */
  const undone = new Map<string, readonly Job[]>()
  /** Attaches without remaining pictures, in their state before they were cancelled. */
  const emptied = new Map<string, Job>()
  const freed = createFreedAttaches(journal, jobs)

  const jobsOf = (imageId: string): Job[] => findJobsAbout(journal, pictureOperations, imageId).flatMap((id) => jobs.get(id) ?? [])

  const isOpen = (job: Job): boolean => job.status.state === 'waiting' || job.status.state === 'parked'

  const cancel = (job: Job, at: number): void => {
    const after = jobs.apply(job.id, { kind: 'cancel', at })
    if (after) settleDependents(journal, jobs, after, at)
  }

  const bringBack = (before: Job): void => {
    const now = jobs.get(before.id)
    if (now?.status.state === 'cancelled') jobs.saveWhole({ ...before, connectionId: now.connectionId })
  }

  /** Of these pictures, those that `sql` changed. */
  const change = (sql: string, imageIds: readonly string[], ...values: number[]): string[] =>
    imageIds.filter((imageId) => journal.run(sql, ...values, imageId) === 1)

  /** Returns the pictures, with their jobs as they were. */
  const removePiece = (
    imageIds: readonly string[],
    at: number,
    isEmpty: (attachId: string) => Job | undefined,
  ): ReadonlyMap<string, readonly Job[]> => {
    const removed = change('UPDATE images SET removed_at = ? WHERE id = ? AND removed_at IS NULL', imageIds, Math.round(at))
    const cancelled = new Map(removed.map((imageId) => [imageId, jobsOf(imageId).filter(isOpen)]))
    const all = [...cancelled.values()].flat()
    freed.free(
      all.filter((job) => job.work.operation === 'upload-source').map((job) => job.id),
      at,
    )
    for (const attachId of attachesAbout(journal, removed)) {
      const job = isEmpty(attachId)
      if (!job) continue
      emptied.set(job.id, job)
      cancel(job, at)
    }
    for (const job of all) cancel(job, at)
    return cancelled
  }

  /**
   * Checks whether an attach has no picture left. Each call continues where the last one stopped, as pictures go one after the other; that
   * none is left is reported only after checking all of them.
   */
  const createEmptyLook = () => {
    /** The place of the first picture that is left; `null`: the list is complete, and continues despite removals. */
    const known = new Map<string, number | null>()
    const open = (attachId: string): number | null => {
      const work = jobs.get(attachId)?.work
      return work?.operation === 'attach-sources' && work.replaces == null ? 0 : null
    }
    return (attachId: string): Job | undefined => {
      const state = jobs.standing(attachId)?.state
      if (state !== 'waiting' && state !== 'parked') return undefined
      const from = known.has(attachId) ? (known.get(attachId) ?? null) : open(attachId)
      const found = from === null ? null : (firstPresent(journal, attachId, from) ?? firstPresent(journal, attachId, 0))
      if (found === undefined) return jobs.get(attachId)
      known.set(attachId, found)
      return undefined
    }
  }

  const restorePiece = (imageIds: readonly string[], at: number): number => {
    const restored = change(
      'UPDATE images SET removed_at = NULL WHERE id = ? AND removed_at IS NOT NULL AND checked <> 2 AND version > 0',
      imageIds,
    )
    const back = restored.flatMap((imageId) => undone.get(imageId) ?? [])
    for (const job of back) bringBack(job)
    for (const attachId of emptied.size === 0 ? [] : attachesAbout(journal, restored)) {
      const job = emptied.get(attachId)
      if (job) bringBack(job)
    }
    freed.bind(
      back.map((job) => job.id),
      at,
    )
    return restored.length
  }

  /** A person may cancel those themselves from now on, which stays. */
  const forgetBroughtBack = (): void => {
    for (const attachId of emptied.keys()) if (jobs.standing(attachId)?.state !== 'cancelled') emptied.delete(attachId)
  }

  return {
    remove: async (imageIds: readonly string[]): Promise<number> => {
      const at = clock.now()
      const isEmpty = createEmptyLook()
      return writeInPieces(journal, imageIds, (piece) => {
        const removed = removePiece(piece, at, isEmpty)
        for (const [imageId, jobsBefore] of removed) undone.set(imageId, jobsBefore)
        return removed.size
      }).finally(forgetBroughtBack)
    },
    /** Pictures that the decoder refused: they are not restored. Called inside `journal.write`. */
    takeOut: (imageIds: readonly string[], at: number): void => void removePiece(imageIds, at, createEmptyLook()),
    restore: async (imageIds: readonly string[]): Promise<number> => {
      const at = clock.now()
      const restored = await writeInPieces(journal, imageIds, (piece) => restorePiece(piece, at)).finally(forgetBroughtBack)
      for (const imageId of imageIds) {
        for (const { id } of undone.get(imageId) ?? []) freed.forget(id)
        undone.delete(imageId)
      }
      return restored
    },
  }
}

export type PictureRemoval = ReturnType<typeof createPictureRemoval>
