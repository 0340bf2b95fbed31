import type { Timers } from '../platform/timers.ts'
import type { Scheduler } from '../work/queue/scheduler.ts'

type Ports = {
  readonly timers: Pick<Timers, 'sleep'>
  readonly scheduler: Pick<Scheduler, 'rest' | 'runningCount'>
  readonly stop: () => Promise<void>
  readonly ensure: () => Promise<unknown>
}

/** For what is under way to end by itself; what is cut after that is recorded as uncertain, like any cut connection. */
const patienceMs = 30_000
const startMs = 25_000
const lookEveryMs = 50

/**
 * Ends the sample workspace's process and starts it again on the port that it keeps. The queue begins nothing meanwhile, and what is under
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
