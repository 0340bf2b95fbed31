import { AppError } from '../../../../../shared/base/errors.ts'
import type { CatalogueEntry } from '../../../../../shared/products/catalogue.ts'
import { type MatchedProductRow, matchedProduct } from '../../../../../shared/products/matching.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import { entryColumns, seqOfEntry, toEntry } from '../../catalogue/catalogue-store.ts'
import { listedAsOf } from '../../catalogue/name-entry.ts'
import { foldSku } from '../../catalogue/read-entry.ts'
import type { ProductStore, StoredProduct } from '../../ledger/product-store.ts'
import type { PlanTarget } from '../plan-store.ts'

/** The pictures of one product in their order, as they are matched and still in the library. `folder`: of the first. */
export type MatchedGroup = { readonly product: MatchedProductRow; readonly imageIds: readonly string[]; readonly folder: string | null }

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

/** The matched products of a workspace with their pictures. */
export const readMatched = ({ all }: Pick<Journal, 'all'>, connectionId: string | null): MatchedGroup[] => {
  const groups: (MatchedGroup & { readonly imageIds: string[] })[] = []
  const rows = all(
    `SELECT product_key, product, image_id, images.folder FROM matches
     CROSS JOIN images ON images.id = image_id AND images.removed_at IS NULL
     WHERE connection_id = ? AND product_key <> '' ORDER BY product_key, place, image_id`,
    connectionId ?? '',
  )
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.product.key === String(row.product_key)) last.imageIds.push(String(row.image_id))
    else
      groups.push({
        product: { ...readProduct(row), key: String(row.product_key) },
        imageIds: [String(row.image_id)],
        folder: textOf(row.folder),
      })
  }
  return groups
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

export type Target = {
  /** `null`: unknown. */
  readonly to: PlanTarget | null
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
  const isAnyRemembered = journal.get('SELECT 1 FROM plan_products WHERE product_ref IS NOT NULL LIMIT 1') !== undefined
  const names = new Set<string>()
  const refs = new Set<string>()

  const isThere = ({ ref, productId, name }: StoredProduct): boolean => productId !== null || isBeingCreated(journal, ref, name ?? '')

  /** Where an earlier plan put the pictures of this matched product, perhaps changed by a person since. */
  const findRemembered = (key: string): StoredProduct | undefined => {
    if (!isAnyRemembered) return undefined
    const row = journal.get(
      `SELECT coalesce((SELECT work ->> '$.productRef' FROM jobs WHERE id = job_id), product_ref) AS ref
       FROM plan_products JOIN plans ON plans.seq = plan
       WHERE product_key = ? AND product_ref IS NOT NULL AND plans.connection_id = ? ORDER BY plan DESC LIMIT 1`,
      key,
      connectionId ?? '',
    )
    return row && products.get(String(row.ref))
  }

  /** An earlier plan created it for another matched product. */
  const isAnothers = (ref: string, key: string): boolean =>
    journal.get(
      `SELECT 1 FROM plan_products JOIN plans ON plans.seq = plan
       WHERE product_ref = ?1 AND product_key <> ?2 AND plans.connection_id = ?3
         AND EXISTS (SELECT 1 FROM matches WHERE connection_id = ?3 AND matches.product_key = plan_products.product_key) LIMIT 1`,
      ref,
      key,
      connectionId ?? '',
    ) !== undefined

  /** One that we created, or are about to, and that no other matched product is. */
  const findCreated = (key: string, calledLike: readonly (string | null)[]): StoredProduct | undefined => {
    const found = calledLike.flatMap((name) => (name === null ? [] : (products.findByName(connectionId, name) ?? [])))
    return found.find((one) => !refs.has(one.ref) && isThere(one) && !isAnothers(one.ref, key))
  }

  const find = ({ product, folder }: MatchedGroup): Target => {
    const entries = list ? findEntries(journal, Number(list.import), product) : []
    // Several: a person has to choose.
    const entry = entries.length === 1 ? (entries[0] ?? null) : null
    const called = entry?.name ?? product.name ?? product.sku ?? product.handle ?? product.gtin ?? lastFolder(folder) ?? product.key
    const productId = product.productId ?? entry?.productId ?? null
    const order = (entry && seqOfEntry(entry.ref)) ?? Number.MAX_SAFE_INTEGER
    const all = { entry, order, problem: null }
    const remembered = findRemembered(product.key)
    if (productId !== null) {
      // The same key means that the same id was matched: only a person can have changed the product.
      const id = (product.productId === null ? null : remembered?.productId) ?? productId
      const productRef = products.findById(connectionId, id)?.ref ?? null
      return { ...all, to: { kind: 'id', productId: id }, name: called === product.key ? id : called, isCreated: false, productRef }
    }
    if (entries.length > 1) {
      const problem = new AppError('usage', { kind: 'product-ambiguous', product: product.sku ?? called, products: entries.length })
      return { ...all, to: null, name: called, isCreated: false, productRef: null, problem }
    }
    // A product of the list without an id is found again by what stands for it, one that was typed in by its name.
    const isListed = entry !== null || product.sku !== null || product.gtin !== null || product.handle !== null
    const listedAs = isListed ? listedAsOf(entry ?? product) : null
    const listed = listedAs === null ? undefined : products.findListed(connectionId, listedAs)
    const created =
      [remembered, listed].find((one) => one !== undefined && isThere(one)) ??
      findCreated(product.key, entry === null ? [product.sku, called] : [product.sku])
    const record = created ? { productRef: created.ref, isCreated: false } : { productRef: null, isCreated: true }
    if (created !== undefined) refs.add(created.ref)
    if (created !== undefined && created.ref !== listed?.ref)
      return { ...all, ...record, to: { kind: 'record', ref: created.ref }, name: called }
    if (listedAs !== null) return { ...all, ...record, to: { kind: 'listed', listedAs, name: called }, name: called }
    const again = names.has(called) || products.findByName(connectionId, called) !== undefined
    names.add(called)
    return { ...all, ...record, to: { kind: 'new', name: called, again }, name: called }
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
