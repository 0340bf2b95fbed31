import type { Timers } from './base/platform/timers.ts'

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

/** Runs each step even if one before it failed, and waits for it. Throws the first error after the last step. */
const runAll = async (steps: readonly (() => unknown)[]): Promise<void> => {
  const errors: unknown[] = []
  for (const step of steps) {
    try {
      const done = step()
      // A synchronous step is followed at once by the next, so that nothing starts in between.
      if (done instanceof Promise) await done
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Starts each part even if one before it failed, so that the others can work. Throws the first error after the last part. */
export const startInOrder = (parts: readonly Part[]): Promise<void> =>
  runAll(
    parts.map(
      ({ start }) =>
        () =>
          start?.(),
    ),
  )

/**
 * Stops the parts, the last one first, each even if one before it failed: the library is closed and the folder unlocked in any case. The
 * log names a part that delays the others, to show why a program does not end. Throws the first error after the last part.
 */
export const stopInReverse = (parts: readonly Part[], { timers, log }: Ports): Promise<void> =>
  runAll(
    parts.toReversed().map(({ name, stop }) => () => {
      if (!stop) return undefined
      const timer = timers.after(longMs, () => log({ event: 'slow-end', part: name }))
      let stopped: unknown
      try {
        stopped = stop()
      } finally {
        if (!(stopped instanceof Promise)) timer.cancel()
      }
      return stopped instanceof Promise ? stopped.finally(() => timer.cancel()) : undefined
    }),
  )
