import { AppError } from '../../../shared/base/errors.ts'
import type { SetStore } from '../answers/question-sets/set-store.ts'
import { queueQuestions } from '../answers/questions/ask.ts'
import type { Journal } from '../base/database/journal.ts'
import type { Platform } from '../base/platform/platform.ts'
import type { ImageStore } from '../pictures/library/picture-store.ts'
import { queueUpload } from '../pictures/library/queue-upload.ts'
import type { SourceStore } from '../pictures/library/source-store.ts'
import type { MatchNewPictures } from '../products/matching/match-new-pictures.ts'
import { actionOfDrop } from '../queue/action-store.ts'
import type { JobStore } from '../queue/job-store.ts'
import { ownerAskedIn } from '../workspaces/connections/asked-in.ts'
import type { ConnectionStore } from '../workspaces/connections/connection-store.ts'
import type { StoredFolder } from './watch-store.ts'
import type { DueFile, WatchedFiles } from './watched-files.ts'

/** Pictures looked at in one turn of the event loop; fewer if a set has many questions. */
const picturesAtOnce = 50
const pairsAtOnce = 200

export type DuePorts = {
  readonly clock: Platform['clock']
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: Pick<ImageStore, 'isPresent' | 'mayBeUploaded'>
  readonly sources: SourceStore
  readonly connections: Pick<ConnectionStore, 'list' | 'active'>
  readonly questionSets: Pick<SetStore, 'get'>
  readonly watchedFiles: WatchedFiles
  readonly matchPictures: MatchNewPictures
  /** Questions or uploads were queued. */
  readonly onQueued: () => void
}

/**
 * Does what the rules of a folder say about pictures that came: questions, uploads that waited for a workspace, and matching. What is due is
 * written with a file's row, and settled in the transaction that does it: wherever Packshot ends, nothing is lost or done twice. Resolves
 * to why a part waits; `null`: nothing does.
 */
export const createDueSettler = (ports: DuePorts) => {
  const { journal, watchedFiles, images, jobs, clock } = ports

  const isWorkspaceThere = ({ rules }: StoredFolder): boolean =>
    rules.connectionId === null || ports.connections.list().some(({ id }) => id === rules.connectionId)

  /** Returns how many pictures are left that wait for a question set. */
  const settlePiece = (folder: StoredFolder, piece: readonly DueFile[]): { readonly queued: number; readonly unasked: number } => {
    const { rules, dropId } = folder
    const owner = rules.connectionId ?? ports.connections.active()?.id ?? null
    const set = rules.questionSetId === null ? null : ports.questionSets.get(rules.questionSetId)
    let [queued, unasked] = [0, 0]
    for (const { seq, imageId, due } of piece) {
      const isPresent = images.isPresent(imageId)
      if (due.upload && rules.upload && isPresent) {
        queueUpload(ports, actionOfDrop(dropId), imageId, owner, clock.now())
        queued++
      }
      if (due.ask && set && isPresent) {
        const questions = [...new Set(set.questions.map(({ question }) => question))]
        const action = { id: `asks_${dropId}_${set.id}`, facts: { kind: 'ask' as const, questions, set: set.name } }
        queued += queueQuestions(
          { journal, jobs, clock },
          { imageIds: [imageId], questions, again: false, action, connectionId: owner },
        ).asked
      }
      const waits = due.ask && set === undefined && isPresent
      if (waits) unasked++
      watchedFiles.setDue(seq, { upload: false, ask: waits, match: due.match && rules.match && isPresent })
    }
    return { queued, unasked }
  }

  const pieceSize = ({ rules }: StoredFolder): number => {
    const count = rules.questionSetId === null ? 1 : (ports.questionSets.get(rules.questionSetId)?.questions.length ?? 1)
    return Math.max(1, Math.min(picturesAtOnce, Math.floor(pairsAtOnce / count)))
  }

  const pages = function* (folder: StoredFolder): Generator<readonly DueFile[]> {
    let after = 0
    for (;;) {
      const piece = watchedFiles.listDue(folder.seq, after, pieceSize(folder))
      if (piece.length === 0) return
      after = piece.at(-1)?.seq ?? after
      yield piece
    }
  }

  const matchDue = async (folder: StoredFolder): Promise<void> => {
    // The rules of another workspace are applied when it is in use.
    if (folder.rules.connectionId !== null && ports.connections.active()?.id !== folder.rules.connectionId) return
    const due = watchedFiles.listToMatch(folder.seq)
    if (due.length === 0) return
    const owner = ownerAskedIn(ports.connections, folder.rules.connectionId)
    await ports.matchPictures(owner, new Set(due.map(({ imageId }) => imageId)), (wasLookedAt) =>
      watchedFiles.setMatched(due.flatMap(({ seq, imageId }) => (wasLookedAt(imageId) ? [seq] : []))),
    )
  }

  /** `isLast`: nothing more is about to come; matching goes through the whole library. */
  return async (folder: StoredFolder, isLast: boolean): Promise<AppError | null> => {
    const { name } = folder
    if (!isWorkspaceThere(folder)) {
      return new AppError('no-connection', { kind: 'watch-workspace-removed', name, pictures: watchedFiles.countDue(folder.seq) })
    }
    let unasked = 0
    for (const piece of pages(folder)) {
      const settled = journal.write(() => settlePiece(folder, piece))
      unasked += settled.unasked
      await journal.durable()
      if (settled.queued > 0) ports.onQueued()
    }
    try {
      if (isLast) await matchDue(folder)
    } catch (error) {
      // Its workspace was removed meanwhile: it stays due.
      if (!(error instanceof AppError && error.code === 'unknown-id')) throw error
    }
    const isSetGone = folder.rules.questionSetId !== null && !ports.questionSets.get(folder.rules.questionSetId)
    return isSetGone ? new AppError('unknown-id', { kind: 'watch-set-removed', name, pictures: unasked }) : null
  }
}

export type DueSettler = ReturnType<typeof createDueSettler>
