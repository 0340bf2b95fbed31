import { longestCellText } from '../../../../shared/answers/sheet.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { AnswerStore, StoredAnswer } from '../questions/answer-store.ts'
import { decideEdit, type Person, shownText } from './decide-cell.ts'
import type { SheetStore } from './sheet-store.ts'

type Ports = {
  readonly journal: Journal
  readonly answers: AnswerStore
  readonly sheet: Pick<SheetStore, 'rows' | 'editRow'>
  readonly person: Person
}

/**
 * Keeps a person's own words beside an answer, as a change of its cell; no words, or the service's, undo that. `seen`: the text that was shown;
 * `null`: whatever is there. Errors: `unknown-id`, `usage` (too long, or another text is there).
 */
export const editAnswer = async (
  { journal, answers, sheet, person }: Ports,
  edit: { readonly jobId: string; readonly text: string; readonly seen: string | null },
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
    const row = sheet.rows.read(edit.jobId)
    if (!before || !row) throw new AppError('unknown-id', { kind: 'answer-unknown', jobId: edit.jobId }, { kept: 'nothing-changed' })
    const state = decideEdit(row, { text: text === '' ? row.text : text }, person)
    if (state === 'same') return before
    if (edit.seen !== null && edit.seen !== shownText(row))
      throw new AppError('usage', { kind: 'answer-changed', text: shownText(row) }, { kept: 'nothing-changed' })
    sheet.editRow(before.connectionId, before, row, state, person.at)
    return answers.get(edit.jobId) ?? { ...before, editedText: null }
  })
  await journal.durable()
  return answer
}
