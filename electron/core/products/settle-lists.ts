import type { Connection } from '../../../shared/connection.ts'
import { type ErrorRecord, toAppError } from '../../../shared/errors.ts'
import type { CurrentStatement } from '../../../shared/jobs.ts'
import { productAddressOf } from '../../../shared/product-address.ts'
import type { UnsettledList } from '../../../shared/products.ts'
import type { Journal } from '../database/journal.ts'
import { writeInPieces } from '../database/write-in-pieces.ts'
import type { JobStore } from '../work/queue/job-store.ts'
import { withoutRepeats } from './fold-facts.ts'
import { ageOf } from './judge-age.ts'
import { circumstancesOf, isAskedAbout, listJobsOf } from './list-jobs.ts'
import type { ProductStore, StoredProduct } from './product-store.ts'
import { takeStatement } from './take-statement.ts'
import { unanswered, whyAsk } from './when-to-ask.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly products: ProductStore
  readonly connection: (connectionId: string) => Connection | null
  readonly clock: { readonly now: () => number }
}

const describe = (ports: Ports, product: StoredProduct, attribute: string): UnsettledList => {
  const { jobs, products } = ports
  const connection = product.connectionId === null ? null : ports.connection(product.connectionId)
  const waiting = listJobsOf(ports, product.ref, attribute, ['parked']).filter(isAskedAbout)
  const state = products.facts.read(product.ref, attribute)
  const circumstances = circumstancesOf({ jobs, facts: products.facts }, connection, null)
  const maybe = withoutRepeats(unanswered(state, circumstances).flatMap((one) => one.ids))
  return {
    productRef: product.ref,
    productId: product.productId,
    productName: product.name,
    attribute,
    jobIds: waiting.map((job) => job.id),
    addsImageIds: withoutRepeats(
      waiting.flatMap(({ work }) => (work.operation === 'attach-sources' && work.replaceWith == null ? work.imageIds : [])),
    ),
    // The question came up at sending. The list may be known better since, but is still asked about.
    why: whyAsk(state, circumstances) ?? 'too-old',
    doubt: state.doubt?.why ?? null,
    sourceIds: [...state.ids],
    imageIds: products.imagesOf(product.connectionId, state.ids),
    maybeIds: maybe.filter((id) => !state.ids.includes(id)),
    origin: state.basis?.origin ?? null,
    knownAt: state.basis?.at.wall ?? null,
    ageMs: state.basis ? ageOf(state.basis.at, circumstances.now) : null,
    address: productAddressOf(connection?.productAddress ?? null, product.productId),
  }
}

/** A page of the lists that need a statement for parked jobs; longest waiting first. */
export const pageUnsettled = (
  ports: Ports,
  connectionId: string | null,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { total: number; rows: UnsettledList[] } => {
  const found = ports.journal.all(
    `SELECT min(seq) AS first, work ->> '$.productRef' AS ref, min(work ->> '$.attribute') AS attribute FROM jobs
     WHERE operation = 'attach-sources' AND state = 'parked' AND status ->> '$.reason.code' = 'current-unknown'
       AND (?1 IS NULL OR connection_id = ?1) GROUP BY subject ORDER BY first`,
    connectionId,
  )
  const rows = found.slice(offset, offset + limit).flatMap(({ ref, attribute }) => {
    const product = ports.products.get(String(ref))
    return product ? [describe(ports, product, String(attribute))] : []
  })
  return { total: found.length, rows }
}

export type StatedNow = { readonly productRef: string; readonly attribute: string; readonly current: CurrentStatement }
type Refused = { productRef: string; attribute: string; reason: ErrorRecord }

/** The service appends: this is stated for the waiting jobs, not about the list. */
const appendToList = (ports: Ports, { productRef, attribute }: StatedNow, current: CurrentStatement, at: number): number =>
  listJobsOf(ports, productRef, attribute, ['parked'])
    .filter(isAskedAbout)
    .filter((job) => {
      if (job.work.operation !== 'attach-sources' || job.work.replaceWith != null) return false
      ports.jobs.save({ ...job, work: { ...job.work, current } })
      return ports.jobs.apply(job.id, { kind: 'retry', at }) !== undefined
    }).length

const settleOne = (ports: Ports, stated: StatedNow, at: number): number => {
  const product = ports.products.get(stated.productRef)
  if (!product) return 0
  return stated.current.kind === 'appends'
    ? appendToList(ports, stated, stated.current, at)
    : takeStatement(ports, { product, attribute: stated.attribute, jobId: null }, stated.current, at)
}

/** Accepts many statements, each on its own; thousands don't block the event loop. */
export const settleLists = async (lists: readonly StatedNow[], ports: Ports): Promise<{ retried: number; refused: Refused[] }> => {
  const refused: Refused[] = []
  const takeEach = (piece: readonly StatedNow[]): number =>
    piece
      .map((one) => {
        try {
          return ports.journal.write(() => settleOne(ports, one, ports.clock.now()))
        } catch (error) {
          refused.push({ productRef: one.productRef, attribute: one.attribute, reason: toAppError(error).toRecord() })
          return 0
        }
      })
      .reduce((sum, count) => sum + count, 0)
  return { retried: await writeInPieces(ports.journal, lists, takeEach), refused }
}
