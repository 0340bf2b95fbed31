import type { Answer } from '../../../../../shared/answers/questions.ts'
import { foldName } from '../../../base/database/fold-name.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'
import { isCurrent } from '../../sheet/cell-rows.ts'
import { readAnswerRows } from './read-answers.ts'

type AnswerFilter = {
  readonly text: string
  readonly question: string | null
  readonly kind: 'answer' | 'cannot-tell' | null
  /** `null`: of all workspaces. */
  readonly connectionId: string | null
}
type Stretch = { readonly offset: number; readonly limit: number }

/** The answers that count of pictures in the library, the newest first. */
const readSeqs = (journal: Journal, { text, question, kind, connectionId }: AnswerFilter): number[] => {
  const row = journal.get(
    `SELECT json_group_array(seq) AS seqs FROM (
       SELECT answers.seq FROM answers JOIN images ON images.id = answers.image_id
       WHERE images.removed_at IS NULL AND (:question IS NULL OR question = :question)
         AND (:kind IS NULL OR (kind = 'cannot-tell') = (:kind = 'cannot-tell'))
         AND (:connectionId IS NULL OR answers.connection_id = :connectionId) AND ${isCurrent}
         AND (:text = '' OR instr(images.folded_place || char(10) || answers.folded_words, :text) > 0)
       ORDER BY answers.seq DESC
     )`,
    { text: foldName(text.trim()), question, kind, connectionId },
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
