import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPacer } from '../../../../electron/core/service/pace/pacer.ts'
import { createPacers } from '../../../../electron/core/service/pace/pacers.ts'

const start = Date.UTC(2026, 0, 15)
const setUp = (statedRate: number | null | undefined, defaultRate: number | null = null, random = () => 0.5) => {
  const clock = { time: start, now: () => clock.time }
  const pacer = createPacer({ clock, statedRate, defaultRate, random })
  const goNow = (): number => {
    let gone = 0
    while (gone < 5_000 && pacer.delayMs() === 0) {
      pacer.take()
      gone += 1
    }
    return gone
  }
  const succeed = (times: number): void => {
    for (let i = 0; i < times; i += 1) pacer.succeeded()
  }
  return { clock, pacer, goNow, succeed }
}

describe('a stated rate', () => {
  test('allows half a minute’s worth at once, at most 15, then one at a time', () => {
    const { clock, pacer, goNow } = setUp(30)
    expect(goNow()).toBe(15)
    expect(pacer.delayMs()).toBe(2_000)
    clock.time += 2_000
    expect(goNow()).toBe(1)
    expect(setUp(600).goNow()).toBe(15)
    expect(setUp(10).goNow()).toBe(5)
    expect(setUp(1).goNow()).toBe(1)
  })

  test('is never exceeded in any minute, and fully used over an hour', () => {
    for (const rate of [1, 7, 30, 200]) {
      const { clock, pacer } = setUp(rate)
      const times: number[] = []
      while (clock.time < start + 3_600_000) {
        const delay = pacer.delayMs()
        if (delay === 0) {
          pacer.take()
          times.push(clock.time)
        } else clock.time += delay
      }
      for (const [index, time] of times.entries()) expect(time - (times[index - rate] ?? -Infinity)).toBeGreaterThanOrEqual(60_000)
      expect(times.length).toBeGreaterThan(rate * 60 * 0.95)
    }
  })

  test('does not rise by itself, and after a refusal rises back to itself at most', () => {
    const { clock, pacer, succeed, goNow } = setUp(60)
    succeed(150)
    expect(pacer.rate()).toBe(60)
    goNow()
    pacer.refused(1_000)
    expect(pacer.rate()).toBe(30)
    clock.time += 1_000
    succeed(15)
    expect(pacer.rate()).toBeCloseTo(31.5)
    succeed(15 * 100)
    expect(pacer.rate()).toBe(60)
  })

  test('of none limits nothing', () => {
    const { pacer, goNow, succeed } = setUp(null, 30)
    expect(goNow()).toBe(5_000)
    succeed(500)
    expect(pacer.rate()).toBe(null)
  })
})

describe('an unknown rate', () => {
  test('starts at the default and rises by half after each 15 successes', () => {
    const { pacer, succeed } = setUp(undefined, 30)
    succeed(14)
    expect(pacer.rate()).toBe(30)
    succeed(1)
    expect(pacer.rate()).toBe(45)
    succeed(15)
    expect(pacer.rate()).toBe(67.5)
  })

  test('rises slowly once the service has refused', () => {
    const { pacer, succeed } = setUp(undefined, 30)
    pacer.refused(1_000)
    expect(pacer.rate()).toBe(15)
    succeed(15)
    expect(pacer.rate()).toBeCloseTo(15.75)
  })

  test('without a limit becomes half of the last minute’s requests, at least 30', () => {
    const { clock, pacer, goNow } = setUp(undefined, null)
    for (let i = 0; i < 60; i += 1) {
      for (let n = 0; n < 5; n += 1) pacer.take()
      clock.time += 1_000
    }
    pacer.refused(1_000)
    clock.time += 1_000
    expect(pacer.rate()).toBe(150)
    expect(goNow()).toBe(1)
    const other = setUp(undefined, null)
    other.pacer.take()
    other.pacer.refused(0)
    expect(other.pacer.rate()).toBe(30)
  })
})

