import { AppError } from '../../../../shared/base/errors.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { cancelPlan } from './cancel-plan.ts'
import { createPlanPages, listUnfinishedPlans } from './lists/page-plans.ts'
import { readMatchedMark } from './lists/plan-targets.ts'
import { createPlanPreviews, isConcerned } from './lists/preview-plan.ts'
import type { PlanAction, StoredPlan } from './plan-store.ts'

type Ports = Pick<
  HandlerContext,
  'connections' | 'jobs' | 'journal' | 'operations' | 'planWorker' | 'plans' | 'ports' | 'products' | 'scheduler' | 'sources'
>

/** Attaching all matched pictures in one step. */
export const createPlansHandlers = (context: Ports) => {
  const { connections, journal, planWorker, plans, products, scheduler } = context
  const pages = createPlanPages({ ...context, silentSince: context.scheduler.silentSince })
  const previews = createPlanPreviews(context)
  const summary = async (planId: string) => {
    const found = await pages.summarise(planId)
    if (!found) throw new AppError('unknown-id', { kind: 'plan-unknown', planId }, { kept: 'nothing-changed' })
    return found
  }
  /** A list that only grows can't be put back. Better one refusal than one for each product. */
  const checkRestores = ({ connectionId, attribute }: StoredPlan): void => {
    if (connectionId !== null && connections.get(connectionId)?.serviceAppends)
      throw new AppError('usage', { kind: 'list-only-grows', attribute }, { kept: 'nothing-changed' })
  }
  /** Saved first, so that a kill in the middle leaves nothing half done. */
  const begin = async (planId: string, action: PlanAction) => {
    journal.write(() => {
      const plan = plans.getById(planId)
      if (!plan) throw new AppError('unknown-id', { kind: 'plan-unknown', planId }, { kept: 'nothing-changed' })
      if (action === 'restore') checkRestores(plan)
      const cancelPorts = { ...context, clock: context.ports.clock }
      if (action === 'cancel') cancelPlan(plan, cancelPorts)
      // What runs ends first, and is taken out then.
      else if (action === 'restore') cancelPlan(plan, cancelPorts, ['waiting', 'parked'])
      if (action !== 'cancel') plans.begin(plan.seq, action)
    })
    await journal.durable()
    scheduler.wake()
    await planWorker.wake()
    return summary(planId)
  }
  return {
    preview: os.plans.preview.handler(({ input }) => previews.preview({ ...input, connection: connections.active() })),
    start: os.plans.start.handler(async ({ input: { mark, now, validForMs, attribute } }) => {
      const refuse = (failure: ConstructorParameters<typeof AppError>[1]) => new AppError('usage', failure, { kept: 'nothing-queued' })
      let planId: string | undefined
      // What is matched may change while it is read: then it is read again, and is another plan than the person saw.
      while (planId === undefined) {
        const connection = connections.active()
        const read = readMatchedMark(journal, connection?.id ?? null)
        const plan = await previews.readAnew({ connection, attribute, now })
        if (plan.mark !== mark) throw refuse({ kind: 'plan-changed' })
        const open = plan.products.filter((one) => one.isUnanswered).length
        if (open > 0) throw refuse({ kind: 'plan-unanswered', products: open })
        const concerned = plan.products.filter(isConcerned)
        if (concerned.every((one) => one.problem !== null)) throw refuse({ kind: 'plan-empty' })
        planId = journal.write(() => {
          const owner = connections.active()?.id ?? null
          if (owner !== (connection?.id ?? null) || readMatchedMark(journal, owner) !== read) return undefined
          const moment = { asked: products.facts.nextSequence(), confirmed: products.facts.now() }
          return plans.confirm({ connectionId: owner, attribute, validForMs, ...moment }, concerned)
        })
      }
      await journal.durable()
      planWorker.wakeAlone()
      return { planId }
    }),
    settled: os.plans.settled.handler(async ({ input }) => {
      await summary(input.planId)
      await planWorker.wake()
      return summary(input.planId)
    }),
    page: os.plans.page.handler(async ({ input }) => {
      const plan = await summary(input.planId)
      return { plan, total: plan.products, rows: await pages.page(input.planId, input) }
    }),
    list: os.plans.list.handler(({ input }) => pages.list(connections.active()?.id ?? null, input)),
    unfinished: os.plans.unfinished.handler(() => listUnfinishedPlans(journal, connections.active()?.id ?? null)),
    cancel: os.plans.cancel.handler(({ input }) => begin(input.planId, 'cancel')),
    resume: os.plans.resume.handler(({ input }) => begin(input.planId, 'resume')),
    restore: os.plans.restore.handler(({ input }) => begin(input.planId, 'restore')),
  }
}
