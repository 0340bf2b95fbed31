import { AppError } from '../../../../shared/base/errors.ts'
import type { CatalogueEntry, CatalogueSummary, SaidRow, ValueOrigin } from '../../../../shared/products/catalogue.ts'
import { type EntryKind, type SharedPictures, sharedPicturesChoices } from '../../../../shared/products/variants.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { type EntryPlace, readKind, readProductIs } from './entry-place.ts'
import { compared, createLikeFinder, type Known, toKnown } from './find-like.ts'
import { listedAsWays } from './name-entry.ts'
import type { StoredEntry } from './read-entry.ts'
import { createRememberedColumns } from './remembered-columns.ts'
import { createTakenOut } from './taken-out.ts'
import { readOrigins } from './value-origins.ts'

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
export const entryColumns = 'seq, product_id, sku, gtin, name, handle, shows, shows_at, further, missing_since, kind, options, origins'

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
  kind: readKind(row.kind),
  options: row.options == null ? [] : parse<[string, string][]>(row.options, []),
  ...(row.origins == null ? {} : { origins: readOrigins(String(row.origins)) }),
})

const readShared = (value: unknown): SharedPictures | undefined => sharedPicturesChoices.find((one) => one === value)

export type CurrentList = Readonly<CatalogueSummary>

/** What products of the workspace are in a list. */
export type Targets = Pick<CatalogueSummary, 'productIs' | 'sharedPictures'>

/** Columns of an entry that another list takes over as they are. */
const carried = 'product_id, sku, sku_key, gtin, name, handle, shows, shows_at, further, searched, kind, options'

