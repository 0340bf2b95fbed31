import { describe, expect, it } from 'vitest'
import { createPace } from '../../../../electron/core/base/database/pace-work.ts'
import type { Timers } from '../../../../electron/core/base/platform/timers.ts'

/** Pieces of work that take this long each, on a clock that only they and the pauses move. */
const setUp = (pieces: readonly number[]) => {
  let now = 0
  let worked = 0
  const pauses: number[] = []
  const due: (() => void)[] = []
  let isHolding = false
  const timers: Pick<Timers, 'after'> = {
    after: (ms, act) => {
      pauses.push(ms)
      const go = (): void => {
        now += ms
        act()
      }
      if (isHolding) due.push(go)
      else queueMicrotask(go)
      return { cancel: () => void due.splice(0) }
    },
  }
  function* work(): Generator<void, void> {
    for (const ms of pieces) {
      now += ms
      worked += ms
      yield
    }
  }
  const pace = createPace({ clock: { monotonic: () => now }, timers })
  return {
    pace,
    pauses,
    run: (urgency: 'background' | 'soon' = 'background') => pace.run(work(), urgency),
    hold: () => {
      isHolding = true
    },
    worked: () => worked,
    now: () => now,
  }
}

describe('work that nobody waits for', () => {
  it('uses at most a tenth of one processor', async () => {
    const { run, worked, now } = setUp([400, 3, 700, 0, 12, 9, 250])
    await run()
    expect(worked()).toBe(1_374)
    expect(worked() / now()).toBeLessThanOrEqual(0.1)
  })

  it('uses a third of one processor where something waits for it', async () => {
    const { run, worked, now } = setUp([400, 3, 700, 250])
    await run('soon')
    expect(worked() / now()).toBeCloseTo(1 / 3)
  })

  it('is not interrupted for short pieces', async () => {
    const { run, pauses } = setUp(Array.from({ length: 19 }, () => 1))
    await run()
    expect(pauses).toEqual([])
  })

  it('pauses no more, and ends a pause, once somebody waits for it', async () => {
    const { pace, pauses, run, hold, worked } = setUp([100, 100, 100])
    hold()
    const running = run()
    expect(pauses).toEqual([1_800])
    pace.hurry()
    await running
    expect(worked()).toBe(300)
    expect(pauses).toEqual([1_800])
  })

  it('takes less than a tenth of one processor from when it is less urgent, and ends a pause when it is more urgent again', async () => {
    const { pace, pauses, run, hold, worked } = setUp([100, 100, 100])
    pace.change('background')
    hold()
    const running = run('soon')
    expect(pauses).toEqual([1_800])
    pace.change('soon')
    await Promise.resolve()
    await Promise.resolve()
    expect(pauses).toEqual([1_800, 200])
    pace.change('now')
    pace.hurry()
    await running
    expect(worked()).toBe(300)
  })

  it('waits where it is until it is more urgent', async () => {
    const { pace, pauses, run, hold, worked } = setUp([100, 100])
    pace.change('later')
    hold()
    const running = run('soon')
    expect(pauses[0]).toBeGreaterThan(600_000)
    pace.change('background')
    pace.hurry()
    await running
    expect(worked()).toBe(200)
  })

  it('rejects with its error', async () => {
    const { pace } = setUp([])
    // biome-ignore lint/correctness/useYield: it fails before its first piece ends.
    const fails = function* (): Generator<void, void> {
      throw new Error('The disk is full.')
    }
    await expect(pace.run(fails(), 'background')).rejects.toThrow('The disk is full.')
  })
})
