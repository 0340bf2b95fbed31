import { maxInstructionLength, type Voice } from '../../../../shared/answers/brand-voices-contract.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { createPause } from '../../base/database/create-pause.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import { beginAction, countPictures } from '../../queue/action-store.ts'
import { findWanted } from '../../queue/cancel-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { AnswerStore, StoredAnswer } from '../questions/answer-store.ts'
import type { WrittenTextStore } from './written-texts.ts'

/** The operation that writes a text from an answer. */
export const writing = 'write-text'

/** Answers whose jobs are written in one turn, so that many don't block the event loop. */
const writtenAtOnce = 100

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

const findNamed = async ({ journal, answers, connectionId }: Ports, jobIds: readonly string[]): Promise<StoredAnswer[]> => {
  const named: StoredAnswer[] = []
  const pause = createPause(journal)
  for (const jobId of new Set(jobIds)) {
    await pause()
    const answer = answers.get(jobId)
    if (!answer) throw new AppError('unknown-id', { kind: 'answer-unknown', jobId }, { kept: 'nothing-queued' })
    if (answer.connectionId !== connectionId)
      throw new AppError('usage', { kind: 'answer-of-other-workspace', jobId }, { kept: 'nothing-queued' })
    named.push(answer)
  }
  return named
}

/**
 * Queues the writing of texts in a brand voice, one job per answer; resolves when all is on disk. The answer's text is read when it is sent.
 * Errors: `unknown-id`, `usage`; then nothing is queued.
 */
export const queueWriting = async (request: WriteRequest, ports: Ports): Promise<WriteResult> => {
  const { journal, jobs, images, answers, writtenTexts, clock, connectionId } = ports
  const { voice, again } = request
  const instruction = readInstruction(request.instruction)
  const pieces: (() => readonly StoredAnswer[])[] = []
  if (request.answers.kind === 'some') {
    const named = await findNamed(ports, request.answers.jobIds)
    for (let at = 0; at < named.length; at += writtenAtOnce) pieces.push(() => named.slice(at, at + writtenAtOnce))
  } else {
    const seqs = answers.newestSeqs(connectionId)
    const inLibrary = ({ imageId }: StoredAnswer): boolean => images.isPresent(imageId)
    for (let at = 0; at < seqs.length; at += writtenAtOnce)
      pieces.push(() => answers.listRows(seqs.slice(at, at + writtenAtOnce)).filter(inLibrary))
  }
  const action = beginAction(journal, { kind: 'write', voice: voice.name, instruction })
  const result = { queued: 0, before: 0, withoutAnswer: 0 }
  const queueOne = ({ imageId, jobId, kind, text, editedText }: StoredAnswer): void => {
    if (kind === 'cannot-tell' && editedText === null) {
      result.withoutAnswer++
      return
    }
    const ids = { imageId, answerJobId: jobId, voiceId: voice.id, voiceName: voice.name }
    const work = { operation: writing, ...ids, instruction } as const
    const isOnItsWay =
      findWanted({ jobs, clock }, work, connectionId, again ? ['waiting', 'running'] : ['waiting', 'running', 'parked']) !== undefined
    if (isOnItsWay || (!again && writtenTexts.isWritten(jobId, editedText ?? text, voice.id, instruction))) {
      result.before++
      return
    }
    jobs.add(action, work, connectionId, [], clock.now())
    result.queued++
  }
  for (const piece of pieces) {
    journal.write(() => {
      const before = result.queued
      for (const answer of piece()) queueOne(answer)
      countPictures(journal, action, connectionId, result.queued - before)
    })
    await journal.durable()
    await journal.nextTurn()
  }
  return result
}
