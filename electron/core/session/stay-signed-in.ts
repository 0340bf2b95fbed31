import type { PendingRevocations } from './pending-revocations.ts'
import type { Session } from './session.ts'

type Ports = {
  /** The sessions that are open now. */
  readonly sessions: () => readonly Session[]
  readonly revocations: PendingRevocations
  readonly everyMs?: number
}

/**
 * Looks once a minute whether the session is due for a refresh. The clock on the wall decides, not a timer set for the day of expiry: a
 * computer that slept, or whose clock was set, is right again within a minute of waking, and `look` is called at once then.
 */
export const createStayingSignedIn = ({ sessions, revocations, everyMs = 60_000 }: Ports) => {
  let timer: NodeJS.Timeout | undefined
  const look = (isBack: boolean): void => {
    for (const session of sessions()) void session.keepFresh()
    void revocations.retry({ now: isBack })
  }
  return {
    start: (): void => {
      look(true)
      timer = setInterval(() => look(false), everyMs)
      timer.unref()
    },
    /** The computer woke up, or the network came back. */
    look: (): void => {
      if (timer !== undefined) look(true)
    },
    stop: (): void => {
      clearInterval(timer)
      timer = undefined
    },
  }
}
