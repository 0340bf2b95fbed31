import type { Clock } from '../platform/clock.ts'
import type { Timer, Timers } from '../platform/timers.ts'

/**
 * Pauses are so many times as long as the work before them. `background`: less than a tenth of one processor, with all that belongs to it.
 * `soon`: a third; something waits for the result, but no person. `now`: a person waits. `later`: not before it
 * is more urgent again.
 */
const pausesPerWork = { later: 10_000, background: 18, soon: 2, now: 0 } as const
export type Urgency = keyof typeof pausesPerWork
/** Pieces up to this long together are worked on without a pause, in milliseconds. */
const togetherMs = 20

type Ports = { readonly clock: Pick<Clock, 'monotonic'>; readonly timers: Pick<Timers, 'after'> }

/** Runs long work that nobody waits for: after each piece comes a pause, which is much longer. */
export const createPace = ({ clock, timers }: Ports) => {
  let isHurried = false
  let changed: Urgency | undefined
  let endPause = (): void => {}

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer: Timer = timers.after(ms, resolve)
      endPause = () => {
        timer.cancel()
        resolve()
      }
    })

  return {
    /** Runs the work to its end, and resolves to its result. Rejects with its error. `urgency`: until it is changed. */
    run: async <T>(work: Iterator<void, T>, urgency: Urgency): Promise<T> => {
      let begun = clock.monotonic()
      for (;;) {
        const step = work.next()
        if (step.done) return step.value
        const took = clock.monotonic() - begun
        if (isHurried || took < togetherMs) continue
        await pause(pausesPerWork[changed ?? urgency] * took)
        begun = clock.monotonic()
      }
    },
    /** Changes it, from the next pause on; work that became more urgent ends the one that lasts. */
    change: (urgency: Urgency): void => {
      if (urgency === changed) return
      const isMore = changed === undefined || pausesPerWork[urgency] < pausesPerWork[changed]
      changed = urgency
      if (isMore) endPause()
    },
    /** Someone waits now: no more pauses. */
    hurry: (): void => {
      isHurried = true
      endPause()
    },
  }
}
