import { expect, it } from 'vitest'
import { createKeptRows } from '../../../../electron/core/products/catalogue/reading/kept-rows.ts'
import type { RawRow } from '../../../../electron/core/products/catalogue/reading/raw-rows.ts'

const first: RawRow[] = [
  { row: 1, cells: ['SKU', 'Naïve “name”'] },
  { row: 3, cells: ['AB-1', ''], faults: new Map([[1, 'without-value']]), quotes: 'text' },
]
const second: RawRow[] = [{ row: 4, cells: ['AB-2'] }]

const all = async (rows: AsyncIterable<readonly RawRow[]> | undefined): Promise<(readonly RawRow[])[] | undefined> => {
  if (!rows) return undefined
  const pieces: (readonly RawRow[])[] = []
  for await (const piece of rows) pieces.push(piece)
  return pieces
}

it('gives back the rows that it was given, with what is wrong with their cells', async () => {
  const kept = createKeptRows()
  kept.keep(first)
  kept.keep(second)
  expect(await all(kept.take())).toEqual([first, second])
})

it('gives back nothing of rows that take too much memory, so that they are read again', async () => {
  const kept = createKeptRows(100)
  kept.keep(first)
  kept.keep(second)
  expect(await all(kept.take())).toBeUndefined()
})
