import { errorRecord } from '../../../../../shared/base/error-record.ts'
import type { ErrorRecord } from '../../../../../shared/base/errors.ts'
import { type MatchedProductRow, matchedProduct } from '../../../../../shared/products/matching.ts'
import type { PlanProduct, PlanProductState, PlanSummary } from '../../../../../shared/products/plans.ts'
import type { Row } from '../../../base/database/journal.ts'
import type { Moment } from '../../ledger/facts.ts'
import { type JobPorts, withNames } from '../../ledger/lists/name-jobs.ts'
import { timeLeft } from '../work-plans.ts'
import type { CountedPlan } from './page-plans.ts'

// What is shown of a page of plans, besides what the lists' thread has read.

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
const chooseJob = (ports: JobPorts, row: Row) => {
  const found = [row.restore_job_id, row.job_id, row.create_job_id].flatMap((id) => (id === null ? [] : withNames(ports, String(id))))
  return found.find(({ status }) => status.state === 'parked') ?? found[0] ?? null
}

/** A row of a page, with what its jobs do. */
export const toPlanProduct = (ports: JobPorts, row: Row): PlanProduct => {
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

export const toPlanSummary = (
  { plan: { id, attribute, confirmed, products, validForMs, doing }, counts, todo, pictures }: CountedPlan,
  now: Moment,
): PlanSummary => ({
  planId: id,
  confirmedAt: confirmed.wall,
  leftMs: timeLeft({ validForMs, confirmed }, now),
  attribute,
  doing: todo > 0 ? doing : null,
  products,
  pictures,
  counts,
})
