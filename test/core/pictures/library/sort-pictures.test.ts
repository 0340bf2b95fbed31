import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inOrderOf, isByName, isInOrderOf, sortByName } from '../../../../renderer/products/ledger/sort-pictures.ts'
import type { PictureName } from '../../../../shared/pictures/library.ts'

const nameOf = (id: string, placeKey: string): PictureName => ({
  id,
  imageId: id,
  name: placeKey,
  folder: null,
  placeKey,
  isNotFirst: false,
})

it('sorts more pictures than at once by name as at once, those without a name at the end', async () => {
  const ids = Array.from({ length: 17_003 }, (_, at) => `img_${at}`)
  // Every third has the name of another one: these keep their order.
  const named = ids.filter((_, at) => at % 1_000 !== 7)
  const names = new Map(named.map((id, at) => [id, nameOf(id, String((at * 7_919) % 6_000).padStart(5, '0'))]))
  const keyOf = (id: string): string => names.get(id)?.placeKey ?? '~'
  const expected = ids.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0))
  expect(await sortByName(ids, names)).toEqual(expected)
})

it('tells without sorting whether pictures are in an order', async () => {
  const some = fc.uniqueArray(fc.integer({ min: 0, max: 12 }).map(String), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(some, some, async (ids, order) => {
      expect(isInOrderOf(order, ids)).toBe(JSON.stringify(inOrderOf(order, ids)) === JSON.stringify(ids))
      const names = new Map(order.map((id) => [id, nameOf(id, id)]))
      expect(isByName(ids, names)).toBe(JSON.stringify(await sortByName(ids, names)) === JSON.stringify(ids))
    }),
    { numRuns: 1_000 },
  )
})
