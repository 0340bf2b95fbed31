import type { Answer } from '../../../../../shared/answers/questions.ts'
import { foldName } from '../../../base/database/fold-name.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import { containing } from '../../../pictures/library/lists/find-by-text.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'
import { readMarks } from '../../../pictures/library/lists/read-marks.ts'
import { readAnswerRows } from './read-answers.ts'

type AnswerFilter = {
  readonly text: string
  readonly question: string | null
  readonly kind: 'answer' | 'cannot-tell' | null
  /** `null`: of all workspaces. */
  readonly connectionId: string | null
}
type Stretch = { readonly offset: number; readonly limit: number }

/** By an answer's `seq`, its picture (`images.seq`) if it counts and is one of these; else 0. */
const readPictures = (journal: Journal, { question, kind, connectionId }: Omit<AnswerFilter, 'text'>): Int32Array => {
  const row = journal.get(
    `SELECT json_group_array(answer) AS answers, json_group_array(picture) AS pictures FROM cell_columns
     CROSS JOIN cells ON cell_column = cell_columns.id ${kind === null ? '' : 'CROSS JOIN answers ON answers.seq = answer'}
     WHERE answer > 0 AND picture NOT IN (SELECT seq FROM images WHERE removed_at IS NOT NULL)
       AND (?1 IS NULL OR cell_columns.connection_id = ?1) AND (?2 IS NULL OR cell_columns.question = ?2)
       ${kind === null ? '' : `AND answers.kind ${kind === 'cannot-tell' ? '=' : '<>'} 'cannot-tell'`}`,
    connectionId,
    question,
  )
  const [answers, pictures] = [row?.answers, row?.pictures].map((list) => JSON.parse(String(list)) as number[]) as [number[], number[]]
  const of = new Int32Array(Number(journal.get('SELECT max(seq) AS last FROM answers')?.last ?? 0) + 1)
  for (const [at, answer] of answers.entries()) of[answer] = pictures[at] ?? 0
  return of
}

/** Whether an answer has a text in the place of its picture, or in its question and its words. Each is read from an index. */
const readHas = (journal: Journal, words: string, connectionId: string | null): ((answer: number, picture: number) => boolean) => {
  if (words === '') return () => true
  const [inPlace, inWords] = [containing('folded_place', words), containing('folded_words', words)]
  const placed = readMarks(journal, {
    sql: `SELECT seq FROM images INDEXED BY images_by_search WHERE removed_at IS NULL AND ${inPlace.sql}`,
    values: [inPlace.value],
  }).marks
  const ofWorkspace = connectionId === null ? { sql: '', values: [] } : { sql: ' AND connection_id = ?', values: [connectionId] }
  const said = readMarks(journal, {
    sql: `SELECT seq FROM answers INDEXED BY answers_by_search WHERE ${inWords.sql}${ofWorkspace.sql}`,
    values: [inWords.value, ...ofWorkspace.values],
  }).marks
  return (answer, picture) => said[answer] === 1 || placed[picture] === 1
}

/**
 * Answers as windows list them: those that count of pictures in the library, the newest first. All of a filter are found at once, and kept until anything
 * changes: the next page is a slice of them, and another text looks through the same ones.
 */
export const createAnswerPages = (journal: Journal) => {
  const [keepPictures, keep] = [keepMade<Int32Array>(1), keepMade<readonly number[]>(2)]
  const readSeqs = ({ text, ...filter }: AnswerFilter, version: string): number[] => {
    const pictures = keepPictures(JSON.stringify([version, filter]), () => readPictures(journal, filter))
    const has = readHas(journal, foldName(text.trim()), filter.connectionId)
    const seqs: number[] = []
    for (let answer = pictures.length - 1; answer > 0; answer--) {
      const picture = pictures[answer] ?? 0
      if (picture > 0 && has(answer, picture)) seqs.push(answer)
    }
    return seqs
  }
  return ({ offset, limit, ...filter }: AnswerFilter & Stretch): { total: number; rows: Answer[] } => {
    const version = readLibraryVersion(journal)
    const seqs = keep(JSON.stringify([version, filter]), () => readSeqs(filter, version))
    return { total: seqs.length, rows: readAnswerRows(journal, seqs.slice(offset, offset + limit)) }
  }
}
