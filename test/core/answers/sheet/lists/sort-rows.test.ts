import { expect, it } from 'vitest'
import type { Column } from '../../../../../electron/core/answers/sheet/lists/sheet-column.ts'
import { createRanks, sortRows } from '../../../../../electron/core/answers/sheet/lists/sort-rows.ts'
import { createRandom } from '../../../../fixtures/random.ts'
import { seed } from '../../../../support/seed.ts'

const timers = { nextTurn: async (): Promise<void> => {} }
const columnOf = (keys: string[], version = 1): Column => ({
  ...{ question: 'Color?', current: new Int32Array(keys.length), bits: new Uint8Array(keys.length), keys, version },
})

it('sorts rows as comparing their groups and texts does, equal ones in their order and empty ones last', async () => {
  const random = createRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const ranksOf = createRanks(timers)
  for (let run = 0; run < 60; run++) {
    const keys = Array.from({ length: below(40) + 1 }, () => ['', 'a', 'b', 'ba', 'c'][below(5)] ?? '')
    // A picture that came later has no key yet, and a product without a picture has none at all.
    const rows = Array.from({ length: 50 }, () => below(keys.length + 3) - 1)
    const groups = below(4) + 1
    const groupOf = (row: number): number => (row + 1) % groups
    const keyOf = (row: number): string => keys[row] ?? ''
    for (const isDescending of [false, true]) {
      const compare = (one: number, other: number): number => {
        if (groupOf(one) !== groupOf(other)) return groupOf(one) - groupOf(other)
        const [a, b] = [keyOf(one), keyOf(other)]
        if (a === b) return 0
        if (a === '' || b === '') return a === '' ? 1 : -1
        return a < b === isDescending ? 1 : -1
      }
      const order = { groupOf, groups, pictureOf: (row: number) => row, ranks: await ranksOf(columnOf(keys)), isDescending }
      expect(sortRows(rows, order)).toEqual(rows.toSorted(compare))
      expect(sortRows(rows, { ...order, ranks: null })).toEqual(rows.toSorted((one, other) => groupOf(one) - groupOf(other)))
    }
  }
})

it('compares the texts of a column once for each of its versions', async () => {
  const ranksOf = createRanks(timers)
  const column = columnOf(['b', 'a'])
  const first = await ranksOf(column)
  expect(await ranksOf(column)).toBe(first)
  column.keys?.splice(0, 1, '0')
  column.version = 2
  expect([[...first.of], [...(await ranksOf(column)).of]]).toEqual([
    [1, 0],
    [0, 1],
  ])
})
