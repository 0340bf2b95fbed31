import { AppError } from '../../../../shared/base/errors.ts'
import {
  type CatalogueEntry,
  type CatalogueSummary,
  type ListColumns,
  listColumns,
  type SaidRow,
} from '../../../../shared/products/catalogue.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { listedAsWays } from './name-entry.ts'
import type { RefusedNames, StoredEntry } from './read-entry.ts'

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))

/** A list's further columns and pictures are not worth a repair: what can't be read is left out. */
const parse = <T>(text: unknown, otherwise: T): T => {
  try {
    return JSON.parse(String(text)) as T
  } catch {
    return otherwise
  }
}

export const entryRef = (seq: number): string => `entry_${seq}`

/** `undefined`: it names no entry. */
export const seqOfEntry = (ref: string): number | undefined => {
  const seq = /^entry_(\d{1,15})$/.exec(ref)?.[1]
  return seq === undefined ? undefined : Number(seq)
}

/** A row of `catalogue_entries`, with at least these columns. */
export const entryColumns = 'seq, product_id, sku, gtin, name, handle, shows, shows_at, further, missing_since'

export const toEntry = (row: Row): CatalogueEntry => ({
  ref: entryRef(Number(row.seq)),
  productId: textOrNull(row.product_id),
  sku: textOrNull(row.sku),
  gtin: textOrNull(row.gtin),
  name: textOrNull(row.name),
  handle: textOrNull(row.handle),
  shows: row.shows === null ? null : parse<string[] | null>(row.shows, null),
  showsAt: numberOrNull(row.shows_at),
  further: parse<[string, string][]>(row.further, []),
  missingSince: numberOrNull(row.missing_since),
})

export type CurrentList = Readonly<CatalogueSummary>

const toList = (row: Row): CurrentList => ({
  import: Number(row.import),
  name: String(row.name),
  importedAt: Number(row.imported_at),
  products: Number(row.products),
  missing: Number(row.missing),
  refused: Number(row.refused),
  noted: Number(row.noted),
})

/** An entry of the earlier list, for comparing. */
export type Known = Omit<StoredEntry, 'row' | 'searched'> & { readonly seq: number }

const compared = 'seq, product_id, sku, sku_key, gtin, name, handle, shows, shows_at, further'

const toKnown = (row: Row): Known => ({
  seq: Number(row.seq),
  productId: textOrNull(row.product_id),
  sku: textOrNull(row.sku),
  skuKey: textOrNull(row.sku_key),
  gtin: textOrNull(row.gtin),
  name: textOrNull(row.name),
  handle: textOrNull(row.handle),
  shows: textOrNull(row.shows),
  showsAt: numberOrNull(row.shows_at),
  further: String(row.further),
})

/** What names a product, the surest first. */
const namedBy = [
  ['product_id', 'productId'],
  ['sku_key', 'skuKey'],
  ['gtin', 'gtin'],
  ['handle', 'handle'],
] as const

/** The same text for the same content. */
export const contentOf = ({ productId, sku, gtin, name, handle, shows, showsAt, further }: Omit<Known, 'seq'>): string =>
  JSON.stringify([productId, sku, gtin, name, handle, shows, showsAt, further])

export type CatalogueStore = ReturnType<typeof createCatalogueStore>

/** A row of `catalogue_entries`, as it was. */
export type EntryRow = Readonly<Record<string, string | number | null>>

/**
 * The imported list of each connection (`null`: of none yet), and what a person chose for its columns. Call its changes inside
 * `journal.write`.
 */
