import type { SheetCell } from '../../../../shared/answers/sheet.ts'
import type { Difference, UnknownRow } from '../../../../shared/exchange/exports.ts'
import { compareCell } from './compare-cell.ts'
import type { KnownQuestion, Table, TableRow } from './read-table.ts'
import { questionMark } from './revisions.ts'
import { setAsideMoved } from './set-aside-moved.ts'

export type CurrentCells = {
  /** The pictures of these that are in the library, with their names. */
  readonly findPictures: (imageIds: readonly string[]) => ReadonlyMap<string, string>
  /** By picture, in the order of the questions. */
  readonly readCells: (imageIds: readonly string[], questions: readonly string[]) => Promise<ReadonlyMap<string, readonly SheetCell[]>>
  readonly pause: () => Promise<void>
}

export type Compared = { readonly differences: readonly Difference[]; readonly unchanged: number; readonly unknown: readonly UnknownRow[] }

/** Cells, and rows, between two turns of other work. */
const pieceCells = 2_000
const pieceRows = 200

const hasText = ({ cells }: TableRow, columns: readonly number[]): boolean => columns.some((at) => (cells[at] ?? '').trim() !== '')

/** Compares each cell of a table with what it was when it was exported, and with what Packshot has now. In pieces. */
export const compareTable = async (table: Table, current: CurrentCells): Promise<Compared> => {
  const columns = table.questions.flatMap((one, at) => (one ? [at] : []))
  const questions = columns.map((at) => table.questions[at] as KnownQuestion)
  const differences: Difference[] = []
  const unknown: UnknownRow[] = []
  let unchanged = 0
  const rowOf = new Map<string, number>()

  const compareRow = (one: TableRow, imageId: string, name: string, cells: readonly SheetCell[]): void => {
    for (const [at, column] of columns.entries()) {
      const cell = cells[at]
      const question = questions[at]
      if (!cell || !question) continue
      const read = { fault: one.faults?.get(column), isGuessed: one.isGuessed }
      const found = compareCell(one.cells[column] ?? '', one.revisions?.get(questionMark(question.question)), cell, read)
      if (found.kind === 'unchanged') unchanged++
      else
        differences.push({
          ...found,
          row: one.row,
          imageId,
          name,
          question: question.question,
          column: question.column,
          now: cell.text,
          review: cell.review,
          seen: cell.digest,
        })
    }
  }

  const pieceSize = Math.min(pieceRows, Math.max(1, Math.floor(pieceCells / Math.max(1, columns.length))))
  for (let from = 0; from < table.rows.length; from += pieceSize) {
    if (from > 0) await current.pause()
    const piece = table.rows.slice(from, from + pieceSize)
    const ids = piece.flatMap(({ imageId }) => imageId ?? [])
    const names = current.findPictures(ids)
    const cells = await current.readCells(
      [...names.keys()],
      questions.map(({ question }) => question),
    )
    for (const one of piece) {
      if (one.imageId === null) {
        if (hasText(one, columns)) unknown.push({ row: one.row, why: 'no-key' })
        continue
      }
      const name = names.get(one.imageId)
      const earlier = rowOf.get(one.imageId)
      if (name === undefined) unknown.push({ row: one.row, why: 'not-in-library' })
      else if (earlier !== undefined) unknown.push({ row: one.row, why: 'repeated', of: earlier })
      else {
        rowOf.set(one.imageId, one.row)
        compareRow(one, one.imageId, name, cells.get(one.imageId) ?? [])
      }
    }
  }
  return { differences: await setAsideMoved(table, differences, current.pause), unchanged, unknown }
}
