import { AppError } from '../../../shared/errors.ts'
import type { QueueStatus } from '../../../shared/jobs.ts'
import type { HandlerContext } from '../handler-context.ts'
import { implementer as os } from '../implementer.ts'
import { pageJobs } from './page-jobs.ts'
import { retryJobs } from './retry-jobs.ts'
import { settleDependents, withBlockers } from './settle-dependents.ts'

/** The queue as a person sees it and steers it. */
export const createQueueHandlers = ({
  journal,
  jobs,
  products,
  connections,
  scheduler,
  ports,
  trySample,
  restoreConnection,
}: HandlerContext) => {
  /** Each workspace has its own queue; without one, all there is is shown. */
  const connectionId = (): string | null => connections.active()?.id ?? null
  const status = async (): Promise<QueueStatus> => {
    await restoreConnection()
    return { counts: jobs.countByState(connectionId()), holds: scheduler.listHolds() }
  }
  return {
    jobs: {
      list: os.jobs.list.handler(({ input }) =>
        jobs.list({ ...input, connectionId: connectionId() }).map((job) => withBlockers(journal, job)),
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
        const { retried, left } = await retryJobs(input, { journal, jobs, products, clock: ports.clock })
        scheduler.liftHolds('not-allowed')
        return { retried, left: [...left] }
      }),
      cancel: os.jobs.cancel.handler(async ({ input }) => {
        const now = ports.clock.now()
        const cancelled = journal.write(() => {
          let count = 0
          for (const id of input.jobIds) {
            const before = jobs.get(id)
            if (!before) throw new AppError('unknown-id', `There is no job ${id}. Nothing was changed.`)
            if (before.status.state === 'cancelled') continue
            const after = jobs.apply(id, { kind: 'cancel', at: now })
            if (after?.status.state !== 'cancelled') continue
            settleDependents(journal, jobs, after, now)
            count++
          }
          return count
        })
        await journal.durable()
        return { cancelled }
      }),
    },
    queue: {
      status: os.queue.status.handler(status),
      pause: os.queue.pause.handler(async () => {
        scheduler.pause()
        return status()
      }),
      retryNow: os.queue.retryNow.handler(async () => {
        scheduler.retryNow()
        trySample()
        return status()
      }),
      resume: os.queue.resume.handler(async () => {
        scheduler.liftHolds()
        trySample()
        return status()
      }),
    },
  }
}
