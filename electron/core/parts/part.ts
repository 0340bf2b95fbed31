import type { Timers } from '../platform/timers.ts'

/** A part of a running core. Its dependencies exist when it is created, so parts start in order and stop in reverse. */
export type Part = {
  /** Its name in the log. */
  readonly name: string
  readonly start?: () => unknown
  readonly stop?: () => unknown
}

/** A part that takes longer to end is named in the log, milliseconds. */
const longMs = 5_000

type Ports = { readonly timers: Timers; readonly log: (event: Readonly<Record<string, unknown>>) => void }

/** Starts each part even if one before it failed, so that the others can work. Throws the first error after the last part. */
export const startInOrder = async (parts: readonly Part[]): Promise<void> => {
  const errors: unknown[] = []
  for (const { start } of parts) {
    try {
      const started = start?.()
      if (started instanceof Promise) await started
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Stops the parts, the last one first; the log names one that delays the others, to show why a program does not end. */
export const stopInReverse = async (parts: readonly Part[], { timers, log }: Ports): Promise<void> => {
  for (const { name, stop } of parts.toReversed()) {
    if (!stop) continue
    const timer = timers.after(longMs, () => log({ event: 'slow-end', part: name }))
    try {
      const stopped = stop()
      // A synchronous stop is followed at once by the next, so that nothing starts in between.
      if (stopped instanceof Promise) await stopped
    } finally {
      timer.cancel()
    }
  }
}
