import { longestCellText } from '../../../../shared/answers/sheet.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { AnswerStore, StoredAnswer } from '../questions/answer-store.ts'
import type { CellRows } from './cell-rows.ts'
import { decideEdit, type Person } from './decide-cell.ts'

type Ports = { readonly journal: Journal; readonly answers: AnswerStore; readonly cellRows: CellRows; readonly person: Person }

/** Keeps a person's own words beside an answer; no words, or the service's, undo that. Errors: `unknown-id`, `usage` (too long). */
export const editAnswer = async (
  { journal, answers, cellRows, person }: Ports,
  edit: { readonly jobId: string; readonly text: string },
): Promise<StoredAnswer> => {
  const text = edit.text.trim()
  if (text.length > longestCellText)
    throw new AppError(
      'usage',
      { kind: 'edited-answer-too-long', length: text.length, limit: longestCellText },
      { kept: 'nothing-changed' },
    )
  const answer = journal.write(() => {
    const before = answers.get(edit.jobId)
    const row = cellRows.read(edit.jobId)
    if (!before || !row) throw new AppError('unknown-id', { kind: 'answer-unknown', jobId: edit.jobId }, { kept: 'nothing-changed' })
    const state = decideEdit(row, { text: text === '' ? row.text : text }, person)
    if (state !== 'same') cellRows.changeAll(before.connectionId, [{ ...before, row, to: { kind: 'state', state } }], person.at)
    return answers.get(edit.jobId) ?? { ...before, editedText: null }
  })
  await journal.durable()
  return answer
}
