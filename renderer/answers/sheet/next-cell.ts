import type { Place, SheetSize } from './cell-range.ts'

/** Which cell comes after this one in review: along the row, so that a picture is finished first, or down the column. */
export type ReviewOrder = 'row' | 'column'

/** `unknown`: its row is not loaded. */
export type ReviewNeed = 'open' | 'done' | 'unknown'

const after = ({ row, column }: Place, order: ReviewOrder, { rows, columns }: SheetSize): Place | null => {
  if (order === 'row') {
    if (column < columns - 1) return { row, column: column + 1 }
    return row < rows - 1 ? { row: row + 1, column: 0 } : null
  }
  if (row < rows - 1) return { row: row + 1, column }
  return column < columns - 1 ? { row: 0, column: column + 1 } : null
}

/** Before the first cell. */
export const beforeAll = (order: ReviewOrder): Place => (order === 'row' ? { row: 0, column: -1 } : { row: -1, column: 0 })

/** The next cell that a person has to look at, or that is not loaded yet; `null`: none up to the end of the sheet. */
export const findNextCell = (from: Place, order: ReviewOrder, size: SheetSize, needAt: (place: Place) => ReviewNeed): Place | null => {
  for (let place = after(from, order, size); place; place = after(place, order, size)) if (needAt(place) !== 'done') return place
  return null
}
