import { findAction, pageActions } from '../views/page-actions.ts'
import { cancelAction } from '../work/queue/cancel-jobs.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<HandlerContext, 'connections' | 'jobs' | 'journal' | 'operations' | 'ports' | 'scheduler'>

/** What a person asked for, action by action. */
export const createActionsHandlers = ({ journal, jobs, operations, connections, scheduler, ports }: Ports) => {
  /** Each workspace has its own queue; without one, all there is is shown. */
  const connectionId = (): string | null => connections.active()?.id ?? null
  const shown = { journal, jobs, silentSince: scheduler.silentSince }
  return {
    page: os.actions.page.handler(({ input }) => pageActions(shown, { ...input, connectionId: connectionId() }, input.offset, input.limit)),
    find: os.actions.find.handler(({ input }) => findAction(shown, connectionId(), input.action)),
    cancel: os.actions.cancel.handler(async ({ input }) => {
      const result = await cancelAction(
        { action: input.action, ...(connectionId() === null ? {} : { connectionId: connectionId() }) },
        { journal, jobs, operations, clock: ports.clock },
      )
      // Jobs that waited for them may start.
      scheduler.wake()
      return result
    }),
  }
}
