import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../../shared/base/errors.ts'

/** Calls to a keychain, one at a time and each with a time limit. */
export type AskInTurn = <T>(call: () => Promise<T>) => Promise<T>

/** macOS: cancelled, wrong password, no question possible, question required (SecBase.h). Windows: cancelled (winerror.h). */
const lockedCodes: ReadonlySet<unknown> = new Set([-128, -25293, -25308, -25315, 1223])
/** Untranslated names in messages of a missing or broken keychain service. */
const brokenWay = /d-?bus|org\.freedesktop|libsecret|cannot find (module|package)/i

/**
 * Distinguishes locked or cancelled from missing. keytar passes on only the system's words, in the person's language, so none of them is
 * relied on: a code decides, then the name of the missing part. macOS and Linux refuse only for a lock or a
 * cancelled prompt; Windows has no lock.
 */
const isLocked = (cause: unknown, words: string, platform: NodeJS.Platform): boolean => {
  const code = (cause as { code?: unknown } | null | undefined)?.code
  if (code !== undefined) return lockedCodes.has(code)
  return platform !== 'win32' && !brokenWay.test(words)
}

const explain = (cause: unknown, platform: NodeJS.Platform): AppError => {
  if (cause instanceof AppError) return cause
  const words = cause instanceof Error ? cause.message : String(cause)
  const code = isLocked(cause, words, platform) ? 'keychain-locked' : 'keychain-unavailable'
  return new AppError(code, { kind: 'keychain-refused', said: words }, { cause })
}

/** Calls of this process that its keychain has not answered. Each holds a thread, and Node does not end before its threads have. */
let unanswered = 0
export const isKeychainAsked = (): boolean => unanswered > 0

const counted = async <T>(call: () => Promise<T>): Promise<T> => {
  unanswered++
  try {
    return await call()
  } finally {
    unanswered--
  }
}

/**
 * A call that hangs (locked keychain, hidden dialog) is abandoned after `limitMs` with AppError `keychain-locked`, but
 * no other starts until it has really ended. A late write can't overtake a newer one, and hung calls never use up
 * the thread pool. A call whose limit ends while it waits for its turn is never made.
 */
export const createAskInTurn = (limitMs: number, platform: NodeJS.Platform = process.platform): AskInTurn => {
  let last: Promise<unknown> = Promise.resolve()

  return async (call) => {
    const stopWatch = new AbortController()
    let givenUp = false
    const answer = last.then(() => {
      if (givenUp) throw new AppError('keychain-locked', { kind: 'keychain-not-asked' })
      return counted(call)
    })
    last = answer.catch(() => undefined)
    const limit = sleep(limitMs, undefined, { signal: stopWatch.signal }).then(() => {
      givenUp = true
      throw new AppError('keychain-locked', { kind: 'keychain-silent', seconds: Math.round(limitMs / 1000) })
    })
    limit.catch(() => undefined)
    try {
      return await Promise.race([answer, limit])
    } catch (error) {
      throw explain(error, platform)
    } finally {
      stopWatch.abort()
    }
  }
}
