import type { QueueStatus } from '../../../shared/queue/jobs.ts'
import type { HandlerContext } from '../call-context.ts'
import { implementer as os } from '../implementer.ts'
import { pageRepeats } from './lists/page-repeats.ts'

type Ports = Pick<HandlerContext, 'connections' | 'jobs' | 'journal' | 'pause' | 'restoreConnection' | 'scheduler' | 'trySample'>

/** The queue as a person sees it and steers it. */
export const createQueueHandlers = ({ journal, jobs, connections, scheduler, pause, trySample, restoreConnection }: Ports) => {
  /** Each workspace has its own queue; without one, all there is is shown. */
  const connectionId = (): string | null => connections.active()?.id ?? null
  const status = async (): Promise<QueueStatus> => {
    await restoreConnection()
    return { counts: jobs.countByState(connectionId()), holds: scheduler.listHolds() }
  }
  return {
    status: os.queue.status.handler(status),
    pause: os.queue.pause.handler(async () => {
      await pause.begin()
      return status()
    }),
    goOn: os.queue.goOn.handler(async () => {
      const id = connectionId()
      if (id === null) return status()
      journal.write(() => scheduler.goOn(id))
      await journal.durable()
      scheduler.wake()
      return status()
    }),
    retryNow: os.queue.retryNow.handler(async () => {
      scheduler.retryNow()
      trySample()
      return status()
    }),
    repeats: os.queue.repeats.handler(({ input }) => pageRepeats(journal, { ...input, connectionId: connectionId() })),
    resume: os.queue.resume.handler(async () => {
      await pause.end()
      trySample()
      return status()
    }),
  }
}
