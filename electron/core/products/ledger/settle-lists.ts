import { type ErrorRecord, toAppError } from '../../../../shared/base/errors.ts'
import { type CurrentStatement, isAddition } from '../../../../shared/queue/jobs.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { isAskedAbout, listJobsOf } from './list-jobs.ts'
import type { ProductStore } from './product-store.ts'
import { takeStatement } from './take-statement.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly products: ProductStore
  readonly connection: (connectionId: string) => Connection | null
  readonly clock: { readonly now: () => number }
}

export type StatedNow = { readonly productRef: string; readonly attribute: string; readonly current: CurrentStatement }
type Refused = { productRef: string; attribute: string; reason: ErrorRecord }

/** The service appends: this is stated for the waiting jobs, not about the list. */
const appendToList = (ports: Ports, { productRef, attribute }: StatedNow, current: CurrentStatement, at: number): number =>
  listJobsOf(ports, productRef, attribute, ['parked'])
    .filter(isAskedAbout)
    .filter((job) => {
      if (job.work.operation !== 'attach-sources' || !isAddition(job.work)) return false
      ports.jobs.saveWhole({ ...job, work: { ...job.work, current } })
      return ports.jobs.apply(job.id, { kind: 'retry', at }) !== undefined
    }).length

const settleOne = (ports: Ports, stated: StatedNow, at: number): number => {
  const product = ports.products.get(stated.productRef)
  if (!product) return 0
  return stated.current.kind === 'appends'
    ? appendToList(ports, stated, stated.current, at)
    : takeStatement(ports, { product, attribute: stated.attribute, jobId: null }, stated.current, at)
}

/** Accepts many statements in one transaction, each on its own: one that is refused leaves the others. */
export const settleLists = async (lists: readonly StatedNow[], ports: Ports): Promise<{ retried: number; refused: Refused[] }> => {
  const refused: Refused[] = []
  const take = (one: StatedNow): number => {
    try {
      // A change of its own inside that of all.
      return ports.journal.write(() => settleOne(ports, one, ports.clock.now()))
    } catch (error) {
      refused.push({ productRef: one.productRef, attribute: one.attribute, reason: toAppError(error).toRecord() })
      return 0
    }
  }
  const retried = ports.journal.write(() => lists.reduce((sum, one) => sum + take(one), 0))
  await ports.journal.durable()
  return { retried, refused }
}
