import type { QueueStatus } from '../../../shared/jobs.ts'
import { cancelJobs, cancelWaiting } from '../work/queue/cancel-jobs.ts'
import { pageJobs } from '../work/queue/page-jobs.ts'
import { listRepeats } from '../work/queue/repeats.ts'
import { retryJobs } from '../work/queue/retry-jobs.ts'
import { withBlockers } from '../work/queue/settle-dependents.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<
  HandlerContext,
  'connections' | 'jobs' | 'journal' | 'operations' | 'pause' | 'ports' | 'restoreConnection' | 'scheduler' | 'trySample'
>

/** The queue as a person sees it and steers it. */
export const createQueueHandlers = ({
  journal,
  jobs,
  operations,
  connections,
  scheduler,
  pause,
  ports,
  trySample,
  restoreConnection,
}: Ports) => {
  /** Each workspace has its own queue; without one, all there is is shown. */
  const connectionId = (): string | null => connections.active()?.id ?? null
  const status = async (): Promise<QueueStatus> => {
    await restoreConnection()
    return { counts: jobs.countByState(connectionId()), holds: scheduler.listHolds() }
  }
  const { clock } = ports
  return {
    jobs: {
      list: os.jobs.list.handler(({ input }) =>
        jobs
          .list({ ...input, ...(connectionId() === null ? {} : { connectionId: connectionId() }) })
          .map((job) => withBlockers(journal, jobs, job)),
      ),
      page: os.jobs.page.handler(({ input }) =>
        pageJobs(
          { journal, jobs, silentSince: scheduler.silentSince },
          { ...input, connectionId: connectionId() },
          input.offset,
          input.limit,
        ),
      ),
      retry: os.jobs.retry.handler(async ({ input }) => {
        const { retried, left } = await retryJobs(input, { journal, jobs, operations, clock, connectionId })
        return { retried, left: [...left] }
      }),
      cancel: os.jobs.cancel.handler(async ({ input }) => {
        const cancelled = await cancelJobs(input.jobIds, input.attached, { journal, jobs, operations, clock })
        // What waited for them may start.
        scheduler.wake()
        return { cancelled }
      }),
      cancelWaiting: os.jobs.cancelWaiting.handler(async ({ input }) => {
        const cancelled = await cancelWaiting({ ...input, connectionId: connectionId() }, { journal, jobs, clock })
        scheduler.wake()
        return { cancelled }
      }),
    },
    queue: {
      status: os.queue.status.handler(status),
      pause: os.queue.pause.handler(async () => {
        await pause.begin()
        return status()
      }),
      retryNow: os.queue.retryNow.handler(async () => {
        scheduler.retryNow()
        trySample()
        return status()
      }),
      repeats: os.queue.repeats.handler(({ input }) => listRepeats(journal, { ...input, connectionId: connectionId() })),
      resume: os.queue.resume.handler(async () => {
        await pause.end()
        trySample()
        return status()
      }),
    },
  }
}
