import { type MatchedProductRow, matchedProduct } from '../../../../../shared/products/matching.ts'
import { foldName } from '../../../base/database/fold-name.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { nameKey } from '../../../pictures/library/natural-key.ts'
import { listedAsOf } from '../../../products/catalogue/name-entry.ts'
import { productKeyOf } from '../../../products/catalogue/product-key.ts'
import { readProducts } from '../../../products/matching/lists/match-subjects.ts'

/** A product with its pictures in order, by `seq`. */
export type SheetProduct = {
  readonly product: MatchedProductRow
  readonly name: string
  readonly pictures: readonly number[]
}

/** By name. `of`: the places of each picture's products among them, by the picture's `seq`; absent: it has none. */
export type SheetProducts = {
  readonly list: readonly SheetProduct[]
  readonly of: ReadonlyMap<number, readonly number[]>
  readonly byKey: ReadonlyMap<string, SheetProduct>
}

/** What a person calls it. */
export const nameOfProduct = ({ name, sku, productId, gtin, handle, key }: MatchedProductRow): string =>
  name ?? sku ?? productId ?? gtin ?? handle ?? key

/** As it is searched. */
export const wordsOfProduct = ({ name, sku, productId, gtin, handle }: MatchedProductRow): string =>
  foldName([name, sku, productId, gtin, handle].filter((one) => one !== null).join('\n'))

const readProduct = (key: string, text: unknown): MatchedProductRow => {
  try {
    const found = matchedProduct.safeParse(JSON.parse(String(text)))
    if (found.success) return { ...found.data, key }
  } catch {
    // Its key is left.
  }
  return { key, productId: null, sku: null, gtin: null, name: null, handle: null }
}

type Found = Map<string, { readonly product: MatchedProductRow; readonly pictures: number[] }>

/** Pictures with a kept match, product by product. A product of the list that was created in the workspace since has an id there. */
const readMatched = (journal: Journal, owner: string, found: Found, taken: Set<number>): void => {
  const pairs = journal.get(
    `SELECT json_group_array(json_array(product_key, seq)) AS pairs FROM (
       SELECT product_key, images.seq FROM matches CROSS JOIN images ON images.id = image_id
       WHERE connection_id = ? AND product_key <> '' AND removed_at IS NULL ORDER BY product_key, place, image_id
     )`,
    owner,
  )?.pairs
  const pictures = new Map<string, number[]>()
  for (const [key, seq] of JSON.parse(String(pairs)) as [string, number][]) {
    const there = pictures.get(key)
    if (there) there.push(seq)
    else pictures.set(key, [seq])
    taken.add(seq)
  }
  const products = journal.all(
    `SELECT product_key, product FROM json_each(?) AS main CROSS JOIN images ON seq = main.value
     CROSS JOIN matches ON connection_id = ? AND image_id = images.id ORDER BY main.key`,
    JSON.stringify([...pictures.values()].map(([main]) => main)),
    owner,
  )
  const created = new Map(
    journal
      .all(
        'SELECT listed_as, product_id FROM products WHERE connection_id = ? AND product_id IS NOT NULL AND listed_as IS NOT NULL ORDER BY rowid',
        owner,
      )
      .map(({ listed_as, product_id }) => [String(listed_as), String(product_id)]),
  )
  for (const { product_key, product } of products) {
    const key = String(product_key)
    const matched = readProduct(key, product)
    const productId = matched.productId ?? created.get(listedAsOf(matched)) ?? null
    found.set(key, { product: { ...matched, productId }, pictures: pictures.get(key) ?? [] })
  }
}

const textOf = (value: unknown): string | null => (value === null ? null : String(value))

/** Pictures of the workspace's products in our record, in the order of their lists; those with a kept match stay with that. */
const readAttached = (journal: Journal, owner: string, found: Found, taken: Set<number>): void => {
  const rows = journal.all(
    `SELECT ref, products.product_id, ifnull(products.name, entry.name) AS name, entry.sku, entry.gtin, entry.handle, (
       SELECT json_group_array(images.seq ORDER BY attribute, source.key) FROM attribute_lists CROSS JOIN json_each(source_ids) AS source
       CROSS JOIN sources ON sources.connection_id = ?1 AND sources.source_id = source.value AND sources.gone = 0
       CROSS JOIN images ON images.id = sources.image_id AND images.removed_at IS NULL WHERE product_ref = ref
     ) AS pictures
     FROM products LEFT JOIN catalogue_entries AS entry ON entry.product_id = products.product_id
       AND entry.import = (SELECT import FROM catalogue_lists WHERE connection_id = ?1 AND state = 'current')
     WHERE products.connection_id = ?1 AND EXISTS (SELECT 1 FROM attached_sources WHERE product_ref = ref)
     GROUP BY products.rowid ORDER BY products.rowid`,
    owner,
  )
  for (const row of rows) {
    const fields = {
      productId: textOf(row.product_id),
      sku: textOf(row.sku),
      gtin: textOf(row.gtin),
      name: textOf(row.name),
      handle: textOf(row.handle),
    }
    const key = fields.productId === null ? `ref:${row.ref}` : (productKeyOf(fields) ?? `ref:${row.ref}`)
    for (const picture of JSON.parse(String(row.pictures)) as number[]) {
      if (taken.has(picture)) continue
      taken.add(picture)
      const there = found.get(key) ?? { product: { key, ...fields }, pictures: [] }
      there.pictures.push(picture)
      found.set(key, there)
    }
  }
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const arrange = (found: Found): SheetProducts => {
  const list = [...found.values()]
    .map(({ product, pictures }) => {
      const name = nameOfProduct(product)
      return { product, pictures, name, sorted: nameKey(name) }
    })
    .sort((one, other) => compareText(one.sorted, other.sorted) || compareText(one.product.key, other.product.key))
  const of = new Map<number, number[]>()
  for (const [at, { pictures }] of list.entries()) {
    for (const seq of pictures) {
      const there = of.get(seq)
      if (there) there.push(at)
      else of.set(seq, [at])
    }
  }
  return { list, of, byKey: new Map(list.map((one) => [one.product.key, one])) }
}

/** The products of a workspace (`''`: of none yet) by name that have pictures: kept matches, else what is attached. */
export const readSheetProducts = (journal: Journal, owner: string): SheetProducts => {
  const found: Found = new Map()
  const taken = new Set<number>()
  readMatched(journal, owner, found, taken)
  readAttached(journal, owner, found, taken)
  return arrange(found)
}

/** Those without pictures, too. */
export const withEmptyProducts = (journal: Journal, owner: string, { list }: SheetProducts): SheetProducts => {
  const found: Found = new Map(list.map(({ product, pictures }) => [product.key, { product, pictures: [...pictures] }]))
  for (const product of readProducts(journal, owner === '' ? null : owner))
    if (!found.has(product.key)) found.set(product.key, { product, pictures: [] })
  return arrange(found)
}

/** Another value whenever the products of a workspace, or their pictures, may be different ones. */
export const readProductsVersion = (journal: Journal, owner: string): string => {
  const row = journal.get('SELECT order_changes, attached_changes, matched_changes FROM picture_count')
  const list = journal.get("SELECT import, products FROM catalogue_lists WHERE connection_id = ? AND state = 'current'", owner)
  const known = journal.get('SELECT max(rowid) AS last, count(*) AS n FROM products')
  return [owner, row?.order_changes, row?.attached_changes, row?.matched_changes, list?.import, list?.products, known?.last, known?.n].join(
    ' ',
  )
}
