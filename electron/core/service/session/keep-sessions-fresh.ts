import type { Timer, Timers } from '../../base/platform/timers.ts'
import type { PendingRevocations } from './pending-revocations.ts'
import type { Session } from './session-types.ts'

type Ports = {
  readonly timers: Timers
  /** The sessions that are open now. */
  readonly sessions: () => readonly Session[]
  readonly revocations: PendingRevocations
  readonly everyMs?: number
}

/**
 * Checks once a minute whether the session is due for a refresh. The wall clock decides, not a timer set for the expiry: a
 * computer that slept, or whose clock was set, is right again within a minute of waking, and `look` is called at once then.
 */
export const createRefreshTimer = ({ timers, sessions, revocations, everyMs = 60_000 }: Ports) => {
  let timer: Timer | undefined
  let retrying: Promise<void> = Promise.resolve()
  const look = async (isBack: boolean): Promise<void> => {
    retrying = revocations.retry({ now: isBack })
    await Promise.all(sessions().map((session) => session.keepFresh()))
  }
  return {
    start: (): void => {
      void look(true)
      timer = timers.every(everyMs, () => void look(false), { background: true })
    },
    /** Resolves when the revocations that were pending at the last look have been tried. Never rejects. */
    revocationsTried: (): Promise<void> => retrying,
    /** The computer woke up, or the network came back. */
    look: async (): Promise<void> => {
      if (timer !== undefined) await look(true)
    },
    stop: (): void => {
      timer?.cancel()
      timer = undefined
    },
  }
}
