import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemTimers } from '../../../../electron/core/base/platform/timers.ts'
import { createBackgroundWork } from '../../../../electron/core/pictures/background/background-work.ts'
import { AppError } from '../../../../shared/base/errors.ts'

/** What is to be done, and how it goes. */
let left = 0
let mayWork = true
let fails = 0
let troubles: string[] = []
let done = 0

const open = () => {
  const background = createBackgroundWork<'wish'>({
    clock: { now: () => Date.now(), monotonic: () => Date.now() },
    timers: systemTimers,
    lookMs: (isAsked) => (isAsked ? 50 : 5_000),
    hasWork: (): boolean => left > 0 && mayWork && (background.hasBegun() || background.isAsked()),
    work: async () => {
      while (left > 0 && mayWork && !background.signal.aborted) {
        await systemTimers.sleep(10)
        if (fails > 0) {
          fails--
          throw new AppError('disk-full', { kind: 'unexpected', said: 'The disk is full.' })
        }
        left--
        done++
      }
    },
    countLeft: () => left,
    onTrouble: ({ code }) => troubles.push(code),
  })
  return background
}

beforeEach(() => {
  vi.useFakeTimers()
  left = 0
  mayWork = true
  fails = 0
  troubles = []
  done = 0
})
afterEach(() => {
  vi.useRealTimers()
})

describe('Work in the background', () => {
  it('begins after the pause, even if changes never stop', async () => {
    const background = open()
    left = 3
    background.begin()
    for (let at = 0; at < 5_100; at += 100) {
      background.noticed()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(done).toBe(3)
    await background.stop()
  })

  it('does nothing by itself before it has begun, and what is asked for all the same', async () => {
    const background = open()
    left = 2
    background.noticed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(done).toBe(0)
    const asked = background.ask('wish', 10_000)
    await vi.advanceTimersByTimeAsync(100)
    await asked
    expect(done).toBe(2)
    await background.stop()
  })

  it('begins soon for somebody who asks, even if changes never stop', async () => {
    const background = open()
    background.begin()
    mayWork = false
    left = 1
    const asked = background.ask('wish', 10_000)
    await vi.advanceTimersByTimeAsync(10)
    mayWork = true
    for (let at = 0; at < 200; at += 20) {
      background.noticed()
      await vi.advanceTimersByTimeAsync(20)
    }
    expect(done).toBe(1)
    await vi.advanceTimersByTimeAsync(100)
    await asked
    await background.stop()
  })

  it('returns after the time that was given, and goes on for a few seconds', async () => {
    const background = open()
    left = 1_000
    const asked = background.ask('wish', 100)
    await vi.advanceTimersByTimeAsync(100)
    await asked
    expect(left).toBeGreaterThan(900)
    expect(background.isAsked()).toBe(true)
    expect(background.wishes()).toEqual(['wish'])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(background.isAsked()).toBe(false)
    left = 0
    await vi.advanceTimersByTimeAsync(100)
    await background.stop()
  })

  it('tries again a minute after trouble, however much changes, and sooner for somebody who asks', async () => {
    const background = open()
    left = 1
    fails = 2
    background.begin()
    await vi.advanceTimersByTimeAsync(5_100)
    expect(troubles).toEqual(['disk-full'])
    for (let at = 0; at < 50_000; at += 1_000) {
      background.noticed()
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(troubles).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(troubles).toHaveLength(2)
    const asked = background.ask('wish', 10_000)
    await vi.advanceTimersByTimeAsync(100)
    await asked
    expect(done).toBe(1)
    await background.stop()
  })

  it('ends with what is under way, lets go of those who wait, and takes no more', async () => {
    const background = open()
    left = 1_000
    const asked = background.ask('wish', 60_000)
    await vi.advanceTimersByTimeAsync(15)
    const stopped = background.stop()
    await vi.advanceTimersByTimeAsync(20)
    await stopped
    await asked
    const doneAtStop = done
    background.noticed()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(done).toBe(doneAtStop)
    await expect(background.ask('wish', 0)).rejects.toMatchObject({ code: 'cancelled' })
  })
})
