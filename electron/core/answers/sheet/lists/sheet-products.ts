import { type MatchedProductRow, matchedProduct } from '../../../../../shared/products/matching.ts'
import { foldName } from '../../../base/database/fold-name.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { sortInPieces } from '../../../pictures/intake/sort-in-pieces.ts'
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

/** By name; `of`: the place of each picture's product among them, by the picture's `seq`; -1: it has none. */
export type SheetProducts = { readonly list: readonly SheetProduct[]; readonly of: Int32Array }

/** Rows that are read in one turn of the event loop. */
const pieceSize = 500

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

/** A product of the list that was created in the workspace since it was matched has an id there. */
const withId = (journal: Journal, owner: string, product: MatchedProductRow): MatchedProductRow => {
  if (product.productId !== null) return product
  const created = journal.get(
    'SELECT product_id FROM products WHERE listed_as = ? AND connection_id = ? AND product_id IS NOT NULL ORDER BY rowid DESC',
    listedAsOf(product),
    owner,
  )
  return created ? { ...product, productId: String(created.product_id) } : product
}

type Found = Map<string, { readonly product: MatchedProductRow; readonly pictures: number[] }>

/** Pictures with a kept match, product by product. */
const readMatched = async (journal: Journal, owner: string, found: Found, taken: Uint8Array): Promise<void> => {
  let after: readonly [string, number, string] = ['', -1, '']
  for (;;) {
    const rows = journal.all(
      `SELECT product_key, product, place, image_id, images.seq, images.removed_at FROM matches CROSS JOIN images ON images.id = image_id
       WHERE connection_id = ? AND product_key IS NOT NULL AND (product_key, place, image_id) > (?, ?, ?)
       ORDER BY product_key, place, image_id LIMIT ?`,
      owner,
      ...after,
      pieceSize,
    )
    for (const row of rows) {
      const key = String(row.product_key)
      const seq = Number(row.seq)
      if (row.removed_at !== null || seq >= taken.length) continue
      const there = found.get(key) ?? { product: withId(journal, owner, readProduct(key, row.product)), pictures: [] }
      there.pictures.push(seq)
      found.set(key, there)
      taken[seq] = 1
    }
    const last = rows.at(-1)
    if (!last || rows.length < pieceSize) return
    after = [String(last.product_key), Number(last.place), String(last.image_id)]
    await journal.nextTurn()
  }
}

/** Pictures of the workspace's products in our record, in the order of their lists; those with a kept match stay with that. */
const readAttached = async (journal: Journal, owner: string, found: Found, taken: Uint8Array): Promise<void> => {
  const list = journal.get("SELECT import FROM catalogue_lists WHERE connection_id = ? AND state = 'current'", owner)
  let after = 0
  for (;;) {
    const rows = journal.all(
      `SELECT products.rowid AS at, ref, products.product_id, ifnull(products.name, entry.name) AS name, entry.sku, entry.gtin, entry.handle
       FROM products LEFT JOIN catalogue_entries AS entry ON entry.import = ?3 AND entry.product_id = products.product_id
       WHERE products.connection_id = ?1 AND products.rowid > ?2
         AND EXISTS (SELECT 1 FROM attached_sources WHERE product_ref = ref)
       GROUP BY products.rowid ORDER BY products.rowid LIMIT ${pieceSize}`,
      owner,
      after,
      Number(list?.import ?? -1),
    )
    const textOf = (value: unknown): string | null => (value === null ? null : String(value))
    for (const row of rows) {
      const fields = {
        productId: textOf(row.product_id),
        sku: textOf(row.sku),
        gtin: textOf(row.gtin),
        name: textOf(row.name),
        handle: textOf(row.handle),
      }
      const key = fields.productId === null ? `ref:${row.ref}` : (productKeyOf(fields) ?? `ref:${row.ref}`)
      const pictures = journal.all(
        `SELECT images.seq FROM attribute_lists CROSS JOIN json_each(source_ids) AS source
         CROSS JOIN sources ON sources.connection_id = ?1 AND sources.source_id = source.value AND sources.gone = 0
         CROSS JOIN images ON images.id = sources.image_id AND images.removed_at IS NULL
         WHERE product_ref = ?2 ORDER BY attribute, source.key`,
        owner,
        String(row.ref),
      )
      for (const { seq } of pictures) {
        const picture = Number(seq)
        if (picture >= taken.length || taken[picture] === 1) continue
        taken[picture] = 1
        const there = found.get(key) ?? { product: { key, ...fields }, pictures: [] }
        there.pictures.push(picture)
        found.set(key, there)
      }
    }
    const last = rows.at(-1)
    if (!last || rows.length < pieceSize) return
    after = Number(last.at)
    await journal.nextTurn()
  }
}

/**
 * The products of a workspace (`''`: of none yet) by name, with their pictures: kept matches, else what is attached.
 * @param withEmpty those without pictures, too
 */
export const readSheetProducts = async (journal: Journal, owner: string, withEmpty: boolean): Promise<SheetProducts> => {
  const size = Number(journal.get('SELECT max(seq) AS last FROM images')?.last ?? 0) + 1
  const found: Found = new Map()
  const taken = new Uint8Array(size)
  await readMatched(journal, owner, found, taken)
  await readAttached(journal, owner, found, taken)
  if (withEmpty)
    for (const product of readProducts(journal, owner === '' ? null : owner))
      if (!found.has(product.key)) found.set(product.key, { product, pictures: [] })
  const named = [...found.values()].map(({ product, pictures }) => {
    const name = nameOfProduct(product)
    return { product, pictures, name, key: nameKey(name) }
  })
  const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
  const list = await sortInPieces(
    named,
    (one, other) => compare(one.key, other.key) || compare(one.product.key, other.product.key),
    journal,
  )
  const of = new Int32Array(size).fill(-1)
  for (const [at, { pictures }] of list.entries()) for (const seq of pictures) of[seq] = at
  return { list, of }
}