describe('a refusal', () => {
  test('blocks exactly until Retry-After, then allows one request', () => {
    const { clock, pacer, goNow } = setUp(60)
    expect(pacer.blockedUntil()).toBe(null)
    pacer.refused(7_000)
    expect([pacer.blockedUntil(), pacer.delayMs()]).toEqual([start + 7_000, 7_000])
    clock.time += 6_999
    expect(goNow()).toBe(0)
    clock.time += 1
    expect([pacer.blockedUntil(), goNow(), pacer.delayMs()]).toEqual([null, 1, 2_000])
  })

  test('of many requests in flight counts once, and the longest wait wins', () => {
    const { clock, pacer, goNow } = setUp(120)
    expect(goNow()).toBe(15)
    for (let i = 0; i < 15; i += 1) pacer.refused(i === 7 ? 9_000 : 3_000)
    expect([pacer.rate(), pacer.delayMs()]).toEqual([60, 9_000])
    clock.time += 9_000
    pacer.refused(1_000)
    expect(pacer.rate()).toBe(60)
  })

  test.each([0, 999])('with a Retry-After of %i ms is treated as without: it backs off by itself', (toldMs) => {
    const { clock, pacer } = setUp(60, null, () => 0.999_999)
    const waits = Array.from({ length: 4 }, () => {
      pacer.take()
      pacer.refused(toldMs)
      const wait = pacer.delayMs()
      clock.time += wait
      return wait
    })
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000])
  })

  test('of the request that probes after a pause prolongs the pause, and doesn’t lower the rate', () => {
    const { clock, pacer, goNow } = setUp(60)
    expect(goNow()).toBe(15)
    for (let tries = 0; tries < 5; tries += 1) {
      pacer.refused(2_000)
      expect([pacer.rate(), pacer.delayMs()]).toEqual([30, 2_000])
      clock.time += 2_000
      expect(goNow()).toBe(1)
    }
    pacer.succeeded()
    clock.time += 2_000
    expect(goNow()).toBe(1)
    pacer.refused(2_000)
    expect(pacer.rate()).toBe(15)
  })

  test('never brings the rate below one a minute', () => {
    const { clock, pacer } = setUp(4)
    for (let i = 0; i < 6; i += 1) {
      pacer.refused(1_000)
      clock.time += 120_000
      pacer.take()
      pacer.take()
    }
    expect(pacer.rate()).toBe(1)
  })

  test('without Retry-After backs off with jitter up to a minute, until a success', () => {
    const { clock, pacer } = setUp(60, null, () => 0.999_999)
    const waits = Array.from({ length: 8 }, () => {
      pacer.refused()
      const wait = pacer.delayMs()
      clock.time += wait
      pacer.take()
      return wait
    })
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    pacer.succeeded()
    pacer.refused()
    expect(pacer.delayMs()).toBe(1_000)
    const calm = setUp(60, null, () => 0)
    calm.pacer.refused()
    expect(calm.pacer.delayMs()).toBe(0)
  })
})

describe('a failure', () => {
  test('pauses as long as Retry-After says, or backs off, then probes with one request; the rate stays', () => {
    const { clock, pacer, goNow, succeed } = setUp(60, null, () => 0.999_999)
    expect(goNow()).toBe(15)
    pacer.failed(7_000)
    expect([pacer.rate(), pacer.delayMs(), pacer.blockedUntil()]).toEqual([60, 7_000, start + 7_000])
    clock.time += 6_999
    expect(goNow()).toBe(0)
    clock.time += 1
    expect([goNow(), pacer.delayMs()]).toEqual([1, 1_000])
    succeed(1)
    const waits = Array.from({ length: 4 }, () => {
      clock.time += 1_000
      pacer.take()
      pacer.failed()
      const wait = pacer.delayMs()
      clock.time += wait
      return wait
    })
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(pacer.rate()).toBe(60)
  })

  test('among many successes slows nothing down, also at an unknown rate, and a limit is still found afterwards', () => {
    const { clock, pacer, goNow, succeed } = setUp(undefined, null, () => 0.999_999)
    for (let second = 0; second < 30; second += 1) {
      for (let n = 0; n < 20; n += 1) pacer.take()
      succeed(20)
      clock.time += 1_000
    }
    pacer.failed()
    clock.time += pacer.delayMs()
    expect([pacer.rate(), goNow()]).toEqual([null, 5_000])
    const other = setUp(undefined, 30)
    other.pacer.failed(1_000)
    other.clock.time += 1_000
    other.succeed(15)
    expect(other.pacer.rate()).toBe(45)
    other.goNow()
    other.clock.time += 2_000
    other.goNow()
    other.pacer.refused(1_000)
    expect(other.pacer.rate()).toBe(22.5)
  })

  test('doesn’t allow more in a minute than a stated rate', () => {
    const { clock, pacer } = setUp(30)
    const times: number[] = []
    while (clock.time < start + 600_000) {
      const delay = pacer.delayMs()
      if (delay > 0) {
        clock.time += delay
        continue
      }
      pacer.take()
      times.push(clock.time)
      if (times.length % 7 === 0) pacer.failed()
    }
    for (const [index, time] of times.entries()) expect(time - (times[index - 30] ?? -Infinity)).toBeGreaterThanOrEqual(60_000)
  })
})

