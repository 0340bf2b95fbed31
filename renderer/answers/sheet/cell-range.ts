/** A cell of the sheet, by its row and its place among the shown columns. */
export type Place = { readonly row: number; readonly column: number }

/** `active`: where the keyboard is and typing goes. `head`: the opposite corner of what is selected. */
export type Selection = { readonly active: Place; readonly head: Place }

/** Rows and columns from the first to the last, both included. */
export type CellRange = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

export type SheetSize = { readonly rows: number; readonly columns: number; readonly rowsInView: number }

export type Step =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'page-up'
  | 'page-down'
  | 'row-start'
  | 'row-end'
  | 'column-start'
  | 'column-end'
  | 'sheet-start'
  | 'sheet-end'

export const selectCell = (place: Place): Selection => ({ active: place, head: place })

export const rangeOf = ({ active, head }: Selection): CellRange => ({
  top: Math.min(active.row, head.row),
  bottom: Math.max(active.row, head.row),
  left: Math.min(active.column, head.column),
  right: Math.max(active.column, head.column),
})

export const countCells = ({ top, bottom, left, right }: CellRange): number => (bottom - top + 1) * (right - left + 1)
export const isOneCell = ({ active, head }: Selection): boolean => active.row === head.row && active.column === head.column

const between = (value: number, last: number): number => Math.max(0, Math.min(last, value))

/** Keeps a place inside the sheet. */
export const holdInside = ({ row, column }: Place, size: SheetSize): Place => ({
  row: between(row, size.rows - 1),
  column: between(column, size.columns - 1),
})

/** Where a step leads; none leaves the sheet. */
export const stepFrom = ({ row, column }: Place, step: Step, size: SheetSize): Place => {
  const page = Math.max(1, size.rowsInView - 1)
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1]
  switch (step) {
    case 'up':
      return holdInside({ row: row - 1, column }, size)
    case 'down':
      return holdInside({ row: row + 1, column }, size)
    case 'left':
      return holdInside({ row, column: column - 1 }, size)
    case 'right':
      return holdInside({ row, column: column + 1 }, size)
    case 'page-up':
      return holdInside({ row: row - page, column }, size)
    case 'page-down':
      return holdInside({ row: row + page, column }, size)
    case 'row-start':
      return { row, column: 0 }
    case 'row-end':
      return { row, column: lastColumn }
    case 'column-start':
      return { row: 0, column }
    case 'column-end':
      return { row: lastRow, column }
    case 'sheet-start':
      return { row: 0, column: 0 }
    case 'sheet-end':
      return { row: lastRow, column: lastColumn }
  }
}

/** A plain step selects one cell; with Shift the selection grows or shrinks. */
export const moveSelection = (selection: Selection, step: Step, isExtended: boolean, size: SheetSize): Selection =>
  isExtended ? { active: selection.active, head: stepFrom(selection.head, step, size) } : selectCell(stepFrom(selection.active, step, size))

/** All columns of the selected rows, or all rows of the selected columns. */
export const selectRows = (selection: Selection, { columns }: SheetSize): Selection => ({
  active: { row: selection.active.row, column: 0 },
  head: { row: selection.head.row, column: columns - 1 },
})
export const selectColumns = (selection: Selection, { rows }: SheetSize): Selection => ({
  active: { row: 0, column: selection.active.column },
  head: { row: rows - 1, column: selection.head.column },
})
export const selectSheet = ({ rows, columns }: SheetSize): Selection => ({
  active: { row: 0, column: 0 },
  head: { row: rows - 1, column: columns - 1 },
})

/** Whether the range has every row of the sheet: then it is about the view, not about single rows. */
export const hasAllRows = ({ top, bottom }: CellRange, { rows }: SheetSize): boolean => top === 0 && bottom === rows - 1

/** The selected columns of a row; `null`: none. */
export const selectedInRow = (range: CellRange, row: number): { readonly from: number; readonly to: number } | null =>
  row >= range.top && row <= range.bottom ? { from: range.left, to: range.right } : null
