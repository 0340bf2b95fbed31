import type { Timers } from '../../base/platform/timers.ts'
import type { Scheduler } from '../../queue/scheduler.ts'

type Ports = {
  readonly timers: Pick<Timers, 'sleep'>
  readonly scheduler: Pick<Scheduler, 'rest' | 'runningCount'>
  readonly stop: () => Promise<void>
  readonly ensure: () => Promise<unknown>
}

/** Time for running requests to finish; later ones are aborted and recorded as uncertain, like any lost connection. */
const patienceMs = 30_000
const startMs = 25_000
const lookEveryMs = 50

/**
 * Restarts the sample workspace's process on its port. The queue starts nothing meanwhile, and running
 * way comes to its end first, so that nothing is lost or done twice. Errors: `offline` when it does not come up.
 */
export const restartSample = async ({ timers, scheduler, stop, ensure }: Ports): Promise<void> => {
  scheduler.rest(patienceMs + startMs)
  try {
    for (let waited = 0; scheduler.runningCount() > 0 && waited < patienceMs; waited += lookEveryMs) await timers.sleep(lookEveryMs)
    await stop()
    await ensure()
  } finally {
    scheduler.rest(0)
  }
}
