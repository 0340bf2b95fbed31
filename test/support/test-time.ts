import type { Clock } from '../../electron/core/base/platform/clock.ts'
import { systemTimers, type Timer, type Timers } from '../../electron/core/base/platform/timers.ts'
import { type Check, countAssertion, findLack } from './check.ts'
import { nothingUnderWay } from './nothing-under-way.ts'

export type TestTime = {
  readonly clock: Clock
  readonly timers: Timers
  /**
   * Moves the time on by `ms`. What is due meanwhile happens in its order, and each time all that follows from it, before the next.
   * Afterwards nothing is under way: what has not happened by then does not happen within `ms`.
   */
  readonly pass: (ms: number) => Promise<void>
  /**
   * Moves the time on from one thing that is due to the next until `check` holds: it returns anything but false, and throws nothing, so it can be
   * an assertion. After `limitMs` of this time it fails with what the last one threw.
   */
  readonly passUntil: (check: Check, limitMs?: number) => Promise<void>
}

type Pending = { at: number; readonly act: () => void; arm: () => void; disarm: () => void }

/** Real time that a test can move on. Nothing waits longer than by the computer's own clock. */
export const createTestTime = (wall: () => number = Date.now): TestTime => {
  let ahead = 0
  const monotonic = (): number => performance.now() + ahead
  const pending = new Set<Pending>()

  const set = (ms: number, act: () => void, background = false): Timer => {
    let real: NodeJS.Timeout | undefined
    const one: Pending = {
      at: monotonic() + ms,
      act: () => {
        cancel()
        act()
      },
      arm: () => {
        clearTimeout(real)
        real = setTimeout(one.act, Math.max(0, one.at - monotonic()))
        if (background) real.unref()
      },
      disarm: () => clearTimeout(real),
    }
    const cancel = (): void => {
      one.disarm()
      pending.delete(one)
    }
    pending.add(one)
    one.arm()
    return { cancel }
  }

  const timers: Timers = {
    ...systemTimers,
    after: (ms, act, options) => set(ms, act, options?.background),
    every: (ms, act, options) => {
      let timer: Timer
      let isCancelled = false
      const next = (): void => {
        timer = set(
          ms,
          () => {
            if (!isCancelled) next()
            act()
          },
          options?.background,
        )
      }
      next()
      return {
        cancel: () => {
          isCancelled = true
          timer.cancel()
        },
      }
    },
    sleep: (ms, options) => new Promise((resolve) => void set(ms, resolve, options?.background)),
  }

  const moveTo = (at: number): void => {
    ahead += Math.max(0, at - monotonic())
    for (const one of pending) one.arm()
  }

  /** Does what is due next, and all that follows from it; false: nothing is due until then. */
  const takeNext = async (until: number): Promise<boolean> => {
    let first: Pending | undefined
    for (const one of pending) if (one.at <= until && (!first || one.at < first.at)) first = one
    if (!first) return false
    moveTo(first.at)
    first.act()
    await nothingUnderWay()
    return true
  }

  const pass = async (ms: number): Promise<void> => {
    await nothingUnderWay()
    const until = monotonic() + ms
    while (await takeNext(until));
    moveTo(until)
    await nothingUnderWay()
  }

  const passUntil = async (check: Check, limitMs = 600_000): Promise<void> => {
    await nothingUnderWay()
    const until = monotonic() + limitMs
    for (;;) {
      const lack = await findLack(check)
      if (lack === undefined) return countAssertion()
      if (monotonic() > until) throw lack
      // Nothing is due: a thread or another process is at work.
      if (!(await takeNext(until))) await systemTimers.sleep(5)
    }
  }

  return { clock: { now: () => Math.round(wall() + ahead), monotonic }, timers, pass, passUntil }
}
