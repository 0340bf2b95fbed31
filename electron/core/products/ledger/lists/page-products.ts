import type { CatalogueEntry } from '../../../../../shared/products/catalogue.ts'
import type { FoundIn, Product, ProductRow } from '../../../../../shared/products/products.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import { type CatalogueStore, type CurrentList, entryRef } from '../../catalogue/catalogue-store.ts'
import { nameEntry } from '../../catalogue/name-entry.ts'
import { findEntry, readEntries } from '../../catalogue/page-entries.ts'
import { coverOfMatched } from '../../matching/lists/cover-of-matched.ts'
import type { createBothFinder } from './find-both.ts'
import { explainFound, findInFurther } from './judge-product.ts'
import { isShown } from './list-products.ts'
import { addProductWork } from './product-work.ts'
import { fieldsOfKnown, type KnownProduct, type ProductSearch } from './search-products.ts'

type Ports = { readonly journal: Journal; readonly catalogue: Pick<CatalogueStore, 'current'> }

type PagePorts = Ports & { readonly findBoth: ReturnType<typeof createBothFinder>; readonly search: Pick<ProductSearch, 'find'> }

type Page = { readonly offset: number; readonly limit: number }
type Search = Page & { readonly text: string; readonly listed: boolean }

const known = `SELECT ref, product_id, name, connection_id, created_by_us,
   (SELECT total(json_array_length(source_ids)) FROM attribute_lists WHERE product_ref = products.ref) AS pictures,
   (SELECT sources.image_id FROM attribute_lists CROSS JOIN json_each(attribute_lists.source_ids) AS one
     CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = one.value AND sources.gone = 0
     WHERE attribute_lists.product_ref = products.ref LIMIT 1) AS cover`

const toKnownRow = (row: Row): ProductRow => ({
  ref: String(row.ref),
  productId: row.product_id === null ? null : String(row.product_id),
  name: row.name === null ? null : String(row.name),
  connectionId: row.connection_id === null ? null : String(row.connection_id),
  createdByUs: row.created_by_us === 1,
  pictures: Number(row.pictures),
  coverId: row.cover === null ? null : String(row.cover),
})

const pageKnown = (journal: Journal, connectionId: string | null, { offset, limit }: Page): { total: number; rows: ProductRow[] } => {
  const total = Number(journal.get(`SELECT count(*) AS n FROM products WHERE ${isShown}`, { connectionId })?.n)
  if (offset >= total) return { total, rows: [] }
  // The page first: pictures and covers only of what is on it.
  const rows = journal.all(
    `${known} FROM (
       SELECT rowid AS at FROM products WHERE ${isShown} ORDER BY added_at, rowid LIMIT :limit OFFSET :offset
     ) AS page CROSS JOIN products ON products.rowid = page.at ORDER BY added_at, products.rowid`,
    { connectionId, limit, offset },
  )
  return { total, rows: rows.map(toKnownRow) }
}

/** These products of our record, by reference. */
const readKnown = (journal: Journal, refs: readonly string[]): ReadonlyMap<string, ProductRow> =>
  new Map(
    journal
      .all(`${known} FROM json_each(?) AS wanted CROSS JOIN products ON ref = wanted.value`, JSON.stringify(refs))
      .map((row) => [String(row.ref), toKnownRow(row)]),
  )

type Listed = NonNullable<ProductRow['listed']>

const toListed = ({ sku, gtin, missingSince }: CatalogueEntry): Listed => ({ sku, gtin, isMissing: missingSince !== null })

/** A product of the imported list that Packshot has not worked with. */
const toProduct = (entry: CatalogueEntry, connectionId: string | null): Omit<Product, 'lists'> => ({
  listed: toListed(entry),
  ref: entry.ref,
  productId: entry.productId,
  name: nameEntry(entry),
  connectionId,
  createdByUs: false,
})

const toRow = (entry: CatalogueEntry, connectionId: string | null): ProductRow => ({
  ...toProduct(entry, connectionId),
  pictures: 0,
  coverId: null,
})

