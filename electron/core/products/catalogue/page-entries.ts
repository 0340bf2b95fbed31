import { type CatalogueEntry, type SaidRow, saidRow } from '../../../../shared/products/catalogue.ts'
import { foldName } from '../../base/database/fold-name.ts'
import type { Journal } from '../../base/database/journal.ts'
import { type CurrentList, entryColumns, seqOfEntry, toEntry } from './catalogue-store.ts'

type Page = { readonly offset: number; readonly limit: number }

/** More words than these are one phrase: each is looked for on its own. */
const mostWords = 8

/** The words of a text, as entries are searched. */
const wordsOf = (text: string): readonly string[] => {
  const folded = foldName(text.trim())
  const words = [...new Set(folded.split(/\s+/))].filter((word) => word !== '')
  return words.length > mostWords ? [folded] : words
}

/** The numbers of the products that have all words of a text, or of which a variant has, or their product, in their order. */
export const searchEntries = (journal: Journal, list: Pick<CurrentList, 'import'>, text: string): number[] => {
  const words = wordsOf(text)
  const hasWords = words.map(() => 'instr(searched, ?) > 0').join(' AND ')
  const row = journal.get(
    `WITH found AS (SELECT seq, import FROM catalogue_entries WHERE import IN (?1, -?1) AND ${hasWords})
     SELECT json_group_array(seq) AS seqs FROM (
       SELECT seq FROM found WHERE import = ?1
       UNION SELECT parent FROM catalogue_entries WHERE seq IN (SELECT seq FROM found WHERE import < 0) AND kind = 'variant'
       UNION SELECT seq FROM catalogue_entries WHERE parent IN (SELECT seq FROM found WHERE import < 0) AND import = ?1
       ORDER BY seq
     )`,
    list.import,
    ...words,
  )
  return JSON.parse(String(row?.seqs)) as number[]
}

export const readEntries = (journal: Journal, seqs: readonly number[]): CatalogueEntry[] =>
  journal
    .all(`SELECT ${entryColumns} FROM catalogue_entries WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq`, JSON.stringify(seqs))
    .map(toEntry)

/** One page of a list, in its order; what the newest import lacks comes last. `text`: words in any column. */
export const pageEntries = (
  journal: Journal,
  list: CurrentList | undefined,
  { offset, limit, text }: Page & { readonly text: string },
): { total: number; rows: CatalogueEntry[] } => {
  if (!list) return { total: 0, rows: [] }
  if (text.trim() === '') {
    const rows = journal.all(
      `SELECT ${entryColumns} FROM catalogue_entries
       WHERE seq IN (SELECT seq FROM catalogue_entries WHERE import = ? ORDER BY seq LIMIT ? OFFSET ?) ORDER BY seq`,
      list.import,
      limit,
      offset,
    )
    return { total: list.products, rows: rows.map(toEntry) }
  }
  const found = searchEntries(journal, list, text)
  return { total: found.length, rows: readEntries(journal, found.slice(offset, offset + limit)) }
}

/** The entry with this reference, of the list that counts; `null`: another list has been imported. */
export const findEntry = (journal: Journal, list: CurrentList | undefined, ref: string): CatalogueEntry | null => {
  const seq = seqOfEntry(ref)
  if (!list || seq === undefined) return null
  const row = journal.get(`SELECT ${entryColumns} FROM catalogue_entries WHERE seq = ? AND import = ?`, seq, list.import)
  return row ? toEntry(row) : null
}

/** The entry with this id in the workspace. */
export const findEntryById = (journal: Journal, list: CurrentList | undefined, productId: string): CatalogueEntry | null => {
  if (!list) return null
  const row = journal.get(
    `SELECT ${entryColumns} FROM catalogue_entries WHERE import = ? AND product_id = ? LIMIT 1`,
    list.import,
    productId,
  )
  return row ? toEntry(row) : null
}

/** One page of a product’s variants, and of a variant its product. */
export const pageVariants = (
  journal: Journal,
  entry: CatalogueEntry | null,
  { offset, limit }: Page,
): { product: CatalogueEntry | null; total: number; rows: CatalogueEntry[] } => {
  const seq = entry && seqOfEntry(entry.ref)
  if (seq == null) return { product: null, total: 0, rows: [] }
  const rows = journal.all(
    `SELECT ${entryColumns} FROM catalogue_entries WHERE parent = ? ORDER BY seq LIMIT ? OFFSET ?`,
    seq,
    limit,
    offset,
  )
  const product = journal.get(
    `SELECT ${entryColumns} FROM catalogue_entries WHERE seq = (SELECT parent FROM catalogue_entries WHERE seq = ?)`,
    seq,
  )
  const total = Number(journal.get('SELECT count(*) AS n FROM catalogue_entries WHERE parent = ?', seq)?.n)
  return { product: product ? toEntry(product) : null, total, rows: rows.map(toEntry) }
}

const toSaid = (row: Readonly<Record<string, unknown>>): SaidRow[] => {
  try {
    const one = saidRow.safeParse({ row: row.row, isIn: row.is_in === 1, about: JSON.parse(String(row.about)) as unknown })
    return one.success ? [one.data] : []
  } catch {
    return []
  }
}

/** One page of the rows of which an import says something, the refused ones first. */
export const pageSaid = (journal: Journal, number: number, { offset, limit }: Page): { total: number; rows: SaidRow[] } => {
  const rows = journal.all(
    'SELECT row, is_in, about FROM catalogue_said WHERE import = ? ORDER BY is_in, seq LIMIT ? OFFSET ?',
    number,
    limit,
    offset,
  )
  const total = Number(journal.get('SELECT count(*) AS n FROM catalogue_said WHERE import = ?', number)?.n)
  return { total, rows: rows.flatMap(toSaid) }
}
