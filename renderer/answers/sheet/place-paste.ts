import type { CellRange, SheetSize } from './cell-range.ts'
import type { TableText } from './table-text.ts'

/** Where a pasted table goes. `outside`: cells that would lie beyond the last row or column, and are not pasted. */
export type PastePlan = {
  readonly range: CellRange
  readonly outside: number
  /** The text for a cell of the range; `undefined`: the table has none there. */
  readonly textAt: (row: number, column: number) => string | undefined
}

/**
 * As spreadsheets do it: a table is repeated where the selection is a multiple of it, so that one cell fills all selected ones;
 * otherwise it begins in the selection's first cell and may reach beyond the selection.
 */
export const placePaste = (table: TableText, selected: CellRange, size: SheetSize): PastePlan => {
  const rows = table.length
  // One by one: a call takes no more than about 100,000 arguments.
  const columns = table.reduce((most, row) => Math.max(most, row.length), 0)
  const [high, wide] = [selected.bottom - selected.top + 1, selected.right - selected.left + 1]
  const isRepeated = high % rows === 0 && wide % columns === 0
  const bottom = selected.top + (isRepeated ? high : rows) - 1
  const right = selected.left + (isRepeated ? wide : columns) - 1
  const range = { ...selected, bottom: Math.min(bottom, size.rows - 1), right: Math.min(right, size.columns - 1) }
  let outside = 0
  if (!isRepeated)
    for (const [row, cells] of table.entries())
      outside += selected.top + row > range.bottom ? cells.length : Math.max(0, cells.length - (range.right - selected.left + 1))
  return {
    range,
    outside,
    textAt: (row, column) => table[(row - selected.top) % rows]?.[(column - selected.left) % columns],
  }
}
