import { errorRecord } from '../../../shared/error-record.ts'
import type { ErrorRecord } from '../../../shared/errors.ts'
import { type MatchedProductRow, matchedProduct } from '../../../shared/matching.ts'
import { type PlanProduct, type PlanProductState, type PlanSummary, planProductState, type UnfinishedPlan } from '../../../shared/plans.ts'
import type { Journal, Row } from '../database/journal.ts'
import type { PlanStore, StoredPlan } from '../plans/plan-store.ts'
import { timeLeft } from '../plans/work-plans.ts'
import type { ProductStore } from '../products/product-store.ts'
import { type JobPorts, withNames } from './page-jobs.ts'

type Ports = JobPorts & {
  readonly journal: Journal
  readonly plans: Pick<PlanStore, 'getById'>
  readonly products: Pick<ProductStore, 'facts'>
}

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

const joined = `FROM plan_products AS one JOIN plans ON plans.seq = one.plan
  LEFT JOIN jobs AS attach ON attach.id = one.job_id LEFT JOIN jobs AS creation ON creation.id = one.create_job_id
  LEFT JOIN jobs AS restoring ON restoring.id = one.restore_job_id`

/** Problems first; in the order of `planProductState`. */
const rank = `CASE ${state} ${planProductState.options.map((name, at) => `WHEN '${name}' THEN ${at}`).join(' ')} END`

const parse = <T>(text: unknown, shape: { safeParse: (value: unknown) => { success: boolean; data?: T } }): T | null => {
  if (text === null) return null
  try {
    const found = shape.safeParse(JSON.parse(String(text)))
    return found.success ? (found.data ?? null) : null
  } catch {
    return null
  }
}

const toProduct = (row: Row): MatchedProductRow =>
  parse(row.product, matchedProduct) ?? { key: String(row.product_key), productId: null, sku: null, gtin: null, name: null, handle: null }

/** The job that decides: what needs a person, then what comes last. */
const chooseJob = (ports: Ports, row: Row) => {
  const found = [row.restore_job_id, row.job_id, row.create_job_id].flatMap((id) => (id === null ? [] : withNames(ports, String(id))))
  return found.find(({ status }) => status.state === 'parked') ?? found[0] ?? null
}

const toPlanProduct = (ports: Ports, row: Row): PlanProduct => {
  const job = chooseJob(ports, row)
  const own = row.state === 'cancelled' ? null : parse<ErrorRecord>(row.problem, errorRecord as never)
  return {
    product: toProduct(row),
    name: String(row.name),
    pictures: Number(row.count),
    isCreated: row.is_created === 1,
    state: row.state as PlanProductState,
    productRef: row.ref === null ? null : String(row.ref),
    job,
    problem: own ?? (job?.status.state === 'parked' ? job.status.reason : null),
  }
}

const summarise = ({ journal, products }: Ports, { seq, id, attribute, confirmed, validForMs, ...plan }: StoredPlan): PlanSummary => {
  const rows = journal.all(
    `SELECT ${state} AS state, count(*) AS n, total(one.todo) AS todo, total(json_array_length(pictures)) AS pictures
     ${joined} WHERE one.plan = ? GROUP BY 1`,
    seq,
  )
  const sum = (column: string): number => rows.reduce((total, row) => total + Number(row[column]), 0)
  const found = new Map(rows.map((row) => [String(row.state), Number(row.n)]))
  return {
    planId: id,
    confirmedAt: confirmed.wall,
    leftMs: timeLeft({ validForMs, confirmed }, products.facts.now()),
    attribute,
    doing: sum('todo') > 0 ? plan.doing : null,
    products: sum('n'),
    pictures: sum('pictures'),
    counts: Object.fromEntries(planProductState.options.map((name) => [name, found.get(name) ?? 0])) as PlanSummary['counts'],
  }
}

/** A plan with its counts; `undefined`: there is none with this id. */
export const summarisePlan = (ports: Ports, planId: string): PlanSummary | undefined => {
  const plan = ports.plans.getById(planId)
  return plan && summarise(ports, plan)
}

/** One page of a plan's products, problems first, then in the order of the confirmation. */
export const pagePlanProducts = (ports: Ports, planId: string, { offset, limit }: Page): PlanProduct[] =>
  ports.journal
    .all(
      `SELECT one.*, ${state} AS state, json_array_length(pictures) AS count, coalesce(attach.work ->> '$.productRef', one.product_ref) AS ref
       ${joined} WHERE plans.id = ? ORDER BY ${rank}, one.position LIMIT ? OFFSET ?`,
      planId,
      limit,
      offset,
    )
    .map((row) => toPlanProduct(ports, row))

/** The plans of one workspace, the newest first. */
export const listPlans = (ports: Ports, connectionId: string | null, { offset, limit }: Page): { total: number; rows: PlanSummary[] } => {
  const where = "FROM plans WHERE connection_id = ? AND state = 'confirmed'"
  const total = Number(ports.journal.get(`SELECT count(*) AS n ${where}`, connectionId ?? '')?.n)
  const rows = ports.journal
    .all(`SELECT id ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`, connectionId ?? '', limit, offset)
    .flatMap((row) => summarisePlan(ports, String(row.id)) ?? [])
  return { total, rows }
}

/** The plans of one workspace with products that no job shows, the newest first. */
export const listUnfinishedPlans = ({ all }: Pick<Journal, 'all'>, connectionId: string | null): UnfinishedPlan[] =>
  all(
    `SELECT plans.id, total(todo) AS ahead, total(todo = 0) AS failed FROM plan_products JOIN plans ON plans.seq = plan
     WHERE (todo = 1 OR (problem IS NOT NULL AND outcome IS NOT 'cancelled')) AND plans.connection_id = ? AND plans.state = 'confirmed'
     GROUP BY plan ORDER BY plan DESC LIMIT 100`,
    connectionId ?? '',
  ).map((row) => ({ planId: String(row.id), ahead: Number(row.ahead), failed: Number(row.failed) }))
