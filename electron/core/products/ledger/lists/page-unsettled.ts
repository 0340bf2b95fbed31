import type { UnsettledList } from '../../../../../shared/products/products.ts'
import { isAddition } from '../../../../../shared/queue/jobs.ts'
import type { Connection } from '../../../../../shared/workspaces/connection.ts'
import { productAddressOf } from '../../../../../shared/workspaces/product-page-link.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { attachPicturesOf } from '../../../pictures/library/attach-pictures.ts'
import type { SourceStore } from '../../../pictures/library/source-store.ts'
import type { JobStore } from '../../../queue/job-store.ts'
import { withoutRepeats } from '../fold-facts.ts'
import { ageOf } from '../judge-age.ts'
import { circumstancesOf, isAskedAbout, listJobsOf } from '../list-jobs.ts'
import type { ProductStore, StoredProduct } from '../product-store.ts'
import { unanswered, whyAsk } from '../when-to-ask.ts'
import { namesOfRecord } from './name-records.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly products: ProductStore
  readonly sources: SourceStore
  readonly connection: (connectionId: string) => Connection | null
}

const describe = (ports: Ports, product: StoredProduct, attribute: string): UnsettledList => {
  const { journal, products, sources } = ports
  const connection = product.connectionId === null ? null : ports.connection(product.connectionId)
  const waiting = listJobsOf(ports, product.ref, attribute, ['parked']).filter(isAskedAbout)
  const state = products.facts.read(product.ref, attribute)
  const circumstances = circumstancesOf({ journal, facts: products.facts }, connection, null)
  const named = namesOfRecord(journal, product.ref)
  const maybe = withoutRepeats(unanswered(state, circumstances).flatMap((one) => one.ids))
  return {
    productRef: product.ref,
    productId: product.productId,
    productName: named.name,
    productSku: named.sku,
    attribute,
    jobIds: waiting.map((job) => job.id),
    addsImageIds: withoutRepeats(
      waiting.flatMap(({ id, work }) =>
        work.operation === 'attach-sources' && isAddition(work) ? attachPicturesOf(ports.journal, id) : [],
      ),
    ),
    // The question came up at sending. The list may be known better since, but is still asked about.
    why: whyAsk(state, circumstances) ?? 'too-old',
    doubt: state.doubt?.why ?? null,
    sourceIds: [...state.ids],
    imageIds: sources.imagesOf(product.connectionId, state.ids),
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
