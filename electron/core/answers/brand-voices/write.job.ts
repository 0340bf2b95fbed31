import { AppError, errorFrom } from '../../../../shared/base/errors.ts'
import { fillCommandTemplate } from '../../../../shared/command/command-template.ts'
import { operations } from '../../../../shared/queue/operations.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import { type AttemptEnd, isRefusalOfWorkspace, type Operation, type OperationDefinition, waitsForAll } from '../../queue/operation.ts'
import { parseJson } from '../../service/calls/read-answer.ts'
import { type CommandText, readCommandTexts } from '../../service/calls/read-content.ts'
import { type Call, openJson } from '../../service/calls/service-call.ts'
import type { AnswerStore } from '../questions/answer-store.ts'
import type { WrittenTextStore } from './written-texts.ts'

type Ports = { readonly answers: AnswerStore; readonly writtenTexts: WrittenTextStore }

const failed = (error: AppError): AttemptEnd => ({ kind: 'failed', error, uncertain: false })

/** The instruction to the service; the answer is sent beside it as context. */
export const composeCommand = (question: string, instruction: string | null): string =>
  [
    'Rewrite this answer about a product picture in the brand voice.',
    'Keep to its facts and add none. Give the text alone.',
    `The answer was given to this question: “${question}”`,
    ...(instruction === null ? [] : [`Also: ${instruction}`]),
  ].join('\n')

/** `POST /v1/command` (not-shown: command). */
const commandCall = (
  { paths, templates }: Connection,
  values: Parameters<typeof fillCommandTemplate>[1],
): Call<{ readonly texts: readonly CommandText[] }> => ({
  method: 'POST',
  path: paths.command,
  names: 'address',
  subject: 'content',
  wants: null,
  open: openJson(fillCommandTemplate(templates.command, values)),
  read: (text) => {
    const texts = readCommandTexts(parseJson(text))
    return texts && { texts }
  },
})

/** The voice may be gone: the service reports that only in its own words, without a code. */
const advise = (error: AppError, voice: string): AppError => {
  if (error.code !== 'rejected' && error.code !== 'not-found') return error
  const because = error.toRecord()
  return errorFrom(because, { failure: { kind: 'writing-refused', voice, because }, cause: error })
}

export const writeText: OperationDefinition<'write-text'> = {
  name: 'write-text',
  work: operations['write-text'].work,
  subject: ({ imageId, answerJobId, voiceId, instruction }) => `${imageId}\n${answerJobId}\n${voiceId}\n${instruction ?? ''}`,
  exclusiveKey: () => null,
  concurrency: 4,
  scope: 'user',
  changes: () => ['content'],
  isRepeatable: () => true,
  doubt: () => ({ name: null, choices: ['again'] }),
  leavesSpare: false,
  isWorkspaceWide: isRefusalOfWorkspace,
  dependencies: waitsForAll,
}

/** Rewrites an answer in a brand voice (spec: "POST {base_url}/v1/command"). A repeat costs a second text but does no harm. */
export const createWriteText = ({ answers, writtenTexts }: Ports): Operation<'write-text'> => ({
  ...writeText,
  attempt: async (job, { connection, client, signal, onSilence }) => {
    const { answerJobId, voiceId, voiceName, instruction } = job.work
    const answer = answers.get(answerJobId)
    if (!answer) return failed(new AppError('unknown-id', { kind: 'answer-gone' }, { kept: 'nothing-sent' }))
    const fromText = answer.editedText ?? answer.text
    const { question } = answer
    const command = composeCommand(question, instruction)
    const values = { command, answer: fromText, voice: voiceId, question, instruction }
    const outcome = await client.send(commandCall(connection, values), { signal, onSilence })
    if (outcome.kind === 'failed') return { ...outcome, error: advise(outcome.error, voiceName) }
    const { texts } = outcome.value
    if (texts.length === 0) return failed(new AppError('rejected', { kind: 'written-text-empty' }))
    return {
      kind: 'done',
      sent: true,
      commit: (writtenAt) => {
        for (const [position, { text, textId }] of texts.entries()) {
          const about = { answerJobId, jobId: job.id, connectionId: connection.id, voiceId, voiceName, instruction }
          writtenTexts.save({ ...about, position, textId, text, fromText, writtenAt })
        }
        return []
      },
    }
  },
})
