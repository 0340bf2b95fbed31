import { maxQuestionLength } from '../../../../shared/answers/questions.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import { type BegunAction, beginAction, countPictures, numberOfAction } from '../../queue/action-store.ts'
import { cancelEach } from '../../queue/cancel-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { WorkOf } from '../../queue/operation.ts'
import { placeKey, readCurrent } from '../sheet/cell-rows.ts'
import { hasValue } from '../sheet/decide-cell.ts'

export type AskRequest = {
  /** Which pictures are meant, as they are when it is written. Throws what choosing them throws. */
  readonly imageIds: () => readonly string[]
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

type AskedBefore = 'no' | 'yes' | 'approved'

/**
 * Of each of these pairs: whether it was asked before, with any outcome, or has a text; of those to ask again: whether it is on its way, or approved. One
 * that was cancelled while it runs is wanted after all, so it is asked. Called inside `journal.write`.
 */
export const findAskedBefore = (
  { journal, jobs, clock }: Omit<Ports, 'connectionId'>,
  works: readonly WorkOf<'analyse-image'>[],
  connectionId: string | null,
  again: boolean,
): AskedBefore[] => {
  const known = jobs.findAll(works, connectionId, again ? ['waiting', 'running'] : ['waiting', 'running', 'done', 'parked'])
  const cells = readCurrent(journal, connectionId ?? '', works)
  return works.map((work, place) => {
    const before = known.get(place)
    // An answer of which nothing is left was removed for good, with its picture.
    const found = before?.state === 'done' && !cells.has(placeKey(work)) ? undefined : before
    if (found?.state === 'running' && found.isCancelled) jobs.apply(found.id, { kind: 'retry', at: clock.now() })
    const row = found === undefined ? cells.get(placeKey(work)) : undefined
    if (row?.review === 'approved') return 'approved'
    // A person's own words, or a colleague's answer.
    return found !== undefined || (!again && row && hasValue(row)) ? 'yes' : 'no'
  })
}

/** Queues these questions about these pictures, each pair once. Called inside `journal.write`. */
export const queueQuestions = (
  { journal, jobs, clock }: Omit<Ports, 'connectionId'>,
  { imageIds, questions, again, action, connectionId }: Pairs,
): Pick<AskResult, 'asked' | 'askedBefore' | 'approved'> => {
  const works = imageIds.flatMap((imageId) => questions.map((question) => ({ operation: 'analyse-image', imageId, question }) as const))
  const before = findAskedBefore({ journal, jobs, clock }, works, connectionId, again)
  const count = (outcome: AskedBefore): number => before.filter((one) => one === outcome).length
  const wanted = works.filter((_, place) => before[place] === 'no')
  if (again)
    cancelEach(
      [...jobs.findAll(wanted, connectionId, ['parked']).values()].map(({ id }) => id),
      { journal, jobs, clock },
    )
  jobs.addAll(action, wanted, connectionId, clock.now())
  countPictures(journal, action, connectionId, new Set(wanted.map(({ imageId }) => imageId)).size)
  return { asked: wanted.length, askedBefore: count('yes'), approved: count('approved') }
}

/** Pairs of picture and question that are written in one transaction, which takes two to three seconds: a million would stop all else for half a minute. */
const pairsAtOnce = 100_000

/**
 * Queues questions about images, one job a pair; the same question about the same picture is asked once. Up to `pairsAtOnce` are one transaction:
 * the workspace, the pictures and what is known of them are as they are in it. More take several, all for the same pictures and the same
 * workspace (or the first that is connected); a command that cancels them cancels the rest, too. Resolves when all is on disk. Errors: `usage`,
 * `unknown-id`.
 */
export const ask = async (request: AskRequest, { journal, jobs, clock, connectionId }: Ports): Promise<AskResult> => {
  const questions = [...new Set(request.questions.map((one) => one.trim()))]
  if (questions.length === 0 || questions.includes('')) throw new AppError('usage', { kind: 'question-empty' }, { kept: 'nothing-queued' })
  const long = questions.find((one) => one.length > maxQuestionLength)
  if (long)
    throw new AppError('usage', { kind: 'question-too-long', length: long.length, limit: maxQuestionLength }, { kept: 'nothing-queued' })
  const facts = { kind: 'ask', questions, ...(request.set === undefined ? {} : { set: request.set }) } as const
  const action = request.action ?? beginAction(journal, facts)
  const picturesAtOnce = Math.max(1, Math.floor(pairsAtOnce / questions.length))
  const cancels = jobs.countCancels()
  let imageIds: readonly string[] | undefined
  let owner: string | null = null
  let [asked, askedBefore, approved] = [0, 0, 0]
  for (let from = 0; imageIds === undefined || from < imageIds.length; from += picturesAtOnce) {
    const isCancelled = journal.write(() => {
      imageIds ??= request.imageIds()
      owner ??= connectionId()
      if (from > 0 && jobs.wasCancelled(cancels, 'analyse-image', owner, numberOfAction(journal, action, owner))) return true
      const piece = imageIds.slice(from, from + picturesAtOnce)
      const queued = queueQuestions(
        { journal, jobs, clock },
        { imageIds: piece, questions, again: request.again, action, connectionId: owner },
      )
      asked += queued.asked
      askedBefore += queued.askedBefore
      approved += queued.approved
      return false
    })
    await journal.durable()
    if (isCancelled) break
  }
  return { asked, askedBefore, approved, pictures: imageIds?.length ?? 0 }
}
