import type { TokenEndpointResponse } from 'oauth4webapi'
import { AppError, type ErrorRecord, errorFrom, toAppError } from '../../../../shared/base/errors.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import { isAnswerLostBy } from './lost-answer.ts'
import type { createRefreshPause } from './refresh-pause.ts'
import { createTurns } from './run-in-turn.ts'
import { tokensName } from './secret-names.ts'
import type { SessionEvent } from './session-machine.ts'
import { formatStored, parseStored, type Stored, type Tokens, toTokens } from './stored-tokens.ts'

/** Tolerance, as clocks are corrected by seconds all the time. */
const clockSlackMs = 60_000

/**
 * Five minutes ahead of expiry, or a tenth of the lifetime if that is shorter; and when the clock shows a time before the pair was
 * obtained: it was set back, so the pair's expiry is unknown.
 */
const isDueForRefresh = ({ expiresAt, obtainedAt }: Tokens, now: number): boolean =>
  expiresAt !== null && (now >= expiresAt - Math.min(300_000, (expiresAt - obtainedAt) / 10) || now < obtainedAt - clockSlackMs)

const hasExpired = ({ expiresAt }: Tokens, now: number): boolean => expiresAt !== null && now >= expiresAt

type Ports = {
  readonly connectionId: string
  readonly secrets: SecretStore
  readonly refresh: (refreshToken: string) => Promise<TokenEndpointResponse>
  readonly pause: ReturnType<typeof createRefreshPause>
  readonly clock: { readonly now: () => number }
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  readonly announce: (event: SessionEvent) => void
}

/** How long an unreadable keychain is not tried again without a request; milliseconds. */
const unreadableQuietMs = 600_000

export type TokenKeeper = ReturnType<typeof createTokenKeeper>

/**
 * Holds the token pair of a session. Changes run one at a time; a new pair is in the keychain before anyone can use it.
 * A refresh invalidates the earlier pair, so the keychain is read first: if it is locked, no token is used up; a pair that
 * another process wrote meanwhile is used.
 */
