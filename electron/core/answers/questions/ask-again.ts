import { maxQuestionLength } from '../../../../shared/answers/questions.ts'
import type { CellPlace } from '../../../../shared/answers/sheet.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import { beginAction, countPictures } from '../../queue/action-store.ts'
import { cancelEach } from '../../queue/cancel-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { type CellRows, placeKey } from '../sheet/cell-rows.ts'
import { stays } from '../sheet/decide-cell.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: Pick<ImageStore, 'isPresent'>
  readonly cellRows: CellRows
  readonly clock: { readonly now: () => number }
  readonly connectionId: () => string | null
}

export type AskAgainRequest = {
  /** The cells of a workspace (`null`: of none yet), their questions, and how many others are skipped, in the transaction that asks. */
  readonly choose: (owner: string | null) => {
    readonly cells: readonly CellPlace[]
    readonly questions: readonly string[]
    readonly skipped: number
  }
  /** What the answers should be like; `null`: nothing. */
  readonly hint: string | null
}

/**
 * Asks about cells again, in one action and one transaction; a question that was set aside is asked in place of that. Approved cells, those with a person's words and
 * those on their way are skipped. Resolves when all is on disk. Errors: `usage`.
 */
export const askAgain = async (request: AskAgainRequest, ports: Ports): Promise<{ asked: number; skipped: number }> => {
  const { journal, jobs, images, cellRows, clock } = ports
  const hint = request.hint?.trim() || undefined
  const result = journal.write(() => {
    const connectionId = ports.connectionId()
    const { cells, questions, skipped } = request.choose(connectionId)
    const length = Math.max(0, ...questions.map((one) => one.length)) + (hint === undefined ? 0 : hint.length + 1)
    if (length > maxQuestionLength)
      throw new AppError('usage', { kind: 'question-too-long', length, limit: maxQuestionLength }, { kept: 'nothing-queued' })
    const action = beginAction(journal, { kind: 'ask', questions: [...questions] })
    const current = cellRows.current(connectionId ?? '', cells)
    const toWork = ({ imageId, question }: CellPlace) =>
      ({ operation: 'analyse-image', imageId, question, ...(hint === undefined ? {} : { hint }) }) as const
    const free = [...new Map(cells.map((cell) => [placeKey(cell), cell])).values()].filter((cell) => {
      const row = current.get(placeKey(cell))
      return images.isPresent(cell.imageId) && !(row && stays(row))
    })
    const known = jobs.findAll(free.map(toWork), connectionId, ['waiting', 'running'])
    const works = free.map(toWork).filter((_, place) => {
      const found = known.get(place)
      // One that was cancelled while it runs is wanted after all.
      if (found?.isCancelled) jobs.apply(found.id, { kind: 'retry', at: clock.now() })
      return !found
    })
    const setAside = [...jobs.findAll(works, connectionId, ['parked']).values()].map(({ id }) => id)
    cancelEach(setAside, { journal, jobs, clock })
    jobs.addAll(action, works, connectionId, clock.now())
    countPictures(journal, action, connectionId, new Set(works.map(({ imageId }) => imageId)).size)
    return { asked: works.length, skipped: skipped + cells.length - works.length }
  })
  await journal.durable()
  return result
}
