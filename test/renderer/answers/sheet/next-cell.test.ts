import { expect, it } from 'vitest'
import { beforeAll, findNextCell, type ReviewNeed } from '../../../../renderer/answers/sheet/next-cell.ts'

const size = { rows: 3, columns: 3, rowsInView: 3 }
const needs =
  (rows: readonly string[]) =>
  ({ row, column }: { readonly row: number; readonly column: number }): ReviewNeed =>
    ({ o: 'open', d: 'done', u: 'unknown' })[rows[row]?.[column] ?? ''] as ReviewNeed

it('goes along the row, over what is done, into the next row', () => {
  expect(findNextCell({ row: 0, column: 0 }, 'row', size, needs(['odd', 'dod', 'ooo']))).toEqual({ row: 1, column: 1 })
})

it('goes down the column, then to the top of the next one', () => {
  expect(findNextCell({ row: 0, column: 0 }, 'column', size, needs(['oood', 'dod', 'dod']))).toEqual({ row: 0, column: 1 })
})

it('stops at a row that is not loaded, and says when nothing is left', () => {
  expect(findNextCell({ row: 0, column: 2 }, 'row', size, needs(['ddd', 'uuu', 'uuu']))).toEqual({ row: 1, column: 0 })
  expect(findNextCell({ row: 0, column: 2 }, 'row', size, needs(['ooo', 'ddd', 'ddd']))).toBeNull()
})

it('begins with the very first cell, along the row and down the column', () => {
  for (const order of ['row', 'column'] as const)
    expect(findNextCell(beforeAll(order), order, size, needs(['odd', 'ddd', 'ddd']))).toEqual({ row: 0, column: 0 })
  expect(findNextCell(beforeAll('row'), 'row', size, needs(['ddo', 'odd', 'ddd']))).toEqual({ row: 0, column: 2 })
  expect(findNextCell(beforeAll('column'), 'column', size, needs(['ddo', 'odd', 'ddd']))).toEqual({ row: 1, column: 0 })
})