test('a clock that is set back prolongs no pause of requests', () => {
  const { clock, pacer } = setUp(30)
  pacer.refused(5_000)
  clock.time -= 3_600_000
  expect(pacer.delayMs()).toBe(5_000)
  expect(pacer.blockedUntil()).toBe(clock.time + 5_000)
  clock.time += 5_000
  expect(pacer.delayMs()).toBe(0)
})

test('with any sequence of events, waiting as told always leads on, and the rate stays within its limits', () => {
  const step = fc.oneof(fc.constant('take'), fc.constant('success'), fc.nat(5_000), fc.constantFrom('refuse', 'fail'), fc.constant('wait'))
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 1, max: 500 })), fc.array(step, { maxLength: 200 }), (rate, steps) => {
      const { clock, pacer } = setUp(rate)
      for (const one of steps) {
        if (one === 'take' && pacer.delayMs() === 0) pacer.take()
        else if (one === 'success') pacer.succeeded()
        else if (one === 'refuse') pacer.refused()
        else if (one === 'fail') pacer.failed()
        else if (one === 'wait') clock.time += pacer.delayMs()
        else if (typeof one === 'number') pacer.refused(one)
      }
      for (let tries = 0; pacer.delayMs() > 0; tries += 1) {
        expect(tries).toBeLessThan(5)
        clock.time += pacer.delayMs()
      }
      const now = pacer.rate()
      if (rate !== null) expect(now).toBeLessThanOrEqual(rate)
      if (now !== null) expect(now).toBeGreaterThanOrEqual(1)
    }),
  )
})

test('each connection and operation has its own pacer, kept while its stated rate stays the same', () => {
  const { pacerFor } = createPacers({ clock: { now: () => start } })
  const connection = { id: 'con_1', rates: { 'upload-source': 60 } }
  const pacer = pacerFor(connection, 'upload-source')
  expect(pacerFor({ ...connection, rates: { 'upload-source': 60 } }, 'upload-source')).toBe(pacer)
  expect(pacerFor({ ...connection, id: 'con_2' }, 'upload-source')).not.toBe(pacer)
  expect(pacerFor({ ...connection, rates: { 'upload-source': 90 } }, 'upload-source').rate()).toBe(90)
  expect(pacerFor(connection, 'analyse-image').rate()).toBe(30)
  expect(pacerFor(connection, 'create-product').rate()).toBe(null)
  expect(pacerFor({ id: 'con_3', rates: { 'analyse-image': null } }, 'analyse-image').rate()).toBe(null)
})

test('a block survives a change of the stated rate', () => {
  const clock = { time: start, now: () => clock.time }
  const { pacerFor } = createPacers({ clock, random: () => 0.5 })
  pacerFor({ id: 'con_1', rates: {} }, 'upload-source').refused(9_000)
  const changed = pacerFor({ id: 'con_1', rates: { 'upload-source': 600 } }, 'upload-source')
  expect([changed.rate(), changed.delayMs(), changed.blockedUntil()]).toEqual([600, 9_000, start + 9_000])
})

test('sources that are not files share the rate of all sources, and can have a slower rate of their own', () => {
  const clock = { time: start, now: () => clock.time }
  const { pacerFor } = createPacers({ clock, random: () => 0.5 })
  const unstated = { id: 'con_1', rates: { 'create-source': null } }
  expect(pacerFor(unstated, 'create-source')).toBe(pacerFor(unstated, 'upload-source'))
  const connection = { id: 'con_1', rates: { 'create-source': 2 } }
  const [files, others] = [pacerFor(connection, 'upload-source'), pacerFor(connection, 'create-source')]
  expect([others.rate(), others.delayMs()]).toEqual([2, 0])
  others.take()
  expect([others.delayMs(), files.delayMs()]).toEqual([30_000, 0])
  files.refused(50_000)
  expect([others.delayMs(), others.blockedUntil()]).toEqual([50_000, start + 50_000])
  clock.time += 50_000
  others.failed(9_000)
  expect([files.delayMs(), others.delayMs()]).toEqual([9_000, 9_000])
})
