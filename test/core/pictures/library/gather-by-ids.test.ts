import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gatherByIds, placePictures } from '../../../../electron/core/pictures/library/attach-pictures.ts'

it('gathers all pictures by ranges of their ids that do not overlap, each in the order of its places', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_000 }), fc.integer(), fc.integer({ min: 1, max: 20_000 }), (count, seed, kinds) => {
      // Many share the start of their id, as ids in hexadecimal do.
      const idOf = (at: number): string => `img_${((Math.imul(at + seed, 2_654_435_761) >>> 0) % kinds).toString(16)}_${at}`
      const pictures = placePictures(Array.from({ length: count }, (_, at) => idOf(at)))
      const gathered = gatherByIds(pictures)
      expect(gathered.toSorted((a, b) => a.position - b.position)).toEqual(pictures)
      const starts = gathered.flatMap(({ position }, at) => (at === 0 || position < (gathered[at - 1]?.position ?? 0) ? [at] : []))
      const ranges = starts.map((start, at) =>
        gathered
          .slice(start, starts[at + 1])
          .map((one) => one.imageId)
          .toSorted(),
      )
      for (const [at, range] of ranges.entries()) {
        const before = ranges[at - 1]?.at(-1)
        if (before !== undefined) expect(before < (range[0] ?? '')).toBe(true)
      }
      expect(ranges.length).toBeLessThanOrEqual(Math.max(1, Math.round(Math.sqrt(count / 700))))
    }),
    { numRuns: 60 },
  )
})
