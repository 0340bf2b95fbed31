import type { CellEdit, CellPlace } from '../../../../../shared/answers/sheet.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { newestTextFirst } from '../../brand-voices/written-texts.ts'
import { type CellRows, placeKey } from '../cell-rows.ts'
import { type CellRow, shownText } from '../decide-cell.ts'
import { digestOf } from '../sheet-store.ts'

type Ports = { readonly journal: Journal; readonly rows: CellRows /** The workspace's connection; `''`: none. */; readonly owner: string }
type Pieces = AsyncIterable<readonly CellPlace[]> | Iterable<readonly CellPlace[]>

/** Cells of one turn of the event loop. */
const pieceSize = 200

/** The cells; `row`: `null` where it is approved, or has no text. */
async function* walk(
  { journal, rows, owner }: Ports,
  pieces: Pieces,
): AsyncGenerator<readonly (CellPlace & { readonly row: CellRow | null })[]> {
  for await (const cells of pieces)
    for (let from = 0; from < cells.length; from += pieceSize) {
      const piece = cells.slice(from, from + pieceSize)
      const current = rows.current(owner, piece)
      yield piece.map(({ imageId, question }) => {
        const row = current.get(placeKey({ imageId, question }))
        return { imageId, question, row: row && row.review !== 'approved' && shownText(row) !== '' ? row : null }
      })
      await journal.nextTurn()
    }
}

/** The answers in these cells, by their jobs. `skipped`: approved cells, and those without a text. */
export const readAnswersIn = async (ports: Ports, pieces: Pieces): Promise<{ readonly jobIds: string[]; readonly skipped: number }> => {
  const jobIds: string[] = []
  let skipped = 0
  for await (const piece of walk(ports, pieces))
    for (const { row } of piece) {
      if (row) jobIds.push(row.jobId)
      else skipped += 1
    }
  return { jobIds, skipped }
}

/** The newest text of each answer, unless the answer was changed after it was written. */
const readNewest = (journal: Journal, jobIds: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    journal
      .all(
        `SELECT answer_job_id, written_texts.text FROM written_texts JOIN answers ON answers.job_id = answer_job_id
         WHERE answer_job_id IN (SELECT value FROM json_each(?)) AND from_text IS ifnull(answers.edited_text, answers.text)
         ORDER BY ${newestTextFirst}`,
        JSON.stringify(jobIds),
      )
      .toReversed()
      .map((row) => [String(row.answer_job_id), String(row.text)]),
  )

/** Edits that put the newest written texts into these cells. `skipped`: approved cells, and those from whose current text none was written. */
export const readWrittenFor = async (ports: Ports, pieces: Pieces): Promise<{ readonly edits: CellEdit[]; readonly skipped: number }> => {
  const edits: CellEdit[] = []
  let skipped = 0
  for await (const piece of walk(ports, pieces)) {
    const newest = readNewest(
      ports.journal,
      piece.flatMap(({ row }) => (row ? [row.jobId] : [])),
    )
    for (const { imageId, question, row } of piece) {
      const text = row ? newest.get(row.jobId) : undefined
      if (row && text !== undefined) edits.push({ imageId, question, text, seen: digestOf(row) })
      else skipped += 1
    }
  }
  return { edits, skipped }
}
