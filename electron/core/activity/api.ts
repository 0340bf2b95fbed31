import type { HandlerContext } from '../call-context.ts'
import { implementer as os } from '../implementer.ts'
import type { ParkedProblems } from '../products/problems/lists/parked-problems.ts'
import { planOfAction } from '../queue/action-store.ts'
import { cancelAction } from '../queue/cancel-jobs.ts'
import { findAction, pageActions } from './lists/page-actions.ts'

type Ports = Pick<HandlerContext, 'connections' | 'jobs' | 'journal' | 'operations' | 'planWorker' | 'plans' | 'ports' | 'scheduler'>

/** What a person asked for, action by action. */
export const createActionsHandlers = (
  { journal, jobs, operations, connections, planWorker, plans, scheduler, ports }: Ports,
  problems: ParkedProblems,
) => {
  /** Each workspace has its own queue; without one, all there is is shown. */
  const connectionId = (): string | null => connections.active()?.id ?? null
  const shown = { journal, jobs, silentSince: scheduler.silentSince }
  /** A plan queues more than it has: it is cancelled first. */
  const cancelPlan = async (action: number): Promise<void> => {
    const planId = planOfAction(journal, action)
    const plan = planId === null ? undefined : plans.getById(planId)
    if (!plan) return
    journal.write(() => plans.begin(plan.seq, 'cancel'))
    await planWorker.wake()
  }
  return {
    page: os.actions.page.handler(async ({ input }) => {
      const isMerged = input.withoutProblems && input.text.trim() === ''
      const without = isMerged ? await problems.mergedActions(connectionId()) : []
      return pageActions(shown, { ...input, without, connectionId: connectionId() }, input.offset, input.limit)
    }),
    find: os.actions.find.handler(({ input }) => findAction(shown, connectionId(), input.action)),
    cancel: os.actions.cancel.handler(async ({ input: { action } }) => {
      const countCancelled = (): number => findAction(shown, connectionId(), action)?.counts.cancelled ?? 0
      const before = countCancelled()
      await cancelPlan(action)
      const { left } = await cancelAction(
        { action, ...(connectionId() === null ? {} : { connectionId: connectionId() }) },
        { journal, jobs, operations, clock: ports.clock },
      )
      // Jobs that waited for them may start.
      scheduler.wake()
      return { cancelled: countCancelled() - before, left }
    }),
  }
}
