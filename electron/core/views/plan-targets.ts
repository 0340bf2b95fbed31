import type { CatalogueEntry } from '../../../shared/catalogue.ts'
import { AppError } from '../../../shared/errors.ts'
import { type MatchedProductRow, matchedProduct } from '../../../shared/matching.ts'
import { entryColumns, seqOfEntry, toEntry } from '../catalogue/catalogue-store.ts'
import { foldSku } from '../catalogue/read-entry.ts'
import type { Journal, Row } from '../database/journal.ts'
import type { ProductStore } from '../products/product-store.ts'

/** The pictures of one product in their order, as they are matched and still in the library. `folder`: of the first. */
export type MatchedGroup = { readonly product: MatchedProductRow; readonly imageIds: readonly string[]; readonly folder: string | null }

/** Rows that are read in one turn of the event loop. */
const pieceSize = 500

const readProduct = (row: Row): MatchedProductRow => {
  const key = String(row.product_key)
  try {
    const found = matchedProduct.safeParse(JSON.parse(String(row.product)))
    if (found.success) return found.data
  } catch {
    // Its key is left: the product can't be named otherwise.
  }
  return { key, productId: null, sku: null, gtin: null, name: null, handle: null }
}

/** The matched products of a workspace with their pictures, in pieces with other work in between. */
export async function* walkMatched(journal: Journal, connectionId: string | null): AsyncGenerator<readonly MatchedGroup[]> {
  let open: { product: MatchedProductRow; imageIds: string[]; folder: string | null } | undefined
  let after: readonly [string, number, string] = ['', 0, '']
  for (;;) {
    const rows = journal.all(
      `SELECT product_key, product, place, image_id, images.folder FROM matches
       CROSS JOIN images ON images.id = image_id AND images.removed_at IS NULL
       WHERE connection_id = ? AND product_key IS NOT NULL AND state = 'matched' AND (product_key, place, image_id) > (?, ?, ?)
       ORDER BY product_key, place, image_id LIMIT ?`,
      connectionId ?? '',
      ...after,
      pieceSize,
    )
    const whole: MatchedGroup[] = []
    for (const row of rows) {
      if (open?.product.key !== String(row.product_key)) {
        if (open) whole.push(open)
        open = { product: { ...readProduct(row), key: String(row.product_key) }, imageIds: [], folder: textOf(row.folder) }
      }
      open.imageIds.push(String(row.image_id))
    }
    const last = rows.at(-1)
    if (last && rows.length === pieceSize) after = [String(last.product_key), Number(last.place), String(last.image_id)]
    else if (open) whole.push(open)
    if (whole.length > 0) yield whole
    if (rows.length < pieceSize) return
    await journal.nextTurn()
  }
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** Where a plan's pictures go. `ref`: our record. `new`: a product to be created; `again`: although another one has that name. */
export type PlanTarget =
  | { readonly kind: 'id'; readonly productId: string }
  | { readonly kind: 'ref'; readonly productRef: string }
  | { readonly kind: 'new'; readonly name: string; readonly again: boolean }

export type Target = {
  readonly to: PlanTarget
  readonly name: string
  readonly isCreated: boolean
  /** Our record of it; `null`: there is none. */
  readonly productRef: string | null
  /** The product in the imported list. */
  readonly entry: CatalogueEntry | null
  /** Its place in that list; those that it lacks come last. */
  readonly order: number
  readonly problem: AppError | null
}

/** Entries of an import that may be this product, by the surest of its fields. */
const findEntries = (journal: Journal, number: number, { productId, sku, gtin, handle, name }: MatchedProductRow): CatalogueEntry[] => {
  const by = (condition: string, value: string): CatalogueEntry[] =>
    journal
      .all(`SELECT ${entryColumns} FROM catalogue_entries WHERE import = ? AND ${condition} ORDER BY seq LIMIT 5`, number, value)
      .map(toEntry)
  if (productId !== null) {
    const withId = by('product_id = ?', productId).slice(0, 1)
    if (withId.length > 0) return withId
  }
  const isSame = (ours: string | null, theirs: string | null): boolean => ours === null || theirs === null || ours === theirs
  const fits = (one: CatalogueEntry): boolean => isSame(gtin, one.gtin) && isSame(handle, one.handle) && isSame(name, one.name)
  const all =
    sku !== null ? by('sku_key = ?', foldSku(sku)) : gtin !== null ? by('gtin = ?', gtin) : handle !== null ? by('handle = ?', handle) : []
  const found = all.filter((one) => isSame(productId, one.productId))
  const close = found.length > 1 ? found.filter(fits) : found
  if (found.length > 0) return close.length > 0 ? close : found
  const isNamed = sku === null && gtin === null && handle === null && name !== null && productId === null
  return isNamed ? by('name = ? AND product_id IS NULL AND sku_key IS NULL AND gtin IS NULL AND handle IS NULL', name) : []
}

const lastFolder = (folder: string | null): string | null => folder?.split(/[\\/]/).findLast((part) => part !== '') ?? null

type Ports = { readonly journal: Journal; readonly products: ProductStore }

/**
 * Says for each matched product where its pictures go: into the product with its id, into one that we created under its name or SKU, else into
 * a new one. Two matched products are never one product for having the same name. Call it once for each.
 */
export const createTargets = ({ journal, products }: Ports, connectionId: string | null) => {
  const list = journal.get("SELECT import FROM catalogue_lists WHERE connection_id = ? AND state = 'current'", connectionId ?? '')
  const names = new Set<string>()
  const refs = new Set<string>()

  /** One that we created, or are about to, and that no other matched product is. */
  const findCreated = (calledLike: readonly (string | null)[]): string | null => {
    for (const name of calledLike) {
      const record = name === null ? undefined : products.findByName(connectionId, name)
      if (record === undefined || refs.has(record.ref)) continue
      if (record.productId !== null || isBeingCreated(journal, record.ref, name ?? '')) return record.ref
    }
    return null
  }

  const find = ({ product, folder }: MatchedGroup): Target => {
    const entries = list ? findEntries(journal, Number(list.import), product) : []
    // Of several, nobody knows which.
    const entry = entries.length === 1 ? (entries[0] ?? null) : null
    const called = entry?.name ?? product.name ?? product.sku ?? product.handle ?? product.gtin ?? lastFolder(folder) ?? product.key
    const productId = product.productId ?? entry?.productId ?? null
    const order = (entry && seqOfEntry(entry.ref)) ?? Number.MAX_SAFE_INTEGER
    const all = { entry, order, problem: null }
    if (productId !== null) {
      const productRef = products.findById(connectionId, productId)?.ref ?? null
      return { ...all, to: { kind: 'id', productId }, name: called === product.key ? productId : called, isCreated: false, productRef }
    }
    if (entries.length > 1) {
      const problem = new AppError('usage', { kind: 'product-ambiguous', product: product.sku ?? called, products: entries.length })
      return { ...all, to: { kind: 'new', name: called, again: false }, name: called, isCreated: false, productRef: null, problem }
    }
    const productRef = findCreated([product.sku, called])
    if (productRef !== null) {
      refs.add(productRef)
      return { ...all, to: { kind: 'ref', productRef }, name: called, isCreated: false, productRef }
    }
    const again = names.has(called) || products.findByName(connectionId, called) !== undefined
    names.add(called)
    return { ...all, to: { kind: 'new', name: called, again }, name: called, isCreated: true, productRef: null }
  }
  return { find }
}

/** Its creation is queued, or needs a person. */
const isBeingCreated = (journal: Journal, ref: string, name: string): boolean =>
  journal.get(
    `SELECT 1 FROM jobs WHERE operation = 'create-product' AND subject = ? AND work ->> '$.productRef' = ? AND state <> 'cancelled' LIMIT 1`,
    name,
    ref,
  ) !== undefined
