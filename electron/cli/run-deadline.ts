import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../shared/base/errors.ts'
import type { WaitedFor } from '../../shared/command/command-failures.ts'

/** The end of a run by `--timeout`, counted from the start of the command. */
export type RunDeadline = {
  /** Milliseconds until then, at least 0; `undefined`: there is no end. */
  readonly leftMs: () => number | undefined
  /** Waits for some work until then. Error: `timeout` (`run-timeout`); the work itself is left as it is. */
  readonly within: <T>(waitedFor: WaitedFor, work: Promise<T>) => Promise<T>
}

/** What a run waited for when its timeout passed; `null`: another failure. */
export const timedOutFor = (error: unknown): WaitedFor | null =>
  error instanceof AppError && error.failure.kind === 'run-timeout' ? error.failure.waitedFor : null

/** Of one step, in milliseconds: what is quick is not cut off. */
const shortestWait = 1_000
/** No timer waits longer, in milliseconds (24 days). */
export const longestWait = 2 ** 31 - 1

export const startDeadline = (timeoutMs: number | undefined): RunDeadline => {
  const begunAt = performance.now()
  const leftMs = (): number | undefined => (timeoutMs === undefined ? undefined : Math.max(0, timeoutMs - (performance.now() - begunAt)))
  return {
    leftMs,
    within: async (waitedFor, work) => {
      const left = leftMs()
      if (timeoutMs === undefined || left === undefined) return work
      const settled = new AbortController()
      const end = sleep(Math.min(Math.max(left, shortestWait), longestWait), undefined, { signal: settled.signal }).then(() => {
        throw new AppError('timeout', { kind: 'run-timeout', waitedFor, seconds: timeoutMs / 1_000 }, { kept: 'queue' })
      })
      try {
        return await Promise.race([work, end])
      } finally {
        settled.abort()
      }
    },
  }
}

export const noDeadline = startDeadline(undefined)
