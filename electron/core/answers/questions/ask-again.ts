import { maxQuestionLength } from '../../../../shared/answers/questions.ts'
import type { CellPlace } from '../../../../shared/answers/sheet.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import { beginAction, countPictures } from '../../queue/action-store.ts'
import { findWanted } from '../../queue/cancel-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { type CellRows, placeKey } from '../sheet/cell-rows.ts'
import { stays } from '../sheet/decide-cell.ts'
import { askInstead } from './ask.ts'

/** Cells whose questions are written in one turn. */
const pieceSize = 100

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: Pick<ImageStore, 'isPresent'>
  readonly cellRows: CellRows
  readonly clock: { readonly now: () => number }
  readonly connectionId: () => string | null
}

export type AskAgainRequest = {
  readonly cells: AsyncIterable<readonly CellPlace[]> | Iterable<readonly CellPlace[]>
  readonly questions: readonly string[]
  /** What the answers should be like; `null`: nothing. */
  readonly hint: string | null
}

/**
 * Asks about cells again, in one action; a question that was set aside is asked in place of that. Approved cells, those with a person's words and
 * those on their way are skipped. Resolves when all is on disk. Errors: `usage`.
 */
export const askAgain = async (request: AskAgainRequest, ports: Ports): Promise<{ asked: number; skipped: number }> => {
  const { journal, jobs, images, cellRows, clock } = ports
  const hint = request.hint?.trim() || undefined
  const long = request.questions.find((one) => one.length + (hint === undefined ? 0 : hint.length + 1) > maxQuestionLength)
  if (long !== undefined) {
    const length = long.length + (hint === undefined ? 0 : hint.length + 1)
    throw new AppError('usage', { kind: 'question-too-long', length, limit: maxQuestionLength }, { kept: 'nothing-queued' })
  }
  const action = beginAction(journal, { kind: 'ask', questions: [...request.questions] })
  const connectionId = ports.connectionId()
  let [asked, skipped] = [0, 0]
  /** Pictures that were counted for the action. */
  const counted = new Set<string>()
  const askPiece = (piece: readonly CellPlace[]): void => {
    const current = cellRows.current(connectionId ?? '', piece)
    let pictures = 0
    for (const { imageId, question } of piece) {
      const work = { operation: 'analyse-image', imageId, question, ...(hint === undefined ? {} : { hint }) } as const
      const row = current.get(placeKey({ imageId, question }))
      const isFree = images.isPresent(imageId) && !(row && stays(row))
      if (!isFree || findWanted({ jobs, clock }, work, connectionId, ['waiting', 'running'])) {
        skipped += 1
        continue
      }
      askInstead(work, connectionId, { journal, jobs, clock })
      jobs.add(action, work, connectionId, [], clock.now())
      asked += 1
      if (!counted.has(imageId)) pictures += 1
      counted.add(imageId)
    }
    if (pictures > 0) countPictures(journal, action, connectionId, pictures)
  }
  for await (const cells of request.cells)
    for (let from = 0; from < cells.length; from += pieceSize) {
      journal.write(() => askPiece(cells.slice(from, from + pieceSize)))
      await journal.durable()
    }
  return { asked, skipped }
}
