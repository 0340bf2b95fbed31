import { maxInstructionLength, type Voice } from '../../../../shared/answers/brand-voices-contract.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import { beginAction, countPictures } from '../../queue/action-store.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { AnswerStore, StoredAnswer } from '../questions/answer-store.ts'
import type { WrittenTextStore } from './written-texts.ts'

/** The operation that writes a text from an answer. */
export const writing = 'write-text'

export type WriteRequest = {
  readonly answers: { readonly kind: 'all' } | { readonly kind: 'some'; readonly jobIds: readonly string[] }
  readonly voice: Pick<Voice, 'id' | 'name'>
  readonly instruction: string | null
  readonly again: boolean
}

export type WriteResult = { readonly queued: number; readonly before: number; readonly withoutAnswer: number }

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: Pick<ImageStore, 'isPresent'>
  readonly answers: AnswerStore
  readonly writtenTexts: WrittenTextStore
  readonly clock: { readonly now: () => number }
  readonly connectionId: string
}

const readInstruction = (text: string | null): string | null => {
  const instruction = text?.trim() ?? ''
  if (instruction.length > maxInstructionLength)
    throw new AppError(
      'usage',
      { kind: 'instruction-too-long', length: instruction.length, limit: maxInstructionLength },
      { kept: 'nothing-queued' },
    )
  return instruction === '' ? null : instruction
}

const findNamed = ({ answers, connectionId }: Ports, jobIds: readonly string[]): readonly StoredAnswer[] => {
  const named = answers.list([...new Set(jobIds)])
  const known = new Set(named.map(({ jobId }) => jobId))
  const unknown = jobIds.find((jobId) => !known.has(jobId))
  if (unknown !== undefined) throw new AppError('unknown-id', { kind: 'answer-unknown', jobId: unknown }, { kept: 'nothing-queued' })
  const other = named.find((answer) => answer.connectionId !== connectionId)
  if (other) throw new AppError('usage', { kind: 'answer-of-other-workspace', jobId: other.jobId }, { kept: 'nothing-queued' })
  return named
}

/** Without those that say that nothing can be told. */
const hasWords = ({ kind, editedText }: StoredAnswer): boolean => kind !== 'cannot-tell' || editedText !== null

/**
 * Queues the writing of texts in a brand voice, one job per answer, in one transaction; resolves when all is on disk. Of all, it is the answers that
 * are shown. The answer's text is read when it is sent. Errors: `unknown-id`, `usage`; then nothing is queued.
 */
export const queueWriting = async (request: WriteRequest, ports: Ports): Promise<WriteResult> => {
  const { journal, jobs, images, answers, writtenTexts, clock, connectionId } = ports
  const { voice, again } = request
  const instruction = readInstruction(request.instruction)
  const action = beginAction(journal, { kind: 'write', voice: voice.name, instruction })
  const toWork = ({ imageId, jobId }: StoredAnswer) =>
    ({ operation: writing, imageId, answerJobId: jobId, voiceId: voice.id, voiceName: voice.name, instruction }) as const
  const result = journal.write((): WriteResult => {
    const meant =
      request.answers.kind === 'some'
        ? findNamed(ports, request.answers.jobIds)
        : answers.listShown(connectionId).filter(({ imageId }) => images.isPresent(imageId))
    const answered = meant.filter(hasWords)
    const known = jobs.findAll(answered.map(toWork), connectionId, again ? ['waiting', 'running'] : ['waiting', 'running', 'parked'])
    const wanted = answered.filter(({ jobId, text, editedText }, place) => {
      const found = known.get(place)
      // One that was cancelled while it runs is wanted after all.
      if (found?.state === 'running' && found.isCancelled) jobs.apply(found.id, { kind: 'retry', at: clock.now() })
      return !found && (again || !writtenTexts.isWritten(jobId, editedText ?? text, voice.id, instruction))
    })
    jobs.addAll(action, wanted.map(toWork), connectionId, clock.now())
    countPictures(journal, action, connectionId, wanted.length)
    return { queued: wanted.length, before: answered.length - wanted.length, withoutAnswer: meant.length - answered.length }
  })
  await journal.durable()
  return result
}
