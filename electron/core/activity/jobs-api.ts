import type { HandlerContext } from '../call-context.ts'
import { implementer as os } from '../implementer.ts'
import { withNames } from '../products/ledger/lists/name-jobs.ts'
import { cancelJobs, cancelOpen } from '../queue/cancel-jobs.ts'
import { retryJobs } from '../queue/retry-jobs.ts'
import { withBlockers } from '../queue/settle-dependents.ts'
import { findJob, openJobsOfProduct, pageJobs } from './lists/page-jobs.ts'

type Ports = Pick<
  HandlerContext,
  'connections' | 'dueAsks' | 'jobs' | 'journal' | 'operations' | 'plans' | 'ports' | 'reader' | 'scheduler'
>

/** Jobs, as a person sees and settles them. */
export const createJobsHandlers = ({ journal, jobs, operations, connections, dueAsks, plans, reader, scheduler, ports }: Ports) => {
  /** Each workspace has its own queue; without one, all there is is shown. */
  const connectionId = (): string | null => connections.active()?.id ?? null
  const { clock } = ports
  const shown = { journal, jobs, silentSince: scheduler.silentSince }
  return {
    list: os.jobs.list.handler(({ input }) =>
      jobs
        .list({ ...input, ...(connectionId() === null ? {} : { connectionId: connectionId() }) })
        .map((job) => withBlockers(journal, jobs, job)),
    ),
    page: os.jobs.page.handler(async ({ input }) => {
      const { offset, limit, problem, action } = input
      if (problem === null) return pageJobs(shown, { ...input, connectionId: connectionId() }, offset, limit)
      const { total, ids } = await reader.read('problems.jobs', { connectionId: connectionId(), key: problem, action, offset, limit })
      return { total, rows: ids.flatMap((id) => withNames(shown, id)) }
    }),
    find: os.jobs.find.handler(({ input }) => findJob(shown, input.jobId)),
    ofProduct: os.jobs.ofProduct.handler(({ input }) => openJobsOfProduct(shown, input.productRef, 200)),
    retry: os.jobs.retry.handler(({ input }) => retryJobs(input, { journal, jobs, operations, clock, connectionId })),
    cancel: os.jobs.cancel.handler(async ({ input }) => {
      const cancelled = await cancelJobs(input.jobIds, input.attached, { journal, jobs, operations, clock })
      // Jobs that waited for them may start.
      scheduler.wake()
      return { cancelled }
    }),
    cancelWaiting: os.jobs.cancelWaiting.handler(async ({ input }) => {
      const { cancelled } = journal.write(() => {
        const of = connectionId()
        // What a plan or a question set would queue next waits, too.
        if (input.operation === undefined) plans.cancelAhead(of)
        if (input.operation === undefined || input.operation === 'analyse-image') dueAsks.cancel(of)
        return cancelOpen({ ...input, states: ['running', 'waiting'], connectionId: of }, [], { journal, jobs, clock })
      })
      await journal.durable()
      scheduler.wake()
      return { cancelled }
    }),
  }
}
