import type { AttributeList, ListQuestion, Product, ProductKey } from '../../../../../shared/products/products.ts'
import type { Connection } from '../../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { SourceStore } from '../../../pictures/library/source-store.ts'
import type { JobStore } from '../../../queue/job-store.ts'
import type { ListState } from '../fold-facts.ts'
import { circumstancesOf } from '../list-jobs.ts'
import type { ProductStore, StoredProduct } from '../product-store.ts'
import { whyAsk } from '../when-to-ask.ts'
import { nameRecord } from './name-records.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly products: ProductStore
  readonly sources: SourceStore
  readonly connection: (connectionId: string) => Connection | null
}

/**
 * Why attaching to a list needs a person's statement now; `null`: it needs none. If a list is appended to, or read before it is replaced,
 * nothing is asked.
 */
const askAbout = ({ journal, products, connection }: Ports, { connectionId }: StoredProduct, state: ListState): ListQuestion | null => {
  const found = connectionId === null ? null : connection(connectionId)
  if (found?.serviceAppends || found?.readProduct) return null
  return whyAsk(state, circumstancesOf({ journal, facts: products.facts }, found, null))
}

const describeList = (ports: Ports, product: StoredProduct, attribute: string): AttributeList => {
  const state = ports.products.facts.read(product.ref, attribute)
  return {
    attribute,
    sourceIds: [...state.ids],
    imageIds: ports.sources.imagesOf(product.connectionId, state.ids).flatMap((id) => id ?? []),
    previousSourceIds: state.previous === null ? null : [...state.previous],
    confirmedAt: state.doubt ? null : (state.basis?.at.wall ?? null),
    origin: state.basis?.origin ?? null,
    doubt: state.doubt?.why ?? null,
    asks: askAbout(ports, product, state),
    maybeIds: [...new Set(state.pending.flatMap((one) => one.ids))].filter((id) => !state.ids.includes(id)),
  }
}

/** A condition on `products`: not those that will never exist, because a person cancelled the creation, or all work for it. */
export const willExist = `NOT (product_id IS NULL AND EXISTS (SELECT 1 FROM jobs WHERE operation = 'create-product' AND subject = products.name
    AND state = 'cancelled' AND work ->> '$.productRef' = products.ref))
  AND NOT (created_by_us = 0 AND NOT EXISTS (SELECT 1 FROM attribute_lists WHERE product_ref = products.ref
      AND origin IN ('confirmed', 'shown'))
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE operation IN ('attach-sources', 'set-text') AND state <> 'cancelled'
      AND subject > products.ref || char(10) AND subject < products.ref || char(11)))`

/** A condition on `products`: those of one workspace; without a `connectionId`, of all. Without those that will never exist. */
export const isShown = `(:connectionId IS NULL OR connection_id = :connectionId) AND ${willExist}`

const describeProduct = (ports: Ports, ref: string): Product[] => {
  const product = ports.products.get(ref)
  if (!product) return []
  const lists = ports.products.facts.shownAttributesOf(ref).map((attribute) => describeList(ports, product, attribute))
  return [{ ...product, ...nameRecord(ports.journal, ref), lists }]
}

/** The products of one workspace with their lists; `null`: of all. */
export const listProducts = (ports: Ports, connectionId: string | null): Product[] =>
  ports.journal
    .all(`SELECT ref FROM products WHERE ${isShown} ORDER BY added_at, rowid`, { connectionId })
    .flatMap((row) => describeProduct(ports, String(row.ref)))

/** One of these with its lists. */
export const findProduct = (ports: Ports, connectionId: string | null, key: ProductKey): Product | null => {
  const [condition, value] =
    key.by === 'ref'
      ? ['ref = :value', key.ref]
      : key.by === 'id'
        ? ['product_id = :value', key.productId]
        : ['name = :value AND created_by_us = 1 AND product_id IS NOT NULL', key.name]
  const sql = `SELECT ref FROM products WHERE ${condition} AND ${isShown} ORDER BY rowid DESC LIMIT 1`
  const row = ports.journal.get(sql, { connectionId, value })
  return row ? (describeProduct(ports, String(row.ref))[0] ?? null) : null
}
