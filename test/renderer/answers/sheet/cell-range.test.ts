import { describe, expect, it } from 'vitest'
import {
  countCells,
  hasAllRows,
  moveSelection,
  rangeOf,
  type SheetSize,
  selectCell,
  selectColumns,
  selectedInRow,
  selectRows,
  selectSheet,
  stepFrom,
} from '../../../../renderer/answers/sheet/cell-range.ts'

const size: SheetSize = { rows: 100, columns: 5, rowsInView: 11 }

describe('moving through the sheet', () => {
  it('leads one cell on, and never out of the sheet', () => {
    expect(stepFrom({ row: 3, column: 2 }, 'down', size)).toEqual({ row: 4, column: 2 })
    expect(stepFrom({ row: 0, column: 0 }, 'up', size)).toEqual({ row: 0, column: 0 })
    expect(stepFrom({ row: 0, column: 4 }, 'right', size)).toEqual({ row: 0, column: 4 })
    expect(stepFrom({ row: 99, column: 0 }, 'page-down', size)).toEqual({ row: 99, column: 0 })
  })

  it('passes all but one of the visible rows with Page Down, so that the last one stays in sight', () => {
    expect(stepFrom({ row: 5, column: 1 }, 'page-down', size)).toEqual({ row: 15, column: 1 })
  })

  it('leads to the ends of row, column and sheet', () => {
    expect(stepFrom({ row: 5, column: 1 }, 'row-end', size)).toEqual({ row: 5, column: 4 })
    expect(stepFrom({ row: 5, column: 1 }, 'column-end', size)).toEqual({ row: 99, column: 1 })
    expect(stepFrom({ row: 5, column: 1 }, 'sheet-end', size)).toEqual({ row: 99, column: 4 })
  })
})

describe('selecting', () => {
  it('grows with Shift from the active cell, in both directions, and a plain step ends it', () => {
    let selection = selectCell({ row: 5, column: 2 })
    selection = moveSelection(selection, 'down', true, size)
    selection = moveSelection(selection, 'left', true, size)
    expect(rangeOf(selection)).toEqual({ top: 5, bottom: 6, left: 1, right: 2 })
    expect(selection.active).toEqual({ row: 5, column: 2 })
    expect(countCells(rangeOf(selection))).toBe(4)
    expect(moveSelection(selection, 'down', false, size)).toEqual(selectCell({ row: 6, column: 2 }))
  })

  it('takes whole rows, whole columns, and everything', () => {
    const selection = moveSelection(selectCell({ row: 5, column: 2 }), 'down', true, size)
    expect(rangeOf(selectRows(selection, size))).toEqual({ top: 5, bottom: 6, left: 0, right: 4 })
    const column = rangeOf(selectColumns(selection, size))
    expect(column).toEqual({ top: 0, bottom: 99, left: 2, right: 2 })
    expect(hasAllRows(column, size)).toBe(true)
    expect(hasAllRows(rangeOf(selection), size)).toBe(false)
    expect(countCells(rangeOf(selectSheet(size)))).toBe(500)
  })

  it('says for a row which of its columns are selected', () => {
    const range = { top: 5, bottom: 6, left: 1, right: 2 }
    expect(selectedInRow(range, 6)).toEqual({ from: 1, to: 2 })
    expect(selectedInRow(range, 7)).toBeNull()
  })
})
