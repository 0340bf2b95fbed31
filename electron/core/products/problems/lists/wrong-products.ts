import type { Journal, Row } from '../../../base/database/journal.ts'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import { listedAsOf, nameEntry } from '../../catalogue/name-entry.ts'

/** A product whose id the workspace doesn't know. */
export type WrongProduct = {
  readonly ref: string
  readonly productId: string
  /** `catalogue_entries.seq` of the product in the list; `null`: the list has no product with this id. */
  readonly entry: number | null
  /** What stands for it there without an id (products/catalogue/name-entry.ts); `null`: as above, or it has nothing else. */
  readonly listedAs: string | null
  /** What it would be called as a new product; `null`: nobody knows a name. */
  readonly name: string | null
  /** The id of the list's only other product with the same SKU; `null`: there is none, or several. */
  readonly otherId: string | null
}

const textOf = (value: unknown): string | null => (value == null ? null : String(value))

/** The only entry without an id of each name: the list has forgotten the ids of its products. */
const entriesByName = (journal: Journal, list: number, names: readonly string[]): ReadonlyMap<string, Row> => {
  if (names.length === 0) return new Map()
  const rows = journal.all(
    `SELECT min(seq) AS seq, name, sku, gtin, handle, coalesce(name, sku, handle, gtin) AS called FROM catalogue_entries
     WHERE import = ? AND product_id IS NULL AND coalesce(name, sku, handle, gtin) IN (SELECT value FROM json_each(?))
     GROUP BY called HAVING count(*) = 1`,
    list,
    JSON.stringify(names),
  )
  return new Map(rows.map(({ called, ...row }) => [String(called), row]))
}

type Ports = { readonly journal: Journal; readonly catalogue: Pick<CatalogueStore, 'current'> }

/** What the product list says of products of our record, which belong to one workspace, by their reference. */
export const readWrongProducts = ({ journal, catalogue }: Ports, refs: readonly string[]): ReadonlyMap<string, WrongProduct> => {
  const owner = journal.get('SELECT connection_id FROM products WHERE ref = ?', refs[0] ?? '')
  const list = catalogue.current(textOf(owner?.connection_id))?.import ?? -1
  const rows = journal.all(
    `SELECT ref, products.product_id, products.name AS own, entry.seq, entry.name, entry.sku, entry.gtin, entry.handle,
       (SELECT CASE count(DISTINCT product_id) WHEN 1 THEN min(product_id) END FROM catalogue_entries AS other
        WHERE other.import = ?2 AND other.sku_key = entry.sku_key AND other.product_id <> entry.product_id AND other.missing_since IS NULL) AS other_id
     FROM json_each(?1) AS wanted CROSS JOIN products ON ref = wanted.value AND products.product_id IS NOT NULL
     LEFT JOIN catalogue_entries AS entry ON entry.import = ?2 AND entry.product_id = products.product_id
     GROUP BY ref`,
    JSON.stringify(refs),
    list,
  )
  const byName = entriesByName(
    journal,
    list,
    rows.flatMap(({ seq, own }) => (seq === null && own !== null ? [String(own)] : [])),
  )
  const found = rows.map((plain): WrongProduct => {
    const row = plain.seq === null ? { ...plain, ...byName.get(String(plain.own)) } : plain
    const fields = { name: textOf(row.name), sku: textOf(row.sku), gtin: textOf(row.gtin), handle: textOf(row.handle) }
    const isNamed = Object.values(fields).some((one) => one !== null)
    return {
      ref: String(row.ref),
      productId: String(row.product_id),
      entry: row.seq == null ? null : Number(row.seq),
      listedAs: isNamed ? listedAsOf(fields) : null,
      name: textOf(row.own) ?? (isNamed ? nameEntry(fields) : null),
      otherId: textOf(row.other_id),
    }
  })
  return new Map(found.map((one) => [one.ref, one]))
}
