import type { CatalogueEntry } from '../../../shared/catalogue.ts'
import { readGtin } from '../../../shared/gtin.ts'
import type { Product, ProductRow } from '../../../shared/products.ts'
import type { CatalogueStore, CurrentList } from '../catalogue/catalogue-store.ts'
import { listedAsWays, nameEntry } from '../catalogue/name-entry.ts'
import { findEntry, readEntries, searchEntries } from '../catalogue/page-entries.ts'
import { foldName } from '../database/fold-name.ts'
import type { Journal } from '../database/journal.ts'
import { keepLast } from './keep-last.ts'
import { isShown } from './list-products.ts'
import { readLibraryVersion } from './matches-at-hand.ts'
import { addProductWork } from './product-work.ts'

type Ports = { readonly journal: Journal; readonly catalogue: Pick<CatalogueStore, 'current'> }

type PagePorts = Ports & { readonly findBoth: ReturnType<typeof createBothFinder> }

type Search = { readonly offset: number; readonly limit: number; readonly text: string; readonly listed: boolean }

/** What was typed in full comes first, then what begins with it. */
const closeness = `CASE WHEN :text = '' THEN 0 WHEN instr(char(10) || folded_words || char(10), char(10) || :text || char(10)) > 0 THEN 0
  WHEN instr(char(10) || folded_words, char(10) || :text) > 0 THEN 1 ELSE 2 END`

const pageKnown = (
  journal: Journal,
  connectionId: string | null,
  { offset, limit, text }: Omit<Search, 'listed'>,
  alsoRefs: readonly string[],
): { total: number; rows: ProductRow[] } => {
  const from = `FROM products WHERE ${isShown}
    AND (:text = '' OR instr(folded_words, :text) > 0 OR ref IN (SELECT value FROM json_each(:refs)))`
  const filter = { connectionId, text, refs: JSON.stringify(alsoRefs) }
  const total = Number(journal.get(`SELECT count(*) AS n ${from}`, filter)?.n)
  if (offset >= total) return { total, rows: [] }
  // The page first: pictures and covers only of what is on it.
  const rows = journal.all(
    `SELECT ref, product_id, name, connection_id, created_by_us,
       (SELECT total(json_array_length(source_ids)) FROM attribute_lists WHERE product_ref = products.ref) AS pictures,
       (SELECT sources.image_id FROM attribute_lists CROSS JOIN json_each(attribute_lists.source_ids) AS one
         CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = one.value AND sources.gone = 0
         WHERE attribute_lists.product_ref = products.ref LIMIT 1) AS cover
     FROM (
       SELECT rowid AS at ${from} ORDER BY ${closeness}, added_at, rowid LIMIT :limit OFFSET :offset
     ) AS page CROSS JOIN products ON products.rowid = page.at ORDER BY ${closeness}, added_at, products.rowid`,
    { ...filter, limit, offset },
  )
  return {
    total,
    rows: rows.map((row) => ({
      ref: String(row.ref),
      productId: row.product_id === null ? null : String(row.product_id),
      name: row.name === null ? null : String(row.name),
      connectionId: row.connection_id === null ? null : String(row.connection_id),
      createdByUs: row.created_by_us === 1,
      pictures: Number(row.pictures),
      coverId: row.cover === null ? null : String(row.cover),
    })),
  }
}

type Listed = NonNullable<ProductRow['listed']>

const toListed = ({ sku, gtin, missingSince }: CatalogueEntry): Listed => ({ sku, gtin, isMissing: missingSince !== null })

/** A product of the imported list that Packshot has not worked with. */
const toProduct = (entry: CatalogueEntry, connectionId: string | null): Omit<Product, 'lists'> => ({
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
  listed: toListed(entry),
})

/** Products of one turn of the event loop, by their place alone. */
const pieceSize = 1_000

const inPiece = 'rowid > :after AND rowid <= :last'

const bothById = `SELECT catalogue_entries.seq AS seq, ref
  FROM (SELECT ref, product_id FROM products NOT INDEXED WHERE ${inPiece} AND product_id IS NOT NULL AND ${isShown}) AS known
  CROSS JOIN catalogue_entries ON import = :import AND catalogue_entries.product_id = known.product_id`

/** Those that were created for an entry without an id. */
const bothAsListed = listedAsWays
  .map(
    ({ begins, condition }) => `SELECT entries.seq AS seq, ref
  FROM (
    SELECT ref, substr(listed_as, ${begins.length + 1}) AS rest FROM products NOT INDEXED
    WHERE ${inPiece} AND listed_as GLOB '${begins}*' AND ${isShown}
  ) AS known
  CROSS JOIN catalogue_entries AS entries ON import = :import AND ${condition('known.rest')}`,
  )
  .join(' UNION ALL ')

type Both = ReadonlyMap<number, string>

