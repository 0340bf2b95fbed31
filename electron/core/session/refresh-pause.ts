import { AppError } from '../../../shared/errors.ts'

/**
 * The pause that the token endpoint asked for (`Retry-After`). Whoever needs a token meanwhile is told so, and nothing is sent: many jobs
 * ask for one credential, and each of them would otherwise be a request earlier than told.
 */
export const createRefreshPause = (clock: { readonly now: () => number }) => {
  let since = 0
  let asked: AppError | null = null

  return {
    /** Throws the refusal again, with what is left of its time, as long as that is not over. */
    refuseWhileAsked: (): void => {
      if (asked?.retryAfterMs === undefined) return
      const passed = clock.now() - since
      // A clock set back lengthens no pause.
      if (passed < 0 || passed >= asked.retryAfterMs) {
        asked = null
        return
      }
      const { code, message, action, status, cause } = asked
      throw new AppError(code, message, {
        action,
        cause,
        retryAfterMs: asked.retryAfterMs - passed,
        ...(status === undefined ? {} : { status }),
      })
    },
    /** Of a refresh that failed. */
    learn: (error: AppError): void => {
      since = clock.now()
      asked = error.retryAfterMs === undefined ? null : error
    },
  }
}