export const createTokenKeeper = ({ connectionId, secrets, refresh, pause, clock, log, announce }: Ports) => {
  const name = tokensName(connectionId)
  const inTurn = createTurns()
  let held: Tokens | null = null
  /** A pair that the keychain has refused so far: the next call tries to save it again. */
  let unsaved: Tokens | null = null
  let ended: ErrorRecord | null = null
  /** The pair of a session whose client was refused: it is still valid at the service, so disconnecting revokes it. */
  let dormant: Tokens | null = null
  let rejected: string | null = null
  /** A refresh may have reached the service, but the answer with the new pair was lost. */
  let isAnswerLost = false
  let restoring: Promise<void> | null = null
  let unreadable = false
  let askedAt = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | null = null

  const hold = (tokens: Tokens): void => {
    held = tokens
    isAnswerLost = false
    unsaved = null
    ended = null
    dormant = null
    announce({ kind: 'tokens-held', expiresAt: tokens.expiresAt, scope: tokens.scope, storage: secrets.storage })
  }

  const keep = async (tokens: Tokens): Promise<void> => {
    unsaved = tokens
    await secrets.set(name, formatStored({ kind: 'tokens', tokens }))
    hold(tokens)
  }

  /** `forget`: the pair is worthless. With a refused client it is not: a corrected secret can still use it. */
  const end = async (reason: ErrorRecord, forget: boolean): Promise<void> => {
    dormant = forget ? null : held
    held = null
    unsaved = null
    ended = reason
    announce({ kind: 'ended', reason })
    if (forget) {
      await secrets
        .set(name, formatStored({ kind: 'ended', reason }))
        .catch((error: unknown) => log({ event: 'end-not-kept', why: toAppError(error).message }))
    }
  }

  const read = async (): Promise<Stored | null> => {
    try {
      const text = await secrets.get(name)
      return text === null ? null : (parseStored(text) ?? { kind: 'ended', reason: damaged() })
    } catch (error) {
      if (error instanceof AppError && error.code === 'data-corrupt') return { kind: 'ended', reason: damaged() }
      throw error
    }
  }

  const load = async (): Promise<void> => {
    const stored = await read()
    // A sign-in may have been faster.
    if (held !== null || unsaved !== null) return
    if (stored?.kind === 'tokens') hold(stored.tokens)
    if (stored?.kind === 'ended') {
      ended = stored.reason
      announce({ kind: 'ended', reason: stored.reason })
    }
  }

  const restore = (): Promise<void> => {
    restoring ??= load().then(
      () => {
        unreadable = false
      },
      (error: unknown) => {
        restoring = null
        unreadable = true
        askedAt = clock.now()
        // Reported, not stored: once the keychain is readable, the session is unchanged.
        if (held === null && ended === null) announce({ kind: 'ended', reason: toAppError(error).toRecord() })
        throw error
      },
    )
    return restoring
  }

  /** A pair of this run does not need the keychain, which may have been locked since. */
  const restoreUnlessHeld = async (): Promise<void> => {
    if (held === null && unsaved === null) await restore()
  }

  /** Uses a pair that another process wrote. True if there was one. */
  const takeOver = async (than: Tokens): Promise<boolean> => {
    const stored = await read()
    if (stored?.kind !== 'tokens' || stored.tokens.accessToken === than.accessToken) return false
    log({ event: 'tokens-taken-over', generation: stored.tokens.generation })
    hold(stored.tokens)
    return true
  }

  const whyEnded = ({ failure, ...error }: ErrorRecord): ErrorRecord => ({
    ...error,
    failure: failure.kind === 'session-over' ? { ...failure, isAnswerLost } : failure,
  })

  const refreshNow = async (stale: string | null): Promise<void> => {
    if (unsaved !== null) return keep(unsaved)
    if (held === null || held.accessToken !== stale) return
    if ((await takeOver(held)) && !isDueForRefresh(held, clock.now())) return
    const current = held
    if (current.refreshToken === null) return end(sessionEnded(), true)
    pause.refuseWhileAsked()
    const askedAt = clock.now()
    let answer: TokenEndpointResponse
    try {
      answer = await refresh(current.refreshToken)
    } catch (thrown) {
      const error = toAppError(thrown)
      log({ event: 'refresh-failed', code: error.code, why: error.message })
      pause.learn(error)
      if (error.code === 'session-ended') return (await takeOver(current)) ? undefined : end(whyEnded(error.toRecord()), true)
      isAnswerLost ||= isAnswerLostBy(error)
      if (error.code === 'invalid-client') return end(error.toRecord(), false)
      throw error
    }
    const next = toTokens(answer, askedAt, current)
    await keep({ ...next, refreshToken: next.refreshToken ?? current.refreshToken })
    log({ event: 'refreshed', generation: next.generation })
  }

  /** One refresh at a time; concurrent callers share it. */
  const refreshOnce = (stale: string | null): Promise<void> => {
    refreshing ??= inTurn(() => refreshNow(stale))
      .catch((error: unknown) => {
        pause.beginQuiet()
        throw error
      })
      .finally(() => {
        refreshing = null
      })
    return refreshing
  }

  const require = (): Tokens => {
    if (ended !== null) throw errorFrom(ended)
    if (held === null) throw new AppError('signed-out', { kind: 'not-signed-in' }, { kept: 'queue' })
    return held
  }

  /** The pair to use now. */
  const current = async (): Promise<Tokens> => {
    await restoreUnlessHeld()
    if (unsaved !== null) await refreshOnce(null)
    const tokens = require()
    const now = clock.now()
    const expired = hasExpired(tokens, now)
    const mustReplace = expired || tokens.accessToken === rejected
    if (!mustReplace && refreshing === null && (!isDueForRefresh(tokens, now) || pause.isQuiet(now))) return tokens
    try {
      await refreshOnce(tokens.accessToken)
    } catch (error) {
      // A new pair has already invalidated the old one, even if it can't be saved.
      if (mustReplace || tokens.accessToken === rejected || unsaved !== null) throw error
    }
    return require()
  }

  /** A pair with another access token than the one that got a 401. */
  const replace = async (token: string): Promise<Tokens> => {
    await restoreUnlessHeld()
    if (unsaved === null && require().accessToken !== token) return current()
    rejected = token
    await refreshOnce(token)
    return require()
  }

  /** Keeps the pair that a sign-in obtains; no refresh runs beside it, as the service forgets the earlier pair. */
  const adopt = (obtain: () => Promise<TokenEndpointResponse>): Promise<void> =>
    inTurn(async () => {
      const askedAt = clock.now()
      const tokens = toTokens(await obtain(), askedAt, held)
      ended = null
      await keep(tokens)
    })

  /** Runs `last` with the pair, if there is one, then always deletes it. */
  const forget = (last: (tokens: Tokens | null) => Promise<void>): Promise<void> =>
    inTurn(async () => {
      await restore().catch(() => undefined)
      try {
        await last(inHand())
      } finally {
        held = null
        unsaved = null
        dormant = null
        ended = null
        announce({ kind: 'forgotten' })
      }
    })

  /** Like `current`, but for background work: a locked keychain is not prompted repeatedly. */
  const keepFresh = async (): Promise<void> => {
    const now = clock.now()
    if (unreadable && Math.abs(now - askedAt) < unreadableQuietMs) return
    askedAt = now
    await current().catch(() => undefined)
  }

  /** True if a previously unreadable session is available now: the keychain was unlocked, and no sign-in is needed. */
  const readAgain = async (): Promise<boolean> => {
    if (!unreadable) return false
    await restore().catch(() => undefined)
    return held !== null
  }

  /** Waits for running changes. */
  const settle = (): Promise<void> => inTurn(async () => undefined)

  /** The pair that the service may still accept, or `null`. */
  const inHand = (): Tokens | null => unsaved ?? held ?? dormant

  return { restore, inHand, readAgain, current, keepFresh, replace, adopt, forget, settle }
}

const sessionEnded = (): ErrorRecord =>
  new AppError('session-ended', { kind: 'session-over', said: '', isAnswerLost: false }, { kept: 'queue' }).toRecord()

const damaged = (): ErrorRecord => new AppError('session-ended', { kind: 'session-damaged' }, { kept: 'queue' }).toRecord()
