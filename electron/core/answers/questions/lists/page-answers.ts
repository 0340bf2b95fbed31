import type { Answer } from '../../../../../shared/answers/questions.ts'
import { foldName } from '../../../base/database/fold-name.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { isCurrent } from '../../sheet/cell-rows.ts'
import { readAnswerRows } from './read-answers.ts'

export type AnswerFilter = { readonly text: string; readonly question: string | null; readonly kind: 'answer' | 'cannot-tell' | null }

/** Answers are looked through in pieces of this many, with other work in between. */
const pieceSize = 2_000

/** A window's worth of the answers that count, the newest first. */
export const pageAnswers = async (
  { journal, connectionId }: { readonly journal: Journal; readonly connectionId: string | null },
  filter: AnswerFilter,
  offset: number,
  limit: number,
): Promise<{ total: number; rows: Answer[] }> => {
  const text = foldName(filter.text.trim())
  const matches: number[] = []
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = JSON.parse(
      String(
        journal.get(
          `SELECT json_group_array(json_array(seq, isPresent ${text === '' ? '' : ', words'})) AS list FROM (
             SELECT answers.seq AS seq, images.removed_at IS NULL AS isPresent,
               images.folded_place || char(10) || answers.folded_words AS words
             FROM answers JOIN images ON images.id = answers.image_id
             WHERE answers.seq < ?1 AND (?2 IS NULL OR question = ?2) AND (?3 IS NULL OR (kind = 'cannot-tell') = (?3 = 'cannot-tell'))
               AND (?4 IS NULL OR answers.connection_id = ?4) AND ${isCurrent}
             ORDER BY answers.seq DESC LIMIT ${pieceSize}
           )`,
          before,
          filter.question,
          filter.kind,
          connectionId,
        )?.list,
      ),
    ) as [number, number, string?][]
    for (const [seq, isPresent, words] of rows) if (isPresent && (text === '' || words?.includes(text))) matches.push(seq)
    const last = rows.at(-1)
    if (!last || rows.length < pieceSize) break
    before = last[0]
    await journal.nextTurn()
  }
  return { total: matches.length, rows: readAnswerRows(journal, matches.slice(offset, offset + limit)) }
}
