import { AppError } from '../../../shared/errors.ts'
import type { Journal } from '../database/journal.ts'
import type { AnswerStore, StoredAnswer } from './answer-store.ts'

/** Longest text that a person can put in place of an answer, in characters. */
const longest = 20_000

/** Keeps a person's own words beside an answer; no words, or the service's, undo that. Errors: `unknown-id`, `usage` (too long). */
export const editAnswer = async (
  { journal, answers }: { journal: Journal; answers: AnswerStore },
  edit: { readonly jobId: string; readonly text: string },
): Promise<StoredAnswer> => {
  const text = edit.text.trim()
  if (text.length > longest)
    throw new AppError('usage', { kind: 'edited-answer-too-long', length: text.length, limit: longest }, { kept: 'nothing-changed' })
  const answer = journal.write(() => {
    const before = answers.get(edit.jobId)
    if (!before) throw new AppError('unknown-id', { kind: 'answer-unknown', jobId: edit.jobId }, { kept: 'nothing-changed' })
    answers.edit(edit.jobId, text === '' || text === before.text ? null : text)
    return answers.get(edit.jobId) ?? before
  })
  await journal.durable()
  return answer
}
