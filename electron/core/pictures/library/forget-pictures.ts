import { join } from 'node:path'
import { toAppError } from '../../../../shared/base/errors.ts'
import { pictureOperations } from '../../../../shared/queue/operations.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Files } from '../../base/platform/files.ts'
import { cancelEach } from '../../queue/cancel-jobs.ts'
import { findJobsAbout } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { thumbnailPath } from './original-path.ts'
import { isRemoved } from './remove-pictures.ts'
import type { SentFiles } from './sent-files.ts'

type Ports = {
  readonly dataFolder: string
  readonly journal: Journal
  readonly jobs: JobStore
  readonly files: Pick<Files, 'sync'>
  readonly clock: { readonly now: () => number }
  readonly sentFiles: Pick<SentFiles, 'drop'>
  /** Removes what other rooms have about these pictures. Called inside `journal.write`. */
  readonly forgetAbout: (imageIds: readonly string[]) => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/** Milliseconds of one turn: it ends with the first picture after that. */
const turnMs = 8
/** Read, and marked, at once. */
const pieceSize = 200

/**
 * Removes pictures for good, in two steps, so that an end or a full disk at any moment leaves nothing half: a picture is marked first, in a transaction
 * (`removed_at` 0: it can't be restored), then its files are removed and its rows in the same turn. What is marked is continued by the next start. A row
 * without originals stays, by which jobs and sources of workspaces still name it; the same bytes make it a picture again.
 */
export const createForgetPictures = ({ dataFolder, journal, jobs, files, clock, sentFiles, forgetAbout, log }: Ports) => {
  /** Pictures whose files can't be removed now, or that work is running about: tried again later. */
  const postponed = new Set<number>()

  const isRunning = (id: string): boolean =>
    findJobsAbout(journal, pictureOperations, id).some((jobId) => jobs.standing(jobId)?.state === 'running')

  /** False: some of its files stay for now, and so does all else. */
  const removeFiles = (seq: number): boolean => {
    const originals = journal.all('SELECT sha256, staged FROM originals WHERE picture = ?', seq)
    for (const { sha256, staged } of originals) {
      const sent = journal.all('SELECT settings, path FROM sent_files WHERE original = ?', String(sha256))
      if (!sent.every((one) => sentFiles.drop(String(sha256), String(one.settings), join(dataFolder, String(one.path))))) return false
      files.sync.remove(join(dataFolder, thumbnailPath(String(sha256))))
      files.sync.remove(join(dataFolder, String(staged)))
    }
    return true
  }

  const forget = (seq: number, id: string): boolean => {
    if (isRunning(id)) return false
    try {
      if (!removeFiles(seq)) return false
    } catch (error) {
      log({ event: 'removed-picture-not-deleted', image: id, ...toAppError(error).toRecord() })
      return false
    }
    const open = findJobsAbout(journal, pictureOperations, id).filter((jobId) => jobs.standing(jobId)?.state !== 'done')
    cancelEach(open, { journal, jobs, clock })
    journal.run('DELETE FROM changed_files WHERE picture = ?1 OR earlier = ?1', seq)
    journal.run('DELETE FROM originals WHERE picture = ?', seq)
    journal.run('UPDATE images SET version = 0 WHERE seq = ?', seq)
    return true
  }

  return {
    /** Marks these. Returns how many can't be restored from now on. Called inside `journal.write`. */
    mark: (imageIds: readonly string[]): number =>
      journal.run(
        `UPDATE images SET removed_at = 0 WHERE ${isRemoved} AND id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(imageIds),
      ),
    /** The same for some of those that were removed up to then. */
    markUntil: (until: number): number =>
      journal.run(
        `UPDATE images SET removed_at = 0 WHERE seq IN (SELECT seq FROM images WHERE ${isRemoved} AND removed_at <= ? LIMIT ${pieceSize})`,
        Math.floor(until),
      ),
    /** Removes marked ones, for one turn. Returns how many; 0: no more can be removed now. Called inside `journal.write`. */
    forgetSome: (): number => {
      const begun = journal.monotonic()
      const rows = journal.all(
        `SELECT seq, id FROM images INDEXED BY images_going WHERE removed_at = 0 AND version > 0
         AND seq NOT IN (SELECT value FROM json_each(?)) ORDER BY seq LIMIT ${pieceSize}`,
        JSON.stringify([...postponed]),
      )
      const gone: string[] = []
      for (const { seq, id } of rows) {
        if (forget(Number(seq), String(id))) gone.push(String(id))
        else postponed.add(Number(seq))
        if (journal.monotonic() - begun > turnMs) break
      }
      forgetAbout(gone)
      return gone.length
    },
    tryAgain: (): void => postponed.clear(),
  }
}

export type ForgetPictures = ReturnType<typeof createForgetPictures>
