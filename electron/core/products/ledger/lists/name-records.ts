import { callProduct, namesOfRow } from '../../../../../shared/products/product-names-words.ts'
import type { ProductNames, ProductRow } from '../../../../../shared/products/products.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import { listedAsWays } from '../../catalogue/name-entry.ts'

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

const columns = 'name, sku, gtin, missing_since'

/** The entry of the imported list that a product is: by its id, or the one that it was created for. */
const entryOf = (journal: Journal, { connection_id, product_id, listed_as }: Row): Row | undefined => {
  const list = journal.get("SELECT import FROM catalogue_lists WHERE connection_id = ? AND state = 'current'", textOf(connection_id) ?? '')
  if (!list) return undefined
  const byId =
    product_id === null
      ? undefined
      : journal.get(`SELECT ${columns} FROM catalogue_entries WHERE import = :import AND product_id = :id LIMIT 1`, {
          import: Number(list.import),
          id: String(product_id),
        })
  const listedAs = textOf(listed_as)
  const way = listedAs === null ? undefined : listedAsWays.find(({ begins }) => listedAs.startsWith(begins))
  if (byId || !way || listedAs === null) return byId
  return journal.get(`SELECT ${columns} FROM catalogue_entries WHERE import = :import AND ${way.condition(':rest')} LIMIT 1`, {
    import: Number(list.import),
    rest: listedAs.slice(way.begins.length),
  })
}

/** What people know a product of our record by: as the imported list names it, or else as Packshot created it. `undefined`: there is none. */
export const nameRecord = (journal: Journal, ref: string): Pick<ProductRow, 'name' | 'productId' | 'listed'> | undefined => {
  const row = journal.get('SELECT name, product_id, connection_id, listed_as FROM products WHERE ref = ?', ref)
  if (!row) return undefined
  const entry = entryOf(journal, row)
  const known = { name: textOf(entry?.name) ?? textOf(row.name), productId: textOf(row.product_id) }
  return entry ? { ...known, listed: { sku: textOf(entry.sku), gtin: textOf(entry.gtin), isMissing: entry.missing_since !== null } } : known
}

/** The same, as fields of rows about other things. */
export const namesOfRecord = (journal: Journal, ref: string): ProductNames => {
  const { name = null, productId = null, listed } = nameRecord(journal, ref) ?? {}
  return { name, productId, sku: listed?.sku ?? null }
}

/** In a sentence: `Olive oil 500 ml (SKU-10)`; `null`: nothing is known of it. */
export const callRecord = (journal: Journal, ref: string): string | null => {
  const named = nameRecord(journal, ref)
  return named && (named.name !== null || named.productId !== null || named.listed) ? callProduct(namesOfRow(named)) : null
}