const addEntry = `INSERT INTO catalogue_entries (import, product_id, sku, sku_key, gtin, name, handle, shows, shows_at, further, searched, missing_since,
    kind, parent, options, origins)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const toList = (row: Row): CurrentList => ({
  import: Number(row.import),
  name: String(row.name),
  importedAt: Number(row.imported_at),
  products: Number(row.products),
  missing: Number(row.missing),
  refused: Number(row.refused),
  noted: Number(row.noted),
  productIs: readProductIs(row.product_is) ?? 'product',
  sharedPictures: readShared(row.shared_pictures) ?? 'each',
  parents: Number(row.parents),
  variants: Number(row.variants),
})

export type CatalogueStore = ReturnType<typeof createCatalogueStore>

/**
 * The imported list of each connection (`null`: of none yet), and what a person chose for its columns. Call its changes inside
 * `journal.write`.
 */
export const createCatalogueStore = (journal: Journal) => {
  /** Changes of entries of lists that count, since the core was opened. */
  let edits = 0
  const current = (connectionId: string | null): CurrentList | undefined => {
    const row = journal.get("SELECT * FROM catalogue_lists WHERE connection_id = ? AND state = 'current'", connectionId ?? '')
    return row && toList(row)
  }

  const { findLike, findOption } = createLikeFinder(journal)

  /** Whose list it is, as long as it counts; `undefined`: another one does. */
  const ownerOf = (number: number): { readonly connectionId: string | null } | undefined => {
    const row = journal.get("SELECT connection_id FROM catalogue_lists WHERE import = ? AND state = 'current'", number)
    return row && { connectionId: row.connection_id === '' ? null : String(row.connection_id) }
  }

  return {
    current,
    ownerOf,
    findLike,
    findOption,
    /** A list that is being written: it doesn't count until `complete`. Returns its number. */
    begin: (connectionId: string | null, name: string, now: number): number =>
      journal.insert(
        "INSERT INTO catalogue_lists (connection_id, state, name, imported_at) VALUES (?, 'writing', ?, ?)",
        connectionId ?? '',
        name,
        Math.round(now),
      ),
    /** `missingSince`: lists lack it since then. Returns its number. */
    add: (number: number, entry: StoredEntry, missingSince: number | null = null, place?: EntryPlace): number =>
      journal.insert(
        addEntry,
        place?.import ?? number,
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
        place?.kind ?? 'single',
        place?.parent ?? null,
        place?.options ?? null,
        place?.origins ?? null,
      ),
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
    /** The next entries of an import after one, in the list’s order, whether they are products of the workspace or not. */
    nodesAfter: (number: number, seq: number, limit: number): { seq: number; kind: EntryKind; parent: number | null }[] =>
      journal
        .all(
          // By its number: an index of the import would be sorted for each piece.
          'SELECT seq, kind, parent FROM catalogue_entries WHERE seq > ?2 AND +import IN (?1, -?1) ORDER BY seq LIMIT ?3',
          number,
          seq,
          limit,
        )
        .map((row) => ({ seq: Number(row.seq), kind: readKind(row.kind), parent: numberOrNull(row.parent) })),
    /**
     * Takes an entry over into a newer import, and returns its number there. `missingSince`: that one lacks it, unless earlier ones did; `null`: it names it;
     * `kept`: as it was. `origin`: where all of its values are from that are not from elsewhere already.
     */
    carryOver: (
      seq: number,
      into: Pick<EntryPlace, 'import' | 'parent'>,
      missingSince: number | null | 'kept',
      origin?: ValueOrigin,
    ): number => {
      const values: (string | number | null)[] = [into.import, into.parent, seq]
      const place = (value: string | number): string => `?${values.push(value)}`
      const since =
        typeof missingSince === 'number'
          ? `ifnull(missing_since, ${place(Math.round(missingSince))})`
          : missingSince === 'kept'
            ? 'missing_since'
            : 'NULL'
      const origins = origin ? `json_insert(ifnull(origins, '{}'), '$."*"', json(${place(JSON.stringify(origin))}))` : 'origins'
      return journal.insert(
        `INSERT INTO catalogue_entries (import, parent, missing_since, origins, ${carried})
         SELECT ?1, ?2, ${since}, ${origins}, ${carried} FROM catalogue_entries WHERE seq = ?3`,
        ...values,
      )
    },
    /** Says where values of an entry are from. */
    setOrigins: (seq: number, origins: string | null): void => {
      journal.run('UPDATE catalogue_entries SET origins = ? WHERE seq = ?', origins, seq)
    },
    /** From now on this list counts, and no other of its connection. Throws if it is not being written any more. */
    complete: (
      number: number,
      counts: Pick<CatalogueSummary, 'products' | 'missing' | 'refused' | 'noted'> &
        Partial<Pick<CatalogueSummary, 'parents' | 'variants' | 'productIs' | 'sharedPictures'>>,
    ): void => {
      journal.run(
        `UPDATE catalogue_lists SET state = 'over' WHERE state = 'current'
         AND connection_id = (SELECT connection_id FROM catalogue_lists WHERE import = ?)`,
        number,
      )
      const completed = journal.run(
        `UPDATE catalogue_lists SET state = 'current', products = ?, missing = ?, refused = ?, noted = ?, parents = ?, variants = ?,
           product_is = ?, shared_pictures = ? WHERE import = ? AND state = 'writing'`,
        counts.products,
        counts.missing,
        counts.refused,
        counts.noted,
        counts.parents ?? 0,
        counts.variants ?? 0,
        counts.productIs ?? 'product',
        counts.sharedPictures ?? 'each',
        number,
      )
      if (completed === 0) throw new AppError('cancelled', { kind: 'import-stopped' })
    },
    /** How many entries a list has. */
    count: (number: number): Pick<CatalogueSummary, 'products' | 'missing' | 'parents' | 'variants'> => {
      const row = journal.get(
        `SELECT count(*) FILTER (WHERE import > 0) AS products, count(*) FILTER (WHERE import > 0 AND missing_since IS NOT NULL) AS missing,
           count(*) FILTER (WHERE kind = 'parent') AS parents, count(*) FILTER (WHERE kind = 'variant') AS variants
         FROM catalogue_entries WHERE import IN (?1, -?1)`,
        number,
      )
      const { products, missing, parents, variants } = row ?? {}
      return { products: Number(products), missing: Number(missing), parents: Number(parents), variants: Number(variants) }
    },
    /** Entries of the other kind are products of the workspace from now on. */
    turnAround: (number: number): void => {
      edits += 1
      journal.run("UPDATE catalogue_entries SET import = -import WHERE import IN (?1, -?1) AND kind <> 'single'", number)
    },
    /** Says what products of the workspace are in a list whose entries are turned around. */
    setTargets: (number: number, targets: Targets): void => {
      edits += 1
      journal.run(
        `UPDATE catalogue_lists SET product_is = ?2, shared_pictures = ?3,
           products = products + iif(product_is = ?2, 0, iif(?2 = 'variant', variants - parents, parents - variants)),
           missing = (SELECT count(*) FROM catalogue_entries WHERE import = ?1 AND missing_since IS NOT NULL)
         WHERE import = ?1`,
        number,
        targets.productIs,
        targets.sharedPictures,
      )
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
        (column) =>
          journal.get(`SELECT 1 FROM catalogue_entries WHERE import IN (?1, -?1) AND ${column} IS NOT NULL LIMIT 1`, number) !== undefined,
      )
    },
    /** Numbers of products of a list whose products have no variants, some of them: they are products of the workspace. */
    plainNumbers: (connectionId: string | null): string[] => {
      const list = current(connectionId)
      if (!list || list.variants > 0) return []
      return journal
        .all('SELECT sku FROM catalogue_entries WHERE import = ? AND sku_key IS NOT NULL LIMIT 2000', list.import)
        .map((row) => String(row.sku))
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
          'DELETE FROM catalogue_entries WHERE seq IN (SELECT seq FROM catalogue_entries WHERE import IN (?1, -?1) LIMIT ?2)',
          number,
          limit,
        ) + journal.run('DELETE FROM catalogue_said WHERE seq IN (SELECT seq FROM catalogue_said WHERE import = ? LIMIT ?)', number, limit)
      if (removed === 0) journal.run('DELETE FROM catalogue_lists WHERE import = ?', number)
      return true
    },
    /** Removes some of the entries that a list lacks; returns how many, and how many of these were products of the workspace. `null`: it does not count any more. */
    forgetMissingPiece: (number: number, limit: number): { readonly entries: number; readonly products: number } | null => {
      const isCurrent = journal.get("SELECT 1 FROM catalogue_lists WHERE import = ? AND state = 'current'", number) !== undefined
      if (!isCurrent) return null
      const rows = journal.all(
        `DELETE FROM catalogue_entries WHERE seq IN (
           SELECT seq FROM catalogue_entries WHERE import IN (?1, -?1) AND missing_since IS NOT NULL LIMIT ?2
         ) RETURNING import, kind`,
        number,
        limit,
      )
      const products = rows.filter((row) => Number(row.import) > 0).length
      const countKind = (kind: EntryKind): number => rows.filter((row) => row.kind === kind).length
      journal.run(
        `UPDATE catalogue_lists SET missing = missing - ?1, products = products - ?1, parents = parents - ?2, variants = variants - ?3
         WHERE import = ?4`,
        products,
        countKind('parent'),
        countKind('variant'),
        number,
      )
      return { entries: rows.length, products }
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
    ...createTakenOut(journal, () => {
      edits += 1
    }),
    ...createRememberedColumns(journal),
  }
}
