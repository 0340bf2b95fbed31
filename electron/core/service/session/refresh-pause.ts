import { type AppError, type ErrorRecord, errorFrom } from '../../../../shared/base/errors.ts'

/** A requested pause: `since`, milliseconds since 1970, for the `retryAfterMs` of `asked`. */
export type RefreshPause = { readonly since: number; readonly asked: ErrorRecord }

/** Storage for the pause of one connection across restarts. Neither throws. */
export type PauseMemory = { readonly read: () => RefreshPause | null; readonly write: (pause: RefreshPause | null) => void }

/** How long the valid token is used after an early refresh failed, before the next try, in milliseconds. */
const quietMs = 30_000

/**
 * When no refresh is tried: in the pause that the token endpoint asked for (`Retry-After`), and for half a minute after a failure. In the
 * pause, callers that need a token get the error, and nothing is sent: many jobs need one credential, and each would otherwise send a request
 * too early. A restart does not shorten it.
 */
export const createRefreshPause = (clock: { readonly now: () => number }, memory?: PauseMemory) => {
  let pause = memory?.read() ?? null
  let quietUntil = 0
  const set = (next: RefreshPause | null): void => {
    if (next === null && pause === null) return
    pause = next
    memory?.write(next)
  }

  return {
    /** Throws the refusal again with the remaining time, until the pause is over. */
    refuseWhileAsked: (): void => {
      if (pause === null) return
      const { retryAfterMs = 0 } = pause.asked
      const passed = clock.now() - pause.since
      // Setting the clock back never lengthens a pause.
      if (passed < 0 || passed >= retryAfterMs) {
        set(null)
        return
      }
      throw errorFrom(pause.asked, { retryAfterMs: retryAfterMs - passed })
    },
    /** Of a refresh that failed. */
    learn: (error: AppError): void => set(error.retryAfterMs === undefined ? null : { since: clock.now(), asked: error.toRecord() }),
    /** After any failure; it ends with this process. */
    beginQuiet: (): void => {
      quietUntil = clock.now() + quietMs
    },
    isQuiet: (now: number): boolean => now < quietUntil && quietUntil - now <= quietMs,
  }
}
