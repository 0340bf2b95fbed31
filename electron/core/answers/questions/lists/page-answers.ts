import type { Answer } from '../../../../../shared/answers/questions.ts'
import { foldName } from '../../../base/database/fold-name.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import { type Condition, containing } from '../../../pictures/library/lists/find-by-text.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'
import { outdated } from '../../sheet/cell-rows.ts'
import { readAnswerRows } from './read-answers.ts'

type AnswerFilter = {
  readonly text: string
  readonly question: string | null
  readonly kind: 'answer' | 'cannot-tell' | null
  /** `null`: of all workspaces. */
  readonly connectionId: string | null
}
type Stretch = { readonly offset: number; readonly limit: number }

/**
 * The answers that count of pictures in the library, the newest first. A text is looked for in the picture's place, and in the question and its answer;
 * each is read from an index.
 */
const readSeqs = (journal: Journal, { text, question, kind, connectionId }: AnswerFilter): number[] => {
  const conditions: Condition[] = [
    { sql: 'picture_seq NOT IN (SELECT seq FROM images WHERE removed_at IS NOT NULL)', values: [] },
    { sql: `seq NOT IN (${outdated})`, values: [] },
  ]
  const words = foldName(text.trim())
  if (connectionId !== null) conditions.push({ sql: 'connection_id = ?', values: [connectionId] })
  if (question !== null) conditions.push({ sql: 'question = ?', values: [question] })
  if (kind !== null) conditions.push({ sql: `kind ${kind === 'cannot-tell' ? '=' : '<>'} 'cannot-tell'`, values: [] })
  if (words !== '') {
    const [inPlace, inWords] = [containing('folded_place', words), containing('folded_words', words)]
    conditions.push({
      sql: `(${inWords.sql} OR picture_seq IN (SELECT seq FROM images INDEXED BY images_by_search WHERE removed_at IS NULL AND ${inPlace.sql}))`,
      values: [inWords.value, inPlace.value],
    })
  }
  const row = journal.get(
    `SELECT json_group_array(seq) AS seqs FROM (
       SELECT seq FROM answers WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY seq DESC
     )`,
    ...conditions.flatMap(({ values }) => values),
  )
  return JSON.parse(String(row?.seqs)) as number[]
}

/** Answers as windows list them. All of a filter are found at once, and kept until anything changes: the next page is a slice of them. */
export const createAnswerPages = (journal: Journal) => {
  const keep = keepMade<readonly number[]>(2)
  return ({ offset, limit, ...filter }: AnswerFilter & Stretch): { total: number; rows: Answer[] } => {
    const seqs = keep(JSON.stringify([readLibraryVersion(journal), filter]), () => readSeqs(journal, filter))
    return { total: seqs.length, rows: readAnswerRows(journal, seqs.slice(offset, offset + limit)) }
  }
}
