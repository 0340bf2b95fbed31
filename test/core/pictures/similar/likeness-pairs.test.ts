import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pairsOf } from '../../../../electron/core/pictures/similar/likeness-store.ts'

const hashes = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 8 })

it('names every two different ones once, in the order of their hashes', () => {
  fc.assert(
    fc.property(hashes, hashes, (some, others) => {
      const expected = new Set<string>()
      for (const one of some) for (const other of others) if (one !== other) expected.add([one, other].toSorted().join(''))
      expect([...pairsOf(some, others)].map((pair) => pair.join('')).toSorted()).toEqual([...expected].toSorted())
    }),
  )
})
