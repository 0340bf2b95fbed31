import type { ActiveConnection } from './connections/active-connection.ts'
import type { Scheduler } from './queue/scheduler.ts'

/** An announced sleep that does not come, or a waking up that is not told, holds the queue for so long. */
const sleepMs = 60_000

type Ports = {
  readonly active: ActiveConnection
  readonly scheduler: Pick<Scheduler, 'rest' | 'retryNow'>
  readonly staying: { readonly look: () => void }
}

/** What a host tells of the computer: its network, its sleep. */
export const createSystemEvents = ({ active, scheduler, staying }: Ports) => ({
  /** The network came back, or a person says so: what waited for it is tried now. */
  retryNow: (): void => {
    staying.look()
    scheduler.retryNow()
  },
  /** The computer is about to sleep: nothing is begun that would be cut. Ends with `wakeUp`, or by itself after a minute. */
  goToSleep: (): void => scheduler.rest(sleepMs),
  /** The computer woke up: the queue goes on at once, with a token that is still good. Resolves when the token has been looked at. */
  wakeUp: async (): Promise<void> => {
    scheduler.rest(0)
    staying.look()
    scheduler.retryNow()
    const session = active.get()?.session
    // A refresh that fails is the session's matter: it says so, and the queue holds.
    if (session?.state().kind === 'signed-in') await session.credential().catch(() => {})
  },
})
