import type { Clock } from '../../electron/core/platform/clock.ts'
import { systemTimers, type Timers } from '../../electron/core/platform/timers.ts'

/** A clock and timers that run `times` as fast as real time: waits of minutes take seconds, and end in the same order. */
export const fasterTime = (times: number): { readonly clock: Clock; readonly timers: Timers } => {
  const [wall, monotonic] = [Date.now(), performance.now()]
  return {
    clock: {
      now: () => Math.round(wall + (Date.now() - wall) * times),
      monotonic: () => monotonic + (performance.now() - monotonic) * times,
    },
    timers: {
      ...systemTimers,
      after: (ms, act, options) => systemTimers.after(ms / times, act, options),
      every: (ms, act, options) => systemTimers.every(ms / times, act, options),
      sleep: (ms, options) => systemTimers.sleep(ms / times, options),
    },
  }
}
