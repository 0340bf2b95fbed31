import { type AppError, type ErrorRecord, errorFrom } from '../../../shared/errors.ts'

/** A requested pause: `since`, milliseconds since 1970, for the `retryAfterMs` of `asked`. */
export type RefreshPause = { readonly since: number; readonly asked: ErrorRecord }

/** Storage for the pause of one connection across restarts. Neither throws. */
export type PauseMemory = { readonly read: () => RefreshPause | null; readonly write: (pause: RefreshPause | null) => void }

/**
 * The pause that the token endpoint asked for (`Retry-After`). Callers that need a token meanwhile get the error, and nothing is sent: many jobs
 * need one credential, and each would otherwise send a request too early. A restart does not shorten it.
 */
export const createRefreshPause = (clock: { readonly now: () => number }, memory?: PauseMemory) => {
  let pause = memory?.read() ?? null
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
  }
}
