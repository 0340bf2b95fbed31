import { errorRecord } from '../../../../../shared/base/error-record.ts'
import type { ErrorRecord } from '../../../../../shared/base/errors.ts'
import { type MatchedProductRow, matchedProduct } from '../../../../../shared/products/matching.ts'
import {
  type PlanProduct,
  type PlanProductState,
  type PlanSummary,
  planProductState,
  type UnfinishedPlan,
} from '../../../../../shared/products/plans.ts'
import { createPause } from '../../../base/database/create-pause.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'
import { type JobPorts, withNames } from '../../ledger/lists/name-jobs.ts'
import type { ProductStore } from '../../ledger/product-store.ts'
import type { PlanStore, StoredPlan } from '../plan-store.ts'
import { timeLeft } from '../work-plans.ts'

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

/** Rows that are read between two looks at the time. */
const pieceSize = 250

/** The states of a plan's products: their places, problems first, then in the order of the confirmation. */
type States = {
  readonly order: readonly number[]
  readonly counts: PlanSummary['counts']
  readonly todo: number
  readonly pictures: number
}

/** In pieces with other work in between: a plan may have 10,000 products. */
const readStates = async ({ journal }: Pick<Ports, 'journal'>, { seq, products }: StoredPlan): Promise<States> => {
  const pause = createPause(journal)
  const places = new Map<PlanProductState, number[]>(planProductState.options.map((name) => [name, []]))
  let [todo, pictures] = [0, 0]
  for (let from = 0; from < products; from += pieceSize) {
    const rows = journal.all(
      `SELECT one.position, one.todo, json_array_length(one.pictures) AS pictures, ${state} AS state
       ${joined} WHERE one.plan = ? AND one.position >= ? AND one.position < ?`,
      seq,
      from,
      from + pieceSize,
    )
    for (const row of rows) {
      places.get(row.state as PlanProductState)?.push(Number(row.position))
      todo += Number(row.todo)
      pictures += Number(row.pictures)
    }
    await pause()
  }
  const counts = Object.fromEntries([...places].map(([name, found]) => [name, found.length])) as PlanSummary['counts']
  return { order: [...places.values()].flat(), counts, todo, pictures }
}

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

const toSummary = (
  { products: { facts } }: Pick<Ports, 'products'>,
  { id, attribute, confirmed, validForMs, doing }: StoredPlan,
  { order, counts, todo, pictures }: States,
): PlanSummary => ({
  planId: id,
  confirmedAt: confirmed.wall,
  leftMs: timeLeft({ validForMs, confirmed }, facts.now()),
  attribute,
  doing: todo > 0 ? doing : null,
  products: order.length,
  pictures,
  counts,
})

/** Plans as they are shown. The states of the last one are kept until anything in the library changes, as several pages of it are read at once. */
export const createPlanPages = (ports: Ports) => {
  const { journal, plans } = ports
  let last: { readonly key: string; readonly states: Promise<States> } | undefined

  const statesOf = (plan: StoredPlan): Promise<States> => {
    const key = `${plan.id} ${readLibraryVersion(journal)}`
    if (last?.key === key) return last.states
    const made = { key, states: readStates(ports, plan) }
    last = made
    made.states.catch(() => {
      if (last === made) last = undefined
    })
    return made.states
  }

  /** A plan with its counts; `undefined`: there is none with this id. */
  const summarise = async (planId: string): Promise<PlanSummary | undefined> => {
    const plan = plans.getById(planId)
    if (!plan) return undefined
    const states = await statesOf(plan)
    // What is asked of it may have changed meanwhile.
    return toSummary(ports, plans.getById(planId) ?? plan, states)
  }

  return {
    summarise,
    /** One page of a plan's products, problems first, then in the order of the confirmation. */
    page: async (planId: string, { offset, limit }: Page): Promise<PlanProduct[]> => {
      const plan = plans.getById(planId)
      const order = plan ? (await statesOf(plan)).order : []
      const shown = order.slice(offset, offset + limit)
      const rows = journal.all(
        `SELECT one.*, ${state} AS state, json_array_length(pictures) AS count, coalesce(attach.work ->> '$.productRef', one.product_ref) AS ref
         ${joined} WHERE plans.id = ? AND one.position IN (SELECT value FROM json_each(?))`,
        planId,
        JSON.stringify(shown),
      )
      const byPlace = new Map(rows.map((row) => [Number(row.position), row]))
      return shown.flatMap((position) => {
        const row = byPlace.get(position)
        return row ? [toPlanProduct(ports, row)] : []
      })
    },
    /** The plans of one workspace, the newest first. */
    list: async (connectionId: string | null, { offset, limit }: Page): Promise<{ total: number; rows: PlanSummary[] }> => {
      const where = "FROM plans WHERE connection_id = ? AND state = 'confirmed'"
      const total = Number(journal.get(`SELECT count(*) AS n ${where}`, connectionId ?? '')?.n)
      const ids = journal.all(`SELECT id ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`, connectionId ?? '', limit, offset)
      const rows: PlanSummary[] = []
      const pause = createPause(journal)
      for (const { id } of ids) {
        const found = await summarise(String(id))
        if (found) rows.push(found)
        await pause()
      }
      return { total, rows }
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
