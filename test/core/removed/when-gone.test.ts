import fc from 'fast-check'
import { expect, it } from 'vitest'
import { look, type Mark } from '../../../electron/core/removed/when-gone.ts'
import { keptMs } from '../../../shared/removed/kept-days.ts'

const dayMs = 86_400_000
const removedAt = 1_000 * dayMs

/** The day, of those at which Packshot looks, on which a thing that was removed at `removedAt` goes; `null`: it stays. */
const goneAt = (looks: readonly number[]): number | null => {
  let mark: Mark | null = null
  for (const now of looks) {
    const { mark: next, until } = look(mark, now)
    if (until !== null && removedAt <= until) return now
    mark = next
  }
  return null
}

it('a removed thing goes after 30 days, and a day at the latest after that, where Packshot is used each day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: dayMs }), (first) => {
      const looks = Array.from({ length: 24 * 40 }, (_, hour) => removedAt + first + (hour * dayMs) / 24)
      const gone = (goneAt(looks) ?? 0) - removedAt
      expect(gone).toBeGreaterThanOrEqual(keptMs + dayMs)
      expect(gone).toBeLessThanOrEqual(keptMs + 3 * dayMs)
    }),
  )
})

it('it never goes before the clock has shown a time 30 days later at an earlier look, however the clock is set', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -400, max: 4_000 }), { minLength: 1, maxLength: 30 }), (days) => {
      const looks = days.map((day) => removedAt + day * dayMs)
      const gone = goneAt(looks)
      if (gone === null) return
      const before = looks.slice(0, looks.indexOf(gone))
      expect(before.some((at) => at >= removedAt + keptMs && at <= gone - dayMs)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

it('a clock that leaps takes nothing within a week, and nothing at all once it is right again', () => {
  const leap = removedAt + 5_000 * dayMs
  const before = [removedAt, removedAt + dayMs]
  expect(goneAt([...before, leap, leap + dayMs, leap + 6 * dayMs])).toBeNull()
  expect(goneAt([...before, leap, leap + 3 * dayMs, removedAt + 2 * dayMs, removedAt + 9 * dayMs, removedAt + 20 * dayMs])).toBeNull()
  expect(goneAt([...before, leap, leap + 7 * dayMs])).toBe(leap + 7 * dayMs)
})

it('it goes, too, where Packshot is opened every other month', () => {
  expect(goneAt([0, 60, 120, 180].map((day) => removedAt + day * dayMs))).toBe(removedAt + 120 * dayMs)
})
