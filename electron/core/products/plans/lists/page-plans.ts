import { type PlanProductState, type PlanSummary, planProductState, type UnfinishedPlan } from '../../../../../shared/products/plans.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'
import { createPlanStore, type StoredPlan } from '../plan-store.ts'

type Page = { readonly offset: number; readonly limit: number }

/** The state of a product of a plan, from what is ahead of it, its problem and its jobs. */
const state = `CASE
  WHEN one.todo = 1 AND plans.doing IN ('attach', 'resume') AND one.job_id IS NULL THEN 'queueing'
  WHEN one.outcome = 'cancelled' THEN 'cancelled'
  WHEN one.problem IS NOT NULL THEN iif(attach.state IS NULL OR attach.state = 'cancelled', 'failed', 'attention')
  WHEN restoring.state IN ('waiting', 'running') THEN 'restoring'
  WHEN restoring.state = 'parked' OR creation.state = 'parked' OR attach.state = 'parked' THEN 'attention'
  WHEN restoring.state = 'done' OR one.outcome = 'restored' THEN 'restored'
  WHEN one.outcome = 'nothing' OR attach.state = 'done' THEN 'done'
  WHEN attach.state IN ('waiting', 'running') THEN attach.state
  ELSE 'cancelled' END`

const joins = `JOIN plans ON plans.seq = one.plan
  LEFT JOIN jobs AS attach ON attach.id = one.job_id LEFT JOIN jobs AS creation ON creation.id = one.create_job_id
  LEFT JOIN jobs AS restoring ON restoring.id = one.restore_job_id`
const joined = `FROM plan_products AS one ${joins}`

/** The states of a plan's products: their places, problems first, then in the order of the confirmation. */
type States = {
  readonly order: readonly number[]
  readonly counts: PlanSummary['counts']
  readonly todo: number
  readonly pictures: number
}

const readStates = ({ all }: Pick<Journal, 'all'>, { seq }: StoredPlan): States => {
  const places = new Map<PlanProductState, number[]>(planProductState.options.map((name) => [name, []]))
  let [todo, pictures] = [0, 0]
  const rows = all(
    `SELECT one.position, one.todo, json_array_length(one.pictures) AS pictures, ${state} AS state
     ${joined} WHERE one.plan = ? ORDER BY one.position`,
    seq,
  )
  for (const row of rows) {
    places.get(row.state as PlanProductState)?.push(Number(row.position))
    todo += Number(row.todo)
    pictures += Number(row.pictures)
  }
  const counts = Object.fromEntries([...places].map(([name, found]) => [name, found.length])) as PlanSummary['counts']
  return { order: [...places.values()].flat(), counts, todo, pictures }
}

/** A plan with its counts, but for what only the time says. */
export type CountedPlan = { readonly plan: StoredPlan } & Omit<States, 'order'>

/** Plans as they are shown, but for what the time and their jobs say (show-plans.ts). The states of the last one are kept until anything in the library changes. */
export const createPlanLists = (journal: Journal) => {
  const plans = createPlanStore(journal)
  const keep = keepMade<States>(1)
  const statesOf = (plan: StoredPlan): States => keep(`${plan.id} ${readLibraryVersion(journal)}`, () => readStates(journal, plan))
  const count = (plan: StoredPlan): CountedPlan => {
    const { order: _, ...counted } = statesOf(plan)
    return { plan, ...counted }
  }
  return {
    /** `null`: there is none with this id. */
    counted: (planId: string): CountedPlan | null => {
      const plan = plans.getById(planId)
      return plan ? count(plan) : null
    },
    /** A plan with one page of its products, problems first, then in the order of the confirmation. */
    page: ({ planId, offset, limit }: Page & { readonly planId: string }): (CountedPlan & { readonly rows: Row[] }) | null => {
      const plan = plans.getById(planId)
      if (!plan) return null
      const rows = journal.all(
        `SELECT one.*, ${state} AS state, json_array_length(one.pictures) AS count, coalesce(attach.work ->> '$.productRef', one.product_ref) AS ref
         FROM json_each(?) AS shown CROSS JOIN plan_products AS one ON one.plan = ? AND one.position = shown.value ${joins} ORDER BY shown.key`,
        JSON.stringify(statesOf(plan).order.slice(offset, offset + limit)),
        plan.seq,
      )
      return { ...count(plan), rows }
    },
    /** The plans of one workspace, the newest first. */
    list: ({ connectionId, offset, limit }: Page & { readonly connectionId: string | null }) => {
      const where = "FROM plans WHERE connection_id = ? AND state = 'confirmed'"
      const total = Number(journal.get(`SELECT count(*) AS n ${where}`, connectionId ?? '')?.n)
      const ids = journal.all(`SELECT id ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`, connectionId ?? '', limit, offset)
      const rows = ids.flatMap(({ id }) => plans.getById(String(id)) ?? []).map((plan) => ({ plan, ...readStates(journal, plan) }))
      return { total, rows: rows.map(({ order: _, ...counted }): CountedPlan => counted) }
    },
  }
}

/** The plans of one workspace with products that no job shows, the newest first. */
export const listUnfinishedPlans = ({ all }: Pick<Journal, 'all'>, connectionId: string | null): UnfinishedPlan[] =>
  all(
    `SELECT plans.id, total(todo) AS ahead, total(todo = 0) AS failed FROM plan_products JOIN plans ON plans.seq = plan
     WHERE (todo = 1 OR (problem IS NOT NULL AND outcome IS NOT 'cancelled')) AND plans.connection_id = ? AND plans.state = 'confirmed'
     GROUP BY plan ORDER BY plan DESC LIMIT 100`,
    connectionId ?? '',
  ).map((row) => ({ planId: String(row.id), ahead: Number(row.ahead), failed: Number(row.failed) }))
