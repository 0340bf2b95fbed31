import { AppError } from '../../../../shared/base/errors.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { cancelPlan } from './cancel-plan.ts'
import { listUnfinishedPlans } from './lists/page-plans.ts'
import { isConcerned, readPlan } from './lists/preview-plan.ts'
import { toPlanProduct, toPlanSummary } from './lists/show-plans.ts'
import type { PlanAction, StoredPlan } from './plan-store.ts'

type Ports = Pick<
  HandlerContext,
  | 'connections'
  | 'jobs'
  | 'journal'
  | 'operations'
  | 'planWorker'
  | 'plans'
  | 'ports'
  | 'products'
  | 'reader'
  | 'scheduler'
  | 'slowReader'
  | 'sources'
>

/** Attaching all matched pictures in one step. */
export const createPlansHandlers = (context: Ports) => {
  const { connections, journal, planWorker, plans, products, reader, scheduler, slowReader } = context
  const shown = { ...context, silentSince: context.scheduler.silentSince }
  const unknown = (planId: string) => new AppError('unknown-id', { kind: 'plan-unknown', planId }, { kept: 'nothing-changed' })
  const summary = async (planId: string) => {
    const found = await reader.read('plans.counted', planId)
    if (!found) throw unknown(planId)
    return toPlanSummary(found, products.facts.now())
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
      if (!plan) throw unknown(planId)
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
    preview: os.plans.preview.handler(({ input }) =>
      slowReader.read('plans.preview', { ...input, connection: connections.active(), at: products.facts.now() }),
    ),
    start: os.plans.start.handler(async ({ input: { mark, now, validForMs, attribute } }) => {
      const refuse = (failure: ConstructorParameters<typeof AppError>[1]) => new AppError('usage', failure, { kept: 'nothing-queued' })
      const planId = journal.write(() => {
        const connection = connections.active()
        const confirmed = products.facts.now()
        const plan = readPlan(context, { connection, attribute, now, at: confirmed })
        if (plan.mark !== mark) throw refuse({ kind: 'plan-changed' })
        const open = plan.products.filter((one) => one.isUnanswered).length
        if (open > 0) throw refuse({ kind: 'plan-unanswered', products: open })
        const concerned = plan.products.filter(isConcerned)
        if (concerned.every((one) => one.problem !== null)) throw refuse({ kind: 'plan-empty' })
        const asked = products.facts.nextSequence()
        return plans.confirm({ connectionId: connection?.id ?? null, attribute, validForMs, asked, confirmed }, concerned)
      })
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
      const found = await reader.read('plans.page', input)
      if (!found) throw unknown(input.planId)
      const plan = toPlanSummary(found, products.facts.now())
      return { plan, total: plan.products, rows: found.rows.map((row) => toPlanProduct(shown, row)) }
    }),
    list: os.plans.list.handler(async ({ input }) => {
      const { total, rows } = await reader.read('plans.list', { ...input, connectionId: connections.active()?.id ?? null })
      const now = products.facts.now()
      return { total, rows: rows.map((one) => toPlanSummary(one, now)) }
    }),
    unfinished: os.plans.unfinished.handler(() => listUnfinishedPlans(journal, connections.active()?.id ?? null)),
    cancel: os.plans.cancel.handler(({ input }) => begin(input.planId, 'cancel')),
    resume: os.plans.resume.handler(({ input }) => begin(input.planId, 'resume')),
    restore: os.plans.restore.handler(({ input }) => begin(input.planId, 'restore')),
  }
}
