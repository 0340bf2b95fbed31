import type { CellEdit, CellPlace } from '../../../../../shared/answers/sheet.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { newestTextFirst } from '../../brand-voices/written-texts.ts'
import { placeKey, readCurrent } from '../cell-rows.ts'
import { type CellRow, shownText } from '../decide-cell.ts'
import { digestOf } from '../sheet-store.ts'

/** The rows of these cells (of `owner`'s workspace; `''`: none yet); `null` where it is approved, or has no text. */
const readRows = (journal: Journal, owner: string, cells: readonly CellPlace[]): readonly (CellRow | null)[] => {
  const current = readCurrent(journal, owner, cells)
  return cells.map((cell) => {
    const row = current.get(placeKey(cell))
    return row && row.review !== 'approved' && shownText(row) !== '' ? row : null
  })
}

/** The answers in these cells, by their jobs. `skipped`: approved cells, and those without a text. */
export const readAnswersIn = (
  journal: Journal,
  owner: string,
  cells: readonly CellPlace[],
): { readonly jobIds: string[]; readonly skipped: number } => {
  const jobIds = readRows(journal, owner, cells).flatMap((row) => row?.jobId ?? [])
  return { jobIds, skipped: cells.length - jobIds.length }
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
export const readWrittenFor = (
  journal: Journal,
  owner: string,
  cells: readonly CellPlace[],
): { readonly edits: CellEdit[]; readonly skipped: number } => {
  const rows = readRows(journal, owner, cells)
  const newest = readNewest(
    journal,
    rows.flatMap((row) => row?.jobId ?? []),
  )
  const edits = cells.flatMap(({ imageId, question }, at) => {
    const row = rows[at]
    const text = newest.get(row?.jobId ?? '')
    return row && text !== undefined ? [{ imageId, question, text, seen: digestOf(row) }] : []
  })
  return { edits, skipped: cells.length - edits.length }
}
