import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createChains, createLikenessIndex } from '../../../../electron/core/pictures/similar/likeness-index.ts'
import { type PointPair, placePoints } from '../../../../electron/core/pictures/similar/place-points.ts'
import { likenessVersion, readLikeness, writeLikeness } from '../../../../shared/pictures/likeness.ts'
import { createRandom } from '../../../support/draw-pack.ts'
import { inAnotherCrop, makeLikenesses } from '../../../support/make-likenesses.ts'

describe('a likeness', () => {
  test('is the same after it was kept', () => {
    const [likeness] = makeLikenesses(1, 7)
    if (!likeness) throw new Error('none was made')
    const bytes = writeLikeness(likeness)
    const read = readLikeness(bytes)
    expect(read).toBeDefined()
    expect(read && writeLikeness(read)).toEqual(bytes)
    expect(read?.points.map(({ first, second }) => [first, second])).toEqual(likeness.points.map(({ first, second }) => [first, second]))
  })

  test('of another version, and cut-off bytes, are none', () => {
    const bytes = writeLikeness(makeLikenesses(1, 8)[0] ?? (undefined as never))
    expect(readLikeness(bytes.subarray(0, bytes.length - 1))).toBeUndefined()
    expect(readLikeness(Uint8Array.of(likenessVersion + 1, ...bytes.subarray(1)))).toBeUndefined()
    expect(readLikeness(new Uint8Array())).toBeUndefined()
  })
})

describe('a chain', () => {
  /** Few values of many share one place while it grows, and each has its own once there are more numbers than values. */
  const bits = 12
  const numbers = fc.array(fc.record({ value: fc.integer({ min: 0, max: 2 ** bits - 1 }), gap: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 100,
    maxLength: 300,
  })

  test('has all numbers of its value and no others, the last ones first, at any size', () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom(1, 5, 20), fc.constantFrom(1, 64), (pattern, rounds, step) => {
        const chains = createChains(bits)
        const model = new Map<number, number[]>()
        let item = -1
        for (let round = 0; round < rounds; round++)
          for (const { value, gap } of pattern) {
            item += gap
            // Values that differ only in their upper bits share a place for longest.
            const one = (value * step + round) % 2 ** bits
            chains.add(one, item)
            model.set(one, [item, ...(model.get(one) ?? [])])
          }
        const walked = (value: number): number[] => {
          const found: number[] = []
          chains.walk(value, (one) => found.push(one))
          return found
        }
        for (let value = 0; value < 2 ** bits; value += 7) expect(walked(value)).toEqual((model.get(value) ?? []).slice(0, 200))
        for (const [value, items] of model) expect(walked(value)).toEqual(items.slice(0, 200))
      }),
      { numRuns: 30 },
    )
  })

  test('takes little memory while there are few numbers', () => {
    const before = process.memoryUsage().arrayBuffers
    const chains = Array.from({ length: 4 }, () => createChains(20))
    for (const [at, one] of chains.entries()) one.add(at, 0)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200_000)
  })
})

describe('the index', () => {
  test('finds each picture’s crop among many, and where it is', () => {
    const random = createRandom(5)
    const all = makeLikenesses(2_000, 1)
    const index = createLikenessIndex()
    for (const [at, likeness] of all.entries()) index.add(String(at), writeLikeness(likeness))
    let found = 0
    for (let at = 0; at < all.length; at += 20) {
      const likeness = all[at]
      if (!likeness) continue
      const crop = inAnotherCrop(likeness, 1.3, random)
      const [first] = index.find(writeLikeness(crop), 5)
      if (first?.key !== String(at)) continue
      found++
      // The crop is 1 / 1.3 of the picture, and begins at 30 of 256 pixels.
      expect(first.placement.scale).toBeCloseTo(1 / 1.3, 1)
      expect(first.placement.left).toBeCloseTo(30 / 256, 1)
    }
    expect(found).toBe(100)
  })

  test('proposes nothing for a picture that it doesn’t have', () => {
    const index = createLikenessIndex()
    for (const [at, likeness] of makeLikenesses(500, 1).entries()) index.add(String(at), writeLikeness(likeness))
    for (const stranger of makeLikenesses(50, 99)) expect(index.find(writeLikeness(stranger), 5)).toEqual([])
  })

  test('looks at a limited number of pictures when thousands share a logo', () => {
    const [logo] = makeLikenesses(1, 3)
    if (!logo) throw new Error('none was made')
    const index = createLikenessIndex()
    for (const [at, likeness] of makeLikenesses(5_000, 4).entries())
      index.add(String(at), writeLikeness({ ...likeness, points: [...likeness.points.slice(0, 30), ...logo.points.slice(0, 6)] }))
    const found = index.find(writeLikeness(logo), 24)
    expect(found.length).toBeLessThanOrEqual(24)
  })
})

describe('placing points', () => {
  const pairs = (count: number, place: (x: number, y: number) => readonly [number, number]): PointPair[] => {
    const random = createRandom(count)
    const look = { size: 4, red: 0, green: 0, blue: 0, first: 0, second: 0 }
    return Array.from({ length: count }, () => {
      const [x, y] = [random() * 250, random() * 250]
      const [toX, toY] = place(x, y)
      return { from: { ...look, x, y }, to: { ...look, x: toX, y: toY } }
    })
  }

  test('finds size and place among pairs that mean nothing', () => {
    const random = createRandom(11)
    const right = pairs(8, (x, y) => [0.8 * x + 20, 0.8 * y - 10])
    const wrong = pairs(24, () => [random() * 250, random() * 250])
    expect(placePoints([...wrong, ...right])).toMatchObject({
      scale: expect.closeTo(0.8, 1),
      left: expect.closeTo(20, 0),
      top: expect.closeTo(-10, 0),
    })
  })

  test('finds none where too few agree, or the picture is mirrored', () => {
    expect(placePoints(pairs(3, (x, y) => [x, y]))).toBeUndefined()
    expect(placePoints(pairs(12, (x, y) => [250 - x, y]))).toBeUndefined()
  })
})
