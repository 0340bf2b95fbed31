import { maxQuestionLength } from '../../../../shared/answers/questions.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { JobWork } from '../../../../shared/queue/jobs.ts'
import type { Journal } from '../../base/database/journal.ts'
import { type BegunAction, beginAction, countPictures } from '../../queue/action-store.ts'
import { cancelEach, findWanted } from '../../queue/cancel-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { placeKey, readCurrent } from '../sheet/cell-rows.ts'
import { hasValue } from '../sheet/decide-cell.ts'

/** Pairs of picture and question that are written in one turn, so that many don't block the event loop. */
const pairsAtOnce = 200

export type AskRequest = {
  /** In pieces, as they are found. Nothing is written before all are. */
  readonly imageIds: AsyncIterable<readonly string[]>
  readonly questions: readonly string[]
  /** Ask even where the same question was asked before; an approved answer stays all the same. */
  readonly again: boolean
  /** The name of the question set that they are asked with. */
  readonly set?: string
  /** Part of a larger action. Absent: one of its own. */
  readonly action?: BegunAction
}

export type AskResult = {
  /** Jobs queued now. */
  readonly asked: number
  /** Pairs of picture and question that were asked before, with any outcome, or have a text; of those to ask again: that are on their way. */
  readonly askedBefore: number
  /** Pairs that would have been asked, but whose text is approved. */
  readonly approved: number
  readonly pictures: number
}

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly clock: { readonly now: () => number }
  readonly connectionId: () => string | null
}

type Pairs = Omit<AskRequest, 'imageIds' | 'set' | 'action'> & {
  readonly imageIds: readonly string[]
  readonly action: BegunAction
  readonly connectionId: string | null
}

/** Cancels the same question where it was set aside, so that a retry doesn't replace the newer answer. Called inside `journal.write`. */
export const askInstead = (work: JobWork, connectionId: string | null, ports: Omit<Ports, 'connectionId'>): void => {
  const setAside = ports.jobs.find(work, connectionId, ['parked'])
  if (setAside) cancelEach([setAside.id], ports)
}

/** Queues these questions about these pictures. Called inside `journal.write`, with few of them. */
export const queueQuestions = (
  { journal, jobs, clock }: Omit<Ports, 'connectionId'>,
  { imageIds, questions, again, action, connectionId }: Pairs,
): Pick<AskResult, 'asked' | 'askedBefore' | 'approved'> => {
  let [asked, askedBefore, approved, pictures] = [0, 0, 0, 0]
  for (const imageId of imageIds) {
    const before = asked
    const cells = readCurrent(
      journal,
      connectionId ?? '',
      questions.map((question) => ({ imageId, question })),
    )
    for (const question of questions) {
      const work = { operation: 'analyse-image', imageId, question } as const
      if (findWanted({ jobs, clock }, work, connectionId, again ? ['waiting', 'running'] : ['waiting', 'running', 'done', 'parked'])) {
        askedBefore++
        continue
      }
      const row = cells.get(placeKey({ imageId, question }))
      if (row?.review === 'approved') {
        approved++
        continue
      }
      // A person's own words, or a colleague's answer.
      if (!again && row && hasValue(row)) {
        askedBefore++
        continue
      }
      if (again) askInstead(work, connectionId, { journal, jobs, clock })
      jobs.add(action, work, connectionId, [], clock.now())
      asked++
    }
    if (asked > before) pictures++
  }
  countPictures(journal, action, connectionId, pictures)
  return { asked, askedBefore, approved }
}

/**
 * Queues questions about images, one job a pair; the same question about the same picture is asked once, so what an end in the middle
 * left out is completed by asking again. Resolves when all is on disk. Errors: `usage`, `unknown-id`.
 */
export const ask = async (request: AskRequest, ports: Ports): Promise<AskResult> => {
  const questions = [...new Set(request.questions.map((one) => one.trim()))]
  if (questions.length === 0 || questions.includes('')) throw new AppError('usage', { kind: 'question-empty' }, { kept: 'nothing-queued' })
  const long = questions.find((one) => one.length > maxQuestionLength)
  if (long)
    throw new AppError('usage', { kind: 'question-too-long', length: long.length, limit: maxQuestionLength }, { kept: 'nothing-queued' })
  const { journal, jobs, clock } = ports
  const connectionId = ports.connectionId()
  const imageIds = new Set<string>()
  for await (const piece of request.imageIds) for (const id of piece) imageIds.add(id)
  const action =
    request.action ?? beginAction(journal, { kind: 'ask', questions, ...(request.set === undefined ? {} : { set: request.set }) })
  let asked = 0
  let askedBefore = 0
  let approved = 0
  const all = [...imageIds]
  const piece = Math.max(1, Math.floor(pairsAtOnce / questions.length))
  for (let at = 0; at < all.length; at += piece) {
    const pair = { imageIds: all.slice(at, at + piece), questions, again: request.again, action, connectionId }
    const queued = journal.write(() => queueQuestions({ journal, jobs, clock }, pair))
    asked += queued.asked
    askedBefore += queued.askedBefore
    approved += queued.approved
    await journal.durable()
  }
  return { asked, askedBefore, approved, pictures: all.length }
}
