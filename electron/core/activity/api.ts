import type { HandlerContext } from '../call-context.ts'
import { implementer as os } from '../implementer.ts'
import { cancelPlan } from '../products/plans/cancel-plan.ts'
import { idOfAction, planOfAction } from '../queue/action-store.ts'
import { askedBeforeCancelled, cancelOpen } from '../queue/cancel-jobs.ts'
import { findAction, pageActions } from './lists/page-actions.ts'

type Ports = Pick<
  HandlerContext,
  'connections' | 'dueAsks' | 'jobs' | 'journal' | 'operations' | 'plans' | 'ports' | 'reader' | 'scheduler'
>

/** What a person asked for, action by action. */
export const createActionsHandlers = ({ journal, jobs, operations, connections, dueAsks, plans, reader, scheduler, ports }: Ports) => {
  /** Each workspace has its own queue; without one, all there is is shown. */
  const connectionId = (): string | null => connections.active()?.id ?? null
  const shown = { journal, jobs, silentSince: scheduler.silentSince }
  return {
    page: os.actions.page.handler(async ({ input }) => {
      const isMerged = input.withoutProblems && input.text.trim() === ''
      const without = isMerged ? await reader.read('problems.mergedActions', { connectionId: connectionId() }) : []
      const found = input.text.trim() === '' ? null : await reader.read('actions.found', input.text)
      const { standings, offset, limit } = input
      return pageActions(shown, { standings, found, without, connectionId: connectionId() }, offset, limit)
    }),
    find: os.actions.find.handler(({ input }) => findAction(shown, connectionId(), input.action)),
    cancel: os.actions.cancel.handler(async ({ input: { action } }) => {
      // The workspace that the person sees: another may be active by the end.
      const owner = connectionId()
      const countCancelled = (): number => findAction(shown, owner, action)?.counts.cancelled ?? 0
      const before = countCancelled()
      const open = { action, states: ['running', 'waiting', 'parked'] as const }
      const { left } = journal.write(() => {
        const planId = planOfAction(journal, action)
        const plan = planId === null ? undefined : plans.getById(planId)
        const cancelPorts = { journal, jobs, clock: ports.clock }
        // It queues more than it has.
        if (plan) return cancelPlan(plan, { ...cancelPorts, plans, operations })
        dueAsks.cancelAction(idOfAction(journal, action) ?? '')
        const of = owner === null ? open : { ...open, connectionId: owner }
        return cancelOpen(of, askedBeforeCancelled(operations), cancelPorts)
      })
      await journal.durable()
      // Jobs that waited for them may start.
      scheduler.wake()
      return { cancelled: countCancelled() - before, left }
    }),
  }
}
