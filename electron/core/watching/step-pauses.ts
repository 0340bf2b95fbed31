import type { Platform } from '../base/platform/platform.ts'
import type { Timer } from '../base/platform/timers.ts'

/** Between two steps, so that many events are one look. In milliseconds. */
const shortestMs = 250

/** The pauses between the steps of a watcher. */
export const createStepPauses = (timers: Platform['timers'], isStopped: () => boolean) => {
  let isWoken = false
  let endRest: () => void = () => {}

  return {
    /** The next step comes soon: something changed. */
    wake: (): void => {
      isWoken = true
      endRest()
    },
    /** The watcher has stopped: ends the pause at once. */
    end: (): void => endRest(),
    /** Resolves after this long, or soon after `wake`; also one that was called since the last pause. */
    rest: (longestMs: number): Promise<void> => {
      const ms = isWoken ? shortestMs : Math.max(shortestMs, longestMs)
      isWoken = false
      return new Promise((resolve) => {
        let timer: Timer = timers.after(ms, resolve, { background: true })
        endRest = () => {
          endRest = () => {}
          timer.cancel()
          if (isStopped()) resolve()
          else timer = timers.after(shortestMs, resolve, { background: true })
        }
      })
    },
  }
}
