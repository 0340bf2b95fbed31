import type { Timers } from './platform/timers.ts'

/** A part that takes longer to end is named in the log, milliseconds. */
const longMs = 5_000

type Ports = { readonly timers: Timers; readonly log: (event: Readonly<Record<string, unknown>>) => void }

/** Ends parts one after the other; the log names one that keeps the others waiting, so that a program that does not end says why. */
export const endInOrder = async (
  parts: readonly (readonly [part: string, stop: () => unknown])[],
  { timers, log }: Ports,
): Promise<void> => {
  for (const [part, stop] of parts) {
    const timer = timers.after(longMs, () => log({ event: 'slow-end', part }))
    try {
      const ended = stop()
      // What ends at once is followed at once: nothing begins in between.
      if (ended instanceof Promise) await ended
    } finally {
      timer.cancel()
    }
  }
}
