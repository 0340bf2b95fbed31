import type { Journal } from '../../base/database/journal.ts'
import { readSettings, removeSetting, saveSetting } from '../../base/database/setting-rows.ts'
import { createTurnsWritten, writeInPieces } from '../../base/database/write-in-pieces.ts'
import {
  addAttachPictures,
  gatherByIds,
  leaveOutOfAttach,
  type PlacedPicture,
  removeAttachPictures,
} from '../../pictures/library/attach-pictures.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import { queueUpload } from '../../pictures/library/queue-upload.ts'
import type { SourceStore } from '../../pictures/library/source-store.ts'
import type { BegunAction } from '../../queue/action-store.ts'
import { removeDependenciesOf, removeDependency } from '../../queue/job-dependencies.ts'
import type { JobStore } from '../../queue/job-store.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: Pick<ImageStore, 'mayBeUploaded'>
  readonly sources: SourceStore
  readonly clock: { readonly now: () => number }
}

/**
 * An attach whose job is not there yet: its pictures and the uploads that it waits for are written first. For thousands that takes several
 * turns of the event loop; nothing sees any of it before the job is there, in one transaction.
 */
export type BegunAttach = {
  readonly jobId: string
  readonly connectionId: string | null
  readonly action: BegunAction
  /** Its pictures so far, with their uploads; `null`: uploaded before. */
  readonly uploads: Map<string, string | null>
}

/** Names one that is written in several turns, so that the next start removes what an interruption left of it. */
const notePrefix = 'attach-begun '
/** Rows removed per turn. */
const pieceSize = 100

export const createBegunAttach = ({ jobs }: Pick<Ports, 'jobs'>, action: BegunAction, connectionId: string | null): BegunAttach => ({
  jobId: jobs.newId(),
  connectionId,
  action,
  uploads: new Map(),
})

const uploadedOf = ({ sources }: Ports, connectionId: string | null, pictures: readonly PlacedPicture[]): ReadonlySet<string> => {
  const ids = pictures.map(({ imageId }) => imageId)
  return new Set(connectionId === null ? [] : sources.asTheyAre(connectionId, ids).map(({ imageId }) => imageId))
}

/** Called inside `journal.write`. */
export const addToAttach = (
  ports: Ports,
  { jobId, connectionId, action, uploads }: BegunAttach,
  pictures: readonly PlacedPicture[],
): void => {
  addAttachPictures(ports.journal, jobId, pictures)
  const uploaded = uploadedOf(ports, connectionId, pictures)
  for (const { imageId } of pictures) {
    const upload = uploaded.has(imageId) ? null : queueUpload(ports, action, imageId, connectionId, ports.clock.now()).id
    if (upload !== null) ports.jobs.depend(jobId, upload)
    uploads.set(imageId, upload)
  }
}

/** Called inside `journal.write`. */
export const takeFromAttach = ({ journal }: Ports, { jobId, uploads }: BegunAttach, imageIds: readonly string[]): void => {
  leaveOutOfAttach(journal, jobId, imageIds)
  for (const imageId of imageIds) {
    const upload = uploads.get(imageId)
    if (upload != null) removeDependency(journal, { jobId, dependsOn: upload })
    uploads.delete(imageId)
  }
}

/** How many pictures show whether all are uploaded. */
const lookedAt = 100

/** Uploads are queued in the person's order. Where there are none, in the order that is quick to write. */
const orderToWrite = (ports: Ports, { connectionId }: BegunAttach, pictures: readonly PlacedPicture[]): readonly PlacedPicture[] => {
  const some = pictures.filter((_, at) => at % Math.ceil(pictures.length / lookedAt) === 0)
  return uploadedOf(ports, connectionId, some).size === some.length ? gatherByIds(pictures) : pictures
}

/**
 * Adds many in pieces, with other work in between; `follow`: as it is before each piece, since its uploads may have moved to another workspace.
 * Interrupted, some pictures are uploaded, and nothing is attached.
 */
export const addManyToAttach = async (
  ports: Ports,
  begun: BegunAttach,
  pictures: readonly PlacedPicture[],
  follow: () => BegunAttach,
): Promise<void> => {
  ports.journal.write(() => noteAttachBegun(ports, begun))
  await writeInPieces(ports.journal, orderToWrite(ports, begun, pictures), (piece) => {
    addToAttach(ports, follow(), piece)
    return piece.length
  })
}

/** Called inside `journal.write`, before the first piece. */
export const noteAttachBegun = ({ journal, clock }: Pick<Ports, 'journal' | 'clock'>, { jobId }: Pick<BegunAttach, 'jobId'>): void =>
  saveSetting(journal, notePrefix + jobId, clock.now())

/** Its job was added. Called in the same transaction. */
export const noteAttachComplete = ({ journal }: Pick<Ports, 'journal'>, { jobId }: Pick<BegunAttach, 'jobId'>): void =>
  removeSetting(journal, notePrefix + jobId)

/** Removes what was written for a job that will not be added; the uploads stay queued. */
const drop = async ({ journal, jobs }: Pick<Ports, 'journal' | 'jobs'>, jobId: string): Promise<void> => {
  const turns = createTurnsWritten(journal)
  const removePiece = (): number =>
    // The job is there after all: its transaction was done, and its flush found no room.
    jobs.standing(jobId) !== undefined
      ? 0
      : removeAttachPictures(journal, jobId, pieceSize) + removeDependenciesOf(journal, jobId, pieceSize)
  while (journal.write(removePiece) > 0) await turns.nextTurn()
  journal.write(() => removeSetting(journal, notePrefix + jobId))
  turns.add()
  await turns.durable()
}

/** What can't be removed now, as on a full disk, is removed at the next start. */
export const dropBegunAttach = (ports: Pick<Ports, 'journal' | 'jobs'>, { jobId }: Pick<BegunAttach, 'jobId'>): Promise<void> =>
  drop(ports, jobId).catch(() => {})

/** Removes what an earlier run left unfinished. */
export const dropInterruptedAttaches = async (ports: Pick<Ports, 'journal' | 'jobs'>): Promise<void> => {
  for (const key of readSettings(ports.journal).keys())
    if (key.startsWith(notePrefix)) await dropBegunAttach(ports, { jobId: key.slice(notePrefix.length) })
}
