import type { CellCheck, SetQuestion } from '../../../../../shared/answers/question-sets.ts'
import { askedQuestions, type SheetView } from '../../../../../shared/answers/sheet.ts'
import { AppError } from '../../../../../shared/base/errors.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { createSetStore } from '../../question-sets/set-store.ts'

/** A question of a sheet in one workspace. `id`, `changes`: of its cells (base/database/derived-cells.ts); no `id`: it has none yet. */
export type Column = {
  readonly question: string
  readonly checks: readonly CellCheck[]
  readonly id: number | null
  readonly changes: number
}

/** Columns of what was asked without a set. */
const mostAsked = 50

/** The questions that were asked in a workspace (`''`: in none yet), the newest first. */
export const readAsked = (journal: Journal, owner: string): SetQuestion[] =>
  journal
    .all(
      // From question to question through the index, not through all answers.
      `WITH RECURSIVE asked (question) AS (
         SELECT min(question) FROM answers WHERE connection_id = ?1
         UNION ALL SELECT (SELECT min(question) FROM answers WHERE connection_id = ?1 AND question > asked.question) FROM asked
         WHERE question IS NOT NULL
       ) SELECT question FROM asked WHERE question IS NOT NULL
       ORDER BY (SELECT max(seq) FROM answers WHERE connection_id = ?1 AND question = asked.question) DESC LIMIT ${mostAsked}`,
      owner,
    )
    .map(({ question }) => ({ question: String(question), column: String(question).slice(0, 60), checks: [] }))

/** The questions of a view's columns. Error: `unknown-id`. */
export const questionsOf = (journal: Journal, { setId }: Pick<SheetView, 'setId'>, owner: string): readonly SetQuestion[] => {
  const found = setId === askedQuestions ? readAsked(journal, owner) : createSetStore(journal).get(setId)?.questions
  if (!found) throw new AppError('unknown-id', { kind: 'set-unknown' })
  return found
}

export const readColumns = (journal: Journal, owner: string, questions: readonly SetQuestion[]): Column[] => {
  const rows = journal.all(
    `SELECT cell_columns.id, changes FROM json_each(?) AS asked LEFT JOIN cell_columns ON connection_id = ? AND question = asked.value ORDER BY asked.key`,
    JSON.stringify(questions.map(({ question }) => question)),
    owner,
  )
  return questions.map(({ question, checks }, at) => {
    const { id, changes } = rows[at] ?? {}
    return { question, checks, id: id == null ? null : Number(id), changes: Number(changes ?? 0) }
  })
}

/** The columns whose cells count. */
export const shownOf = <T extends Pick<Column, 'question'>>(
  { questions }: Pick<SheetView, 'questions'>,
  columns: readonly T[],
): readonly T[] => (questions === null ? columns : columns.filter(({ question }) => questions.includes(question)))

/** As a value of a statement. */
export const idsOf = (columns: readonly Column[]): string => JSON.stringify(columns.flatMap(({ id }) => id ?? []))
