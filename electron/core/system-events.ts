import type { Scheduler } from './queue/scheduler.ts'

/** How long the queue is held if an announced sleep does not come, or its end is not reported. */
const sleepMs = 60_000

type Ports = {
  readonly scheduler: Pick<Scheduler, 'rest' | 'retryNow' | 'stop'>
  /** Checks every session, and refreshes it if due. */
  readonly staying: { readonly look: () => Promise<void> }
}

/** A host's events for the queue: the network, the computer's sleep, the end of the work. */
export const createSystemEvents = ({ scheduler, staying }: Ports) => ({
  /** The network is back, or a person says so: work that waited for it is retried now. */
  retryNow: (): void => {
    void staying.look()
    scheduler.retryNow()
  },
  /** The computer is about to sleep, so no request is started. Ends with `wakeUp`, or by itself after a minute. */
  goToSleep: (): void => scheduler.rest(sleepMs),
  /** The computer woke up: the queue resumes at once, with a valid token. Resolves when the token has been checked. */
  wakeUp: async (): Promise<void> => {
    scheduler.rest(0)
    scheduler.retryNow()
    await staying.look()
  },
  /**
   * Starts nothing more, waits a few seconds for running requests, then aborts them. Resolves to how many were aborted, once every attempt's end is
   * recorded: the remaining work is then final.
   */
  endWork: (): Promise<number> => scheduler.stop(),
})
