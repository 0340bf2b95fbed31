import { expect, it } from 'vitest'
import { placePaste } from '../../../../renderer/answers/sheet/place-paste.ts'

const size = { rows: 10, columns: 4, rowsInView: 8 }
const cell = (row: number, column: number) => ({ top: row, bottom: row, left: column, right: column })

it('begins in the selected cell and reaches beyond the selection', () => {
  const plan = placePaste(
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    cell(2, 1),
    size,
  )
  expect(plan.range).toEqual({ top: 2, bottom: 3, left: 1, right: 2 })
  expect(plan.textAt(3, 2)).toBe('d')
  expect(plan.outside).toBe(0)
})

it('fills every selected cell with a single one', () => {
  const plan = placePaste([['x']], { top: 1, bottom: 3, left: 0, right: 1 }, size)
  expect(plan.range).toEqual({ top: 1, bottom: 3, left: 0, right: 1 })
  expect([plan.textAt(1, 0), plan.textAt(3, 1)]).toEqual(['x', 'x'])
})

it('repeats a table where the selection is a multiple of it', () => {
  const plan = placePaste([['a'], ['b']], { top: 0, bottom: 3, left: 2, right: 3 }, size)
  expect([0, 1, 2, 3].map((row) => plan.textAt(row, 3))).toEqual(['a', 'b', 'a', 'b'])
})

it('counts the cells that would lie outside: 50,000 pasted into ten rows', () => {
  const table = Array.from({ length: 12_500 }, () => ['1', '2', '3', '4'])
  const plan = placePaste(table, cell(0, 0), size)
  expect(plan.range).toEqual({ top: 0, bottom: 9, left: 0, right: 3 })
  expect(plan.outside).toBe(50_000 - 40)
  expect(placePaste([['a', 'b', 'c']], cell(9, 2), size).outside).toBe(1)
})

it('leaves cells alone for which a ragged table has no text', () => {
  const plan = placePaste([['a', 'b'], ['c']], cell(0, 0), size)
  expect(plan.textAt(1, 1)).toBeUndefined()
})

it('takes a table of more rows than a call has arguments', () => {
  const rows = 200_000
  const table = Array.from({ length: rows }, () => ['a', 'b'])
  const { range, outside } = placePaste(table, { top: 0, bottom: 0, left: 0, right: 0 }, { rows, columns: 2, rowsInView: 1 })
  expect(range).toEqual({ top: 0, bottom: rows - 1, left: 0, right: 1 })
  expect(outside).toBe(0)
})
