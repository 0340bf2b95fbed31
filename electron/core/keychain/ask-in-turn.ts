import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'

/** Calls to a keychain, one at a time and each with a time limit. */
export type AskInTurn = <T>(call: () => Promise<T>) => Promise<T>

const explain = (cause: unknown): AppError => {
  if (cause instanceof AppError) return cause
  const words = cause instanceof Error ? cause.message : String(cause)
  const code = /lock|denied|dismiss|cancel/i.test(words) ? 'keychain-locked' : 'keychain-unavailable'
  return new AppError(code, `The system’s keychain refused: ${words}`, { cause })
}

/**
 * A call that hangs (locked keychain, dialog nobody sees) is given up after `limitMs` with AppError `keychain-locked`, but
 * no other is started until it has really ended: a late write can't overtake a newer one, and hung calls never use up
 * the thread pool. A call whose limit ends while it waits for its turn is never made.
 */
export const createAskInTurn = (limitMs: number): AskInTurn => {
  let last: Promise<unknown> = Promise.resolve()

  return async (call) => {
    const stopWatch = new AbortController()
    let givenUp = false
    const answer = last.then(() => {
      if (givenUp) throw new AppError('keychain-locked', 'The system’s keychain was not asked, because an earlier call still hangs.')
      return call()
    })
    last = answer.catch(() => undefined)
    const limit = sleep(limitMs, undefined, { signal: stopWatch.signal }).then(() => {
      givenUp = true
      throw new AppError(
        'keychain-locked',
        `The system’s keychain did not answer within ${Math.round(limitMs / 1000)} seconds; it may be locked.`,
      )
    })
    limit.catch(() => undefined)
    try {
      return await Promise.race([answer, limit])
    } catch (error) {
      throw explain(error)
    } finally {
      stopWatch.abort()
    }
  }
}
