import type { Scheduler } from '../work/queue/scheduler.ts'

/** An announced sleep that does not come, or a waking up that is not told, holds the queue for so long. */
const sleepMs = 60_000

type Ports = {
  readonly scheduler: Pick<Scheduler, 'rest' | 'retryNow' | 'stop'>
  /** Has every session looked at, and refreshed if it is due. */
  readonly staying: { readonly look: () => Promise<void> }
}

/** What a host tells the queue: the network, the computer's sleep, the end of the work. */
export const createSystemEvents = ({ scheduler, staying }: Ports) => ({
  /** The network came back, or a person says so: what waited for it is tried now. */
  retryNow: (): void => {
    void staying.look()
    scheduler.retryNow()
  },
  /** The computer is about to sleep: nothing is begun that would be cut. Ends with `wakeUp`, or by itself after a minute. */
  goToSleep: (): void => scheduler.rest(sleepMs),
  /** The computer woke up: the queue goes on at once, with a token that is still good. Resolves when the token has been looked at. */
  wakeUp: async (): Promise<void> => {
    scheduler.rest(0)
    scheduler.retryNow()
    await staying.look()
  },
  /**
   * Begins nothing more, waits a few seconds for what is under way, then cuts it. Resolves to how many were cut, once every attempt's end is
   * recorded: what is left, and what needs a person, is final then.
   */
  endWork: (): Promise<number> => scheduler.stop(),
})