/** The products that Packshot worked with and that are in the list, too: their references by number of entry. */
const findBoth = async (journal: Journal, connectionId: string | null, list: CurrentList): Promise<Both> => {
  const byId: [number, string][] = []
  const asListed: [number, string][] = []
  for (let after = 0; ; ) {
    const end = journal.get(
      'SELECT max(at) AS last FROM (SELECT rowid AS at FROM products WHERE rowid > ? ORDER BY rowid LIMIT ?)',
      after,
      pieceSize,
    )
    if (end?.last == null) break
    const piece = { connectionId, import: list.import, after, last: Number(end.last) }
    for (const row of journal.all(bothById, piece)) byId.push([Number(row.seq), String(row.ref)])
    for (const row of journal.all(bothAsListed, piece)) asListed.push([Number(row.seq), String(row.ref)])
    after = piece.last
    await journal.nextTurn()
  }
  const found = new Set(byId.map(([, ref]) => ref))
  return new Map([...asListed.filter(([, ref]) => !found.has(ref)), ...byId])
}

/** The same, found once for all pages until anything in the library changes. */
export const createBothFinder = (journal: Journal) => {
  const keep = keepLast<Both>()
  return (connectionId: string | null, list: CurrentList): Promise<Both> =>
    keep(JSON.stringify([readLibraryVersion(journal), connectionId, list.import]), () => findBoth(journal, connectionId, list))
}

/** Entries that a text names in full. */
const findExact = (journal: Journal, list: CurrentList, text: string): readonly number[] => {
  const gtin = readGtin(text)
  return journal
    .all(
      `SELECT seq FROM catalogue_entries WHERE import = :import AND product_id = :id
       UNION SELECT seq FROM catalogue_entries WHERE import = :import AND sku_key = :sku
       UNION SELECT seq FROM catalogue_entries WHERE import = :import AND gtin = :gtin LIMIT 20`,
      { import: list.import, id: text, sku: foldName(text), gtin: gtin.kind === 'gtin' ? gtin.digits : '-' },
    )
    .map((row) => Number(row.seq))
}

const pageListed = (
  journal: Journal,
  list: CurrentList,
  found: readonly number[] | null,
  both: ReadonlyMap<number, string>,
  { offset, limit, text }: Omit<Search, 'listed'>,
): { total: number; entries: CatalogueEntry[] } => {
  if (found === null) {
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
  const isFound = new Set(found)
  const exact = findExact(journal, list, text).filter((seq) => isFound.has(seq) && !both.has(seq))
  const others = found.filter((seq) => !both.has(seq) && !exact.includes(seq))
  const seqs = [...exact, ...others].slice(offset, offset + limit)
  const entries = new Map(readEntries(journal, seqs).map((one) => [one.ref, one]))
  return { total: exact.length + others.length, entries: seqs.flatMap((seq) => entries.get(`entry_${seq}`) ?? []) }
}

const pageAll = async (
  { journal, catalogue, findBoth: find }: PagePorts,
  connectionId: string | null,
  request: Search,
): Promise<{ total: number; rows: ProductRow[] }> => {
  const { offset, limit } = request
  const text = foldName(request.text.trim())
  const list = request.listed ? catalogue.current(connectionId) : undefined
  if (!list) return pageKnown(journal, connectionId, { offset, limit, text }, [])
  const found = text === '' ? null : await searchEntries(journal, list, text)
  const both = await find(connectionId, list)
  const alsoRefs = (found ?? []).flatMap((seq) => both.get(seq) ?? [])
  const known = pageKnown(journal, connectionId, { offset, limit, text }, alsoRefs)
  const entryOf = new Map([...both].map(([seq, ref]) => [ref, seq]))
  const shown = new Map(
    readEntries(
      journal,
      known.rows.flatMap(({ ref }) => entryOf.get(ref) ?? []),
    ).map((one) => [one.ref, one]),
  )
  const rows = known.rows.map((row): ProductRow => {
    const entry = shown.get(`entry_${entryOf.get(row.ref)}`)
    return entry ? { ...row, name: row.name ?? entry.name, listed: toListed(entry) } : row
  })
  const rest = { offset: Math.max(0, offset - known.total), limit: limit - rows.length, text: request.text.trim() }
  const others = pageListed(journal, list, found, both, rest)
  return { total: known.total + others.total, rows: [...rows, ...others.entries.map((one) => toRow(one, connectionId))] }
}

/**
 * One page of products without their lists: those that Packshot worked with, then, with `listed`, the others of the imported list. `text`: part
 * of a name or an id; of those in the list, of any of its columns. `withWork`: with how far their pictures are.
 */
export const pageProducts = async (
  ports: PagePorts,
  connectionId: string | null,
  { withWork, ...request }: Search & { readonly withWork: boolean },
): Promise<{ total: number; rows: ProductRow[] }> => {
  const page = await pageAll(ports, connectionId, request)
  return withWork ? { ...page, rows: await addProductWork(ports.journal, page.rows) } : page
}

/** A product of the imported list by its reference, as one that nothing is known of. `null`: it is none of the list. */
export const findListed = ({ journal, catalogue }: Ports, connectionId: string | null, ref: string): Product | null => {
  const entry = findEntry(journal, catalogue.current(connectionId), ref)
  return entry ? { ...toProduct(entry, connectionId), lists: [] } : null
}
