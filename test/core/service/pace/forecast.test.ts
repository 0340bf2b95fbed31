import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forecast } from '../../../../electron/core/service/pace/forecast.ts'
import { createPacer, type Pacer } from '../../../../electron/core/service/pace/pacer.ts'

const start = Date.UTC(2026, 0, 15)

type Ways = { readonly atOnce: number; readonly answerMs: number }

/** Sends requests as the queue does, by a clock of its own: the next one as soon as the pacer and a free place allow. Returns the milliseconds. */
const send = (requests: number, pacer: Pacer, clock: { time: number }, { atOnce, answerMs }: Ways): number => {
  const begun = clock.time
  const underWay: number[] = []
  for (let sent = 0; sent < requests || underWay.length > 0; ) {
    while (underWay[0] !== undefined && underWay[0] <= clock.time) {
      underWay.shift()
      pacer.succeeded()
    }
    const delay = sent === requests || underWay.length >= atOnce ? Number.POSITIVE_INFINITY : pacer.delayMs()
    if (delay === 0) {
      pacer.take()
      sent++
      underWay.push(clock.time + answerMs)
    } else {
      const next = Math.min(clock.time + delay, underWay[0] ?? Number.POSITIVE_INFINITY)
      if (next < Number.POSITIVE_INFINITY) clock.time = next
    }
  }
  return clock.time - begun
}

const setUp = (statedRate: number | null | undefined) => {
  const clock = { time: start, now: () => clock.time }
  return { clock, pacer: createPacer({ clock, statedRate, defaultRate: 30, random: () => 0.5 }) }
}

const waysOf = fc.record({ atOnce: fc.integer({ min: 1, max: 32 }), answerMs: fc.integer({ min: 200, max: 10_000 }) })

describe('a forecast', () => {
  test('says 30 minutes for 900 requests at 30 a minute', () => {
    const { mostMs, leastMs } = forecast(900, setUp(30).pacer.pace(), { atOnce: 8, answerMs: 1_500 })
    expect(mostMs / 60_000).toBeCloseTo(29.5, 0)
    expect(leastMs).toBe(mostMs)
  })

  test('is within a factor of two of the real pacer at every stated rate, also after other requests', () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 1, max: 600 }), { nil: null }),
        fc.integer({ min: 1, max: 1_500 }),
        fc.integer({ min: 0, max: 60 }),
        waysOf,
        (rate, requests, before, ways) => {
          const { clock, pacer } = setUp(rate)
          send(before, pacer, clock, ways)
          const { mostMs } = forecast(requests, pacer.pace(), ways)
          const real = send(requests, pacer, clock, ways)
          // A few seconds more or less are not worth saying.
          expect(mostMs).toBeLessThanOrEqual(real * 2 + 3_000)
          expect(mostMs).toBeGreaterThanOrEqual(real / 2 - 3_000)
        },
      ),
      { numRuns: 150, examples: [[19, 3, 55, { atOnce: 1, answerMs: 200 }]] },
    )
  })

  test('knows what went in the last minute', () => {
    const { clock, pacer } = setUp(19)
    const ways = { atOnce: 1, answerMs: 200 }
    send(55, pacer, clock, ways)
    const { mostMs } = forecast(3, pacer.pace(), ways)
    expect(mostMs / send(3, pacer, clock, ways)).toBeCloseTo(1, 0)
  })

  test('without a stated rate has two ends: one if nothing is refused, one if the usual limit holds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_500 }), waysOf, (requests, ways) => {
        const { clock, pacer } = setUp(undefined)
        const { leastMs, mostMs } = forecast(requests, pacer.pace(), ways)
        const unlimited = send(requests, pacer, clock, ways)
        const limited = setUp(30)
        const usual = send(requests, limited.pacer, limited.clock, ways)
        expect(leastMs).toBeLessThanOrEqual(unlimited * 2 + 3_000)
        expect(leastMs).toBeGreaterThanOrEqual(unlimited / 2 - 3_000)
        expect(mostMs).toBeLessThanOrEqual(usual * 2 + 3_000)
        expect(mostMs).toBeGreaterThanOrEqual(usual / 2 - 3_000)
      }),
      { numRuns: 100 },
    )
  })

  test('counts a refusal’s pause, and has one end after it', () => {
    const { pacer } = setUp(undefined)
    pacer.take()
    pacer.refused(90_000)
    const { leastMs, mostMs } = forecast(10, pacer.pace(), { atOnce: 8, answerMs: 1_000 })
    expect(leastMs).toBe(mostMs)
    expect(mostMs).toBeGreaterThan(90_000)
  })
})
