import type { Journal } from '../../base/database/journal.ts'
import type { Clock } from '../../base/platform/clock.ts'
import { numberOfAction } from '../../queue/action-store.ts'
import { cancelOpen } from '../../queue/cancel-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { PlanWorker } from './plan-worker.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly planWorker: Pick<PlanWorker, 'wake'>
  readonly ports: { readonly clock: Clock }
}

/** After `plans.cancelAhead`: cancels the uploads, too, that one of these plans was just queueing in pieces. */
export const endCancelledPlans = async (
  planIds: readonly string[],
  connectionId: string | null,
  { journal, jobs, planWorker, ports }: Ports,
): Promise<void> => {
  await planWorker.wake()
  journal.write(() => {
    for (const id of planIds) {
      const action = numberOfAction(journal, { id }, connectionId)
      if (action !== null) cancelOpen({ states: ['running', 'waiting'], connectionId, action }, [], { journal, jobs, clock: ports.clock })
    }
  })
  await journal.durable()
}
