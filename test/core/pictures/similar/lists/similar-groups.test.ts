import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinPairs } from '../../../../../electron/core/pictures/similar/lists/similar-groups.ts'

const sorted = (groups: readonly (readonly string[])[]): string[] => groups.map((group) => group.toSorted().join('')).toSorted()

describe('joining pairs of pictures to groups', () => {
  test('what shows the same as the same picture, shows the same', () => {
    expect(
      sorted(
        joinPairs(
          [
            ['a', 'b'],
            ['c', 'd'],
            ['b', 'c'],
            ['x', 'y'],
          ],
          [],
        ),
      ),
    ).toEqual(['abcd', 'xy'])
  })

  test('a pair that would join different pictures does not count', () => {
    expect(
      sorted(
        joinPairs(
          [
            ['a', 'b'],
            ['b', 'c'],
          ],
          [['a', 'c']],
        ),
      ),
    ).toEqual(['ab'])
  })

  test('no group has two that a person called different, each has two at least, and none is in two', () => {
    const one = fc.constantFrom(...'abcdefghij')
    const pairs = fc.array(
      fc.tuple(one, one).filter(([first, second]) => first < second),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(pairs, pairs, (same, different) => {
        const groups = joinPairs(same, different)
        for (const [first, second] of different) expect(groups.some((group) => group.includes(first) && group.includes(second))).toBe(false)
        for (const group of groups) expect(new Set(group).size).toBe(group.length)
        for (const group of groups) expect(group.length).toBeGreaterThan(1)
        expect(new Set(groups.flat()).size).toBe(groups.flat().length)
        // Nothing is joined without a pair, and without decisions nothing is left out.
        const foes = new Set(different.flat())
        for (const [first, second] of same)
          if (!same.flat().some((member) => foes.has(member)))
            expect(groups.some((group) => group.includes(first) && group.includes(second))).toBe(true)
      }),
    )
  })
})
