import type { HandlerContext } from '../call-context.ts'
import { implementer as os } from '../implementer.ts'
import type { ParkedProblems } from '../products/problems/lists/parked-problems.ts'
import { planOfAction } from '../queue/action-store.ts'
import { askedBeforeCancelled, cancelOpen } from '../queue/cancel-jobs.ts'
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
  return {
    page: os.actions.page.handler(async ({ input }) => {
      const isMerged = input.withoutProblems && input.text.trim() === ''
      const without = isMerged ? await problems.mergedActions(connectionId()) : []
      return pageActions(shown, { ...input, without, connectionId: connectionId() }, input.offset, input.limit)
    }),
    find: os.actions.find.handler(({ input }) => findAction(shown, connectionId(), input.action)),
    cancel: os.actions.cancel.handler(async ({ input: { action } }) => {
      // The workspace that the person sees: another may be active by the end.
      const owner = connectionId()
      const countCancelled = (): number => findAction(shown, owner, action)?.counts.cancelled ?? 0
      const before = countCancelled()
      const planId = planOfAction(journal, action)
      const open = { action, states: ['running', 'waiting', 'parked'] as const }
      const cancelAll = () => {
        const of = owner === null ? open : { ...open, connectionId: owner }
        return cancelOpen(of, askedBeforeCancelled(operations), { journal, jobs, clock: ports.clock })
      }
      let { left } = journal.write(() => {
        const plan = planId === null ? undefined : plans.getById(planId)
        // It queues more than it has.
        if (plan) plans.begin(plan.seq, 'cancel')
        return cancelAll()
      })
      await journal.durable()
      if (planId !== null) {
        await planWorker.wake()
        // What it was just queueing in pieces.
        left = journal.write(cancelAll).left
        await journal.durable()
      }
      // Jobs that waited for them may start.
      scheduler.wake()
      return { cancelled: countCancelled() - before, left }
    }),
  }
}