/** The entries that our record lacks. */
const pageListed = (journal: Journal, list: CurrentList, both: ReadonlyMap<number, string>, { offset, limit }: Page) => {
  const seqs = journal.all(
    'SELECT seq FROM catalogue_entries WHERE import = ? AND seq NOT IN (SELECT value FROM json_each(?)) ORDER BY seq LIMIT ? OFFSET ?',
    list.import,
    JSON.stringify([...both.keys()]),
    limit,
    offset,
  )
  return {
    total: list.products - both.size,
    entries: readEntries(
      journal,
      seqs.map((row) => Number(row.seq)),
    ),
  }
}

/** Our record of a product that the list has, too: people know it by the name that is there. */
const withEntry = (row: ProductRow, entry: CatalogueEntry | undefined): ProductRow =>
  entry ? { ...row, name: entry.name ?? row.name, listed: toListed(entry) } : row

const pageAll = (
  { journal, catalogue, findBoth: find }: PagePorts,
  connectionId: string | null,
  { offset, limit, listed }: Search,
): { total: number; rows: ProductRow[] } => {
  const list = catalogue.current(connectionId)
  const worked = pageKnown(journal, connectionId, { offset, limit })
  if (!list) return worked
  const both = find(connectionId, list)
  const entryOf = new Map([...both].map(([seq, ref]) => [ref, seq]))
  const seqs = worked.rows.flatMap(({ ref }) => entryOf.get(ref) ?? [])
  const shown = new Map(readEntries(journal, seqs).map((one) => [one.ref, one]))
  const rows = worked.rows.map((row) => withEntry(row, shown.get(entryRef(entryOf.get(row.ref) ?? -1))))
  if (!listed) return { total: worked.total, rows }
  const others = pageListed(journal, list, both, { offset: Math.max(0, offset - worked.total), limit: limit - rows.length })
  return { total: worked.total + others.total, rows: [...rows, ...others.entries.map((one) => toRow(one, connectionId))] }
}

const foundIn = (one: KnownProduct, entry: CatalogueEntry | undefined, text: string): FoundIn | null =>
  explainFound(fieldsOfKnown(one), text) ?? findInFurther(fieldsOfKnown(one), entry?.further ?? [], text)

const pageFound = async (
  { journal, search }: PagePorts,
  connectionId: string | null,
  { listed, ...wanted }: Search,
): Promise<{ total: number; rows: ProductRow[] }> => {
  const page = await search.find(connectionId, { ...wanted, scope: listed ? 'listed' : 'worked' })
  const refs = page.rows.flatMap(({ recordRef }) => recordRef ?? [])
  const worked = readKnown(journal, refs)
  const seqs = page.rows.flatMap(({ seq }) => seq ?? [])
  const entries = new Map(readEntries(journal, seqs).map((one) => [one.ref, one]))
  const rows = page.rows.flatMap((one): ProductRow[] => {
    const { recordRef, seq, product } = one
    const entry = seq === null ? undefined : entries.get(entryRef(seq))
    const row = recordRef === null ? entry && toRow(entry, connectionId) : worked.get(recordRef)
    if (!row) return []
    const found = foundIn(one, entry, wanted.text)
    const coverId = row.coverId ?? coverOfMatched(journal, connectionId, product.key)
    return [{ ...withEntry(row, entry), coverId, ...(found ? { found } : {}) }]
  })
  return { total: page.total, rows }
}

/**
 * One page of products without their lists. Without a `text`, those that Packshot worked with, then, with `listed`, the others of the imported list;
 * with one, those that it finds (search-products.ts). `withWork`: with how far their pictures are.
 */
export const pageProducts = async (
  ports: PagePorts,
  connectionId: string | null,
  { withWork, ...request }: Search & { readonly withWork: boolean },
): Promise<{ total: number; rows: ProductRow[] }> => {
  const page = request.text.trim() === '' ? pageAll(ports, connectionId, request) : await pageFound(ports, connectionId, request)
  return withWork ? { ...page, rows: addProductWork(ports.journal, page.rows) } : page
}

/** A product of the imported list by its reference, as one that nothing is known of. `null`: it is none of the list. */
export const findListed = ({ journal, catalogue }: Ports, connectionId: string | null, ref: string): Product | null => {
  const entry = findEntry(journal, catalogue.current(connectionId), ref)
  return entry ? { ...toProduct(entry, connectionId), lists: [] } : null
}
