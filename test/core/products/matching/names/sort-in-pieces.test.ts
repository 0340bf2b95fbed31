import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortInPieces } from '../../../../../electron/core/products/matching/names/sort-in-pieces.ts'
import { runToEnd } from '../../../../support/run-to-end.ts'

describe('sorting in pieces', () => {
  it('gives what sorting at once gives, equal values as they came', () => {
    const values = fc.array(fc.record({ key: fc.nat(40), place: fc.nat() }), { maxLength: 700, size: 'max' })
    const compare = (one: { readonly key: number }, other: { readonly key: number }): number => one.key - other.key
    void fc.assert(
      fc.property(values, (all) => {
        expect(runToEnd(sortInPieces(all, compare))).toEqual(all.toSorted(compare))
      }),
      { numRuns: 50 },
    )
  })

  it('never compares more than a thousand times in one turn, of 10,000', () => {
    const all = Array.from({ length: 10_000 }, (_, at) => (at * 7_919) % 10_007)
    let [most, compared] = [0, 0]
    const sorting = sortInPieces(all, (one, other) => {
      compared += 1
      return one - other
    })
    let step = sorting.next()
    for (; !step.done; step = sorting.next()) {
      most = Math.max(most, compared)
      compared = 0
    }
    expect(step.value).toEqual(all.toSorted((one, other) => one - other))
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(1_000)
  })
})