export const createCatalogueStore = (journal: Journal) => {
  /** Changes of entries of lists that count, since the core was opened. */
  let edits = 0
  /** One entry more in its list, or less. */
  const countEntry = (row: EntryRow, by: 1 | -1): void => {
    edits += 1
    journal.run(
      'UPDATE catalogue_lists SET products = products + ?, missing = missing + ? WHERE import = ?',
      by,
      row.missing_since == null ? 0 : by,
      Number(row.import),
    )
  }

  const current = (connectionId: string | null): CurrentList | undefined => {
    const row = journal.get("SELECT * FROM catalogue_lists WHERE connection_id = ? AND state = 'current'", connectionId ?? '')
    return row && toList(row)
  }

  const findBy = (number: number, conditions: string, value: string, limit: 1 | 2): Row[] =>
    journal.all(`SELECT ${compared} FROM catalogue_entries WHERE import = ? AND ${conditions} LIMIT ${limit}`, number, value)

  /** The entry with this value that nothing surer tells apart from what is looked for; of several, the one with nothing surer at all. */
  const findNamed = (number: number, names: RefusedNames, at: number): Row | undefined => {
    const [column, key] = namedBy[at] ?? namedBy[0]
    const value = names[key]
    if (value === null) return undefined
    const surer = namedBy.slice(0, at)
    const without = (columns: typeof surer): string => [`${column} = ?`, ...columns.map(([one]) => `${one} IS NULL`)].join(' AND ')
    const [plain] = findBy(number, without(surer), value, 1)
    if (plain) return plain
    // An entry with the same surer value was found by it.
    const [one, another] = findBy(number, without(surer.filter(([, name]) => names[name] !== null)), value, 2)
    return another ? undefined : one
  }

  /** The entry of an import that is this product: by the surest of what both have, and nothing surer says otherwise. */
  const findLike = (number: number, names: RefusedNames): Known | undefined => {
    for (const at of namedBy.keys()) {
      const row = findNamed(number, names, at)
      if (row) return toKnown(row)
    }
    if (names.name === null || namedBy.some(([, key]) => names[key] !== null)) return undefined
    const nothingElse = namedBy.map(([column]) => `${column} IS NULL`).join(' AND ')
    const [row] = findBy(number, `name = ? AND ${nothingElse}`, names.name, 1)
    return row && toKnown(row)
  }

  /** Whose list it is, as long as it counts; `undefined`: another one does. */
  const ownerOf = (number: number): { readonly connectionId: string | null } | undefined => {
    const row = journal.get("SELECT connection_id FROM catalogue_lists WHERE import = ? AND state = 'current'", number)
    return row && { connectionId: row.connection_id === '' ? null : String(row.connection_id) }
  }

  return {
    current,
    ownerOf,
    findLike,
    /** A list that is being written: it doesn't count until `complete`. Returns its number. */
    begin: (connectionId: string | null, name: string, now: number): number =>
      Number(
        journal.get(
          "INSERT INTO catalogue_lists (connection_id, state, name, imported_at) VALUES (?, 'writing', ?, ?) RETURNING import",
          connectionId ?? '',
          name,
          Math.round(now),
        )?.import,
      ),
    /** `missingSince`: lists lack it since then. */
    add: (number: number, entry: StoredEntry, missingSince: number | null = null): void => {
      journal.run(
        `INSERT INTO catalogue_entries (import, product_id, sku, sku_key, gtin, name, handle, shows, shows_at, further, searched, missing_since)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        number,
        entry.productId,
        entry.sku,
        entry.skuKey,
        entry.gtin,
        entry.name,
        entry.handle,
        entry.shows,
        entry.showsAt,
        entry.further,
        entry.searched,
        missingSince,
      )
    },
    /** Some entries of an import after one. */
    entriesAfter: (number: number, seq: number, limit: number): (Known & { readonly missingSince: number | null })[] =>
      journal
        .all(
          `SELECT ${compared}, missing_since FROM catalogue_entries WHERE import = ? AND seq > ? ORDER BY seq LIMIT ?`,
          number,
          seq,
          limit,
        )
        .map((row) => ({ ...toKnown(row), missingSince: numberOrNull(row.missing_since) })),
    /** One entry, of this import if it is named; `undefined`: there is none. */
    entry: (seq: number, number: number | null = null): (Known & { readonly missingSince: number | null }) | undefined => {
      const row = journal.get(
        `SELECT ${compared}, missing_since FROM catalogue_entries WHERE seq = ?1 AND (?2 IS NULL OR import = ?2)`,
        seq,
        number,
      )
      return row && { ...toKnown(row), missingSince: numberOrNull(row.missing_since) }
    },
    /** Writes entries again, as a person changed them. */
    rewrite: (entries: readonly { readonly seq: number; readonly entry: StoredEntry }[]): void => {
      edits += 1
      const rows = entries.map(({ seq, entry }) => [
        ...[seq, entry.productId, entry.sku, entry.skuKey, entry.gtin, entry.name, entry.handle, entry.shows, entry.showsAt, entry.further],
        entry.searched,
      ])
      journal.run(
        `UPDATE catalogue_entries SET product_id = value ->> 1, sku = value ->> 2, sku_key = value ->> 3, gtin = value ->> 4, name = value ->> 5,
           handle = value ->> 6, shows = value ->> 7, shows_at = value ->> 8, further = value ->> 9, searched = value ->> 10
         FROM json_each(?) WHERE seq = value ->> 0`,
        JSON.stringify(rows),
      )
    },
    /** Takes one entry out of its list, and returns its row. */
    takeOut: (seq: number): EntryRow | undefined => {
      const row = journal.get('SELECT * FROM catalogue_entries WHERE seq = ?', seq) as EntryRow | undefined
      if (!row) return undefined
      journal.run('DELETE FROM catalogue_entries WHERE seq = ?', seq)
      countEntry(row, -1)
      return { ...row }
    },
    /** Puts such a row back, while its list counts: a newer one says itself which products there are. */
    putBack: (row: EntryRow): void => {
      if (!journal.get("SELECT 1 FROM catalogue_lists WHERE import = ? AND state = 'current'", Number(row.import))) return
      // Its number may be another one's now.
      const isFree = journal.get('SELECT 1 FROM catalogue_entries WHERE seq = ?', Number(row.seq)) === undefined
      const names = Object.keys(row).filter((name) => isFree || name !== 'seq')
      journal.run(
        `INSERT INTO catalogue_entries (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...names.map((name) => row[name] ?? null),
      )
      countEntry(row, 1)
    },
    /** The number of the entry that stands for this without an id (name-entry.ts); `null`: there is none, or several. */
    findListedAs: (number: number, listedAs: string): number | null => {
      const way = listedAsWays.find(({ begins }) => listedAs.startsWith(begins))
      if (!way) return null
      const rows = journal.all(
        `SELECT seq FROM catalogue_entries WHERE import = ?1 AND ${way.condition('?2')} LIMIT 2`,
        number,
        listedAs.slice(way.begins.length),
      )
      return rows.length === 1 ? Number(rows[0]?.seq) : null
    },
    /** The entries with an id in the workspace. */
    entriesWithId: (number: number): (Known & { readonly missingSince: number | null })[] =>
      journal
        .all(`SELECT ${compared}, missing_since FROM catalogue_entries WHERE import = ? AND product_id IS NOT NULL ORDER BY seq`, number)
        .map((row) => ({ ...toKnown(row), missingSince: numberOrNull(row.missing_since) })),
    seqById: (number: number, productId: string): number | null => {
      const row = journal.get('SELECT seq FROM catalogue_entries WHERE import = ? AND product_id = ? LIMIT 1', number, productId)
      return row ? Number(row.seq) : null
    },
    say: (number: number, { row, isIn, about }: SaidRow): void => {
      journal.run(
        'INSERT INTO catalogue_said (import, row, is_in, about) VALUES (?, ?, ?, ?)',
        number,
        row,
        isIn ? 1 : 0,
        JSON.stringify(about),
      )
    },
    /** The next entries of an import after one, by number. */
    seqsAfter: (number: number, seq: number, limit: number): number[] =>
      journal
        .all('SELECT seq FROM catalogue_entries WHERE import = ? AND seq > ? ORDER BY seq LIMIT ?', number, seq, limit)
        .map((row) => Number(row.seq)),
    /** Takes an entry over into a newer import. `missingSince`: that one lacks it, unless earlier ones did; `null`: it names it. */
    carryOver: (seq: number, into: number, missingSince: number | null): void => {
      const at = missingSince === null ? null : Math.round(missingSince)
      journal.run(
        `INSERT INTO catalogue_entries (import, product_id, sku, sku_key, gtin, name, handle, shows, shows_at, further, searched, missing_since)
         SELECT ?, product_id, sku, sku_key, gtin, name, handle, shows, shows_at, further, searched,
           CASE WHEN ? IS NULL THEN NULL ELSE ifnull(missing_since, ?) END
         FROM catalogue_entries WHERE seq = ?`,
        into,
        at,
        at,
        seq,
      )
    },
    /** From now on this list counts, and no other of its connection. Throws if it is not being written any more. */
    complete: (number: number, counts: Pick<CatalogueSummary, 'products' | 'missing' | 'refused' | 'noted'>): void => {
      journal.run(
        `UPDATE catalogue_lists SET state = 'over' WHERE state = 'current'
         AND connection_id = (SELECT connection_id FROM catalogue_lists WHERE import = ?)`,
        number,
      )
      const completed = journal.run(
        `UPDATE catalogue_lists SET state = 'current', products = ?, missing = ?, refused = ?, noted = ?
         WHERE import = ? AND state = 'writing'`,
        counts.products,
        counts.missing,
        counts.refused,
        counts.noted,
        number,
      )
      if (completed === 0) throw new AppError('cancelled', { kind: 'import-stopped' })
    },
    /** Another number whenever a person has changed an entry of a list, or removed one. */
    edits: (): number => edits,
    /** Whose list is being written; `undefined`: it is not any more. */
    writtenFor: (number: number): { readonly connectionId: string | null } | undefined => {
      const row = journal.get("SELECT connection_id FROM catalogue_lists WHERE import = ? AND state = 'writing'", number)
      return row && { connectionId: row.connection_id === '' ? null : String(row.connection_id) }
    },
    /** It will not be completed. */
    giveUp: (number: number): void => {
      journal.run("UPDATE catalogue_lists SET state = 'over' WHERE import = ? AND state = 'writing'", number)
    },
    /** Whether the list has products that a barcode can name: by GTIN or SKU. */
    hasNumbers: (connectionId: string | null): boolean => {
      const number = current(connectionId)?.import ?? 0
      return ['gtin', 'sku_key'].some(
        (column) => journal.get(`SELECT 1 FROM catalogue_entries WHERE import = ? AND ${column} IS NOT NULL LIMIT 1`, number) !== undefined,
      )
    },
    hasUnfinished: (): boolean => journal.get("SELECT 1 FROM catalogue_lists WHERE state = 'writing' LIMIT 1") !== undefined,
    hasOver: (): boolean => journal.get("SELECT 1 FROM catalogue_lists WHERE state = 'over' LIMIT 1") !== undefined,
    /** After an interruption: what was being written then. */
    giveUpAll: (): void => {
      journal.run("UPDATE catalogue_lists SET state = 'over' WHERE state = 'writing'")
    },
    /** Removes some of what no longer counts; `false`: nothing is left of it. */
    removePiece: (limit: number): boolean => {
      const over = journal.get("SELECT import FROM catalogue_lists WHERE state = 'over' LIMIT 1")
      if (!over) return false
      const number = Number(over.import)
      const removed =
        journal.run(
          'DELETE FROM catalogue_entries WHERE seq IN (SELECT seq FROM catalogue_entries WHERE import = ? LIMIT ?)',
          number,
          limit,
        ) + journal.run('DELETE FROM catalogue_said WHERE seq IN (SELECT seq FROM catalogue_said WHERE import = ? LIMIT ?)', number, limit)
      if (removed === 0) journal.run('DELETE FROM catalogue_lists WHERE import = ?', number)
      return true
    },
    /** Removes some of the entries that a list lacks; returns how many. `null`: it does not count any more. */
    forgetMissingPiece: (number: number, limit: number): number | null => {
      const isCurrent = journal.get("SELECT 1 FROM catalogue_lists WHERE import = ? AND state = 'current'", number) !== undefined
      if (!isCurrent) return null
      const removed = journal.run(
        `DELETE FROM catalogue_entries WHERE seq IN (
           SELECT seq FROM catalogue_entries WHERE import = ? AND missing_since IS NOT NULL LIMIT ?
         )`,
        number,
        limit,
      )
      journal.run('UPDATE catalogue_lists SET missing = missing - ?, products = products - ? WHERE import = ?', removed, removed, number)
      return removed
    },
    /** The list that waited for a connection becomes this one's, and replaces an earlier one. One that is still written comes along. */
    adopt: (connectionId: string): void => {
      if (current(null))
        journal.run("UPDATE catalogue_lists SET state = 'over' WHERE state = 'current' AND connection_id = ?", connectionId)
      journal.run("UPDATE catalogue_lists SET connection_id = ? WHERE connection_id = ''", connectionId)
    },
    /** It waits for a connection again, unless there is one that does. One that is still written counts for whom it is of when it is whole. */
    release: (connectionId: string): void => {
      const kept = current(null) ? "AND state <> 'current'" : ''
      journal.run(`UPDATE catalogue_lists SET connection_id = '' WHERE connection_id = ? ${kept}`, connectionId)
    },
    /** What a person chose for a list with these headers. */
    columnsFor: (headers: string): ListColumns | undefined => {
      const row = journal.get('SELECT columns FROM catalogue_columns WHERE headers = ?', headers)
      return row && listColumns.safeParse(parse<unknown>(row.columns, null)).data
    },
    rememberColumns: (headers: string, columns: ListColumns, now: number): void => {
      journal.run(
        `INSERT INTO catalogue_columns (headers, columns, used_at) VALUES (?, ?, ?)
         ON CONFLICT (headers) DO UPDATE SET columns = excluded.columns, used_at = excluded.used_at`,
        headers,
        JSON.stringify(columns),
        Math.round(now),
      )
      journal.run(
        'DELETE FROM catalogue_columns WHERE headers NOT IN (SELECT headers FROM catalogue_columns ORDER BY used_at DESC LIMIT 100)',
      )
    },
  }
}
