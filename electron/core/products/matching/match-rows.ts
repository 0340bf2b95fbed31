import type { MatchCandidate, MatchedProductRow, MatchQuestion, MatchReason } from '../../../../shared/products/matching.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { separatePlaces } from './merge-matches.ts'

/** A product that a picture is in. */
export type KeptIn = {
  readonly product: MatchedProductRow
  readonly place: number
  readonly by: 'rule' | 'person'
  readonly why: MatchReason | null
}

/** What is kept about a picture. `null` instead of it: nothing. */
export type KeptMatch =
  /** At least one product, each once. */
  | { readonly state: 'matched'; readonly products: readonly KeptIn[] }
  | {
      readonly state: 'question'
      readonly question: MatchQuestion
      readonly candidates: readonly MatchCandidate[]
      /** Those among the candidates. */
      readonly products: readonly MatchedProductRow[]
    }
  | { readonly state: 'not-a-product' }
  /** A person took it out of its products; rules leave it so. */
  | { readonly state: 'taken-out' }

/** The products that a picture is in. */
export const productsOf = (match: KeptMatch | null | undefined): readonly KeptIn[] => (match?.state === 'matched' ? match.products : [])

export type NewMatch = { readonly imageId: string; readonly match: KeptMatch | null }

/** Always in this order, so that the same product is the same text. */
export const writeProduct = ({ key, productId, sku, gtin, name, handle }: MatchedProductRow): string =>
  JSON.stringify({ key, productId, sku, gtin, name, handle })

/** The columns of a row of `matches` or `match_before`, without whose it is. */
const columns = 'product_key, state, product, place, decided_by, why'
type Columns = readonly [key: string, state: string, product: string | null, place: number | null, by: string, why: string]

const compareKeys = ([one]: Columns, [other]: Columns): number => (one < other ? -1 : one > other ? 1 : 0)

/** The rows of a picture, by their product's key. */
const toRows = (match: KeptMatch | null): readonly Columns[] => {
  switch (match?.state) {
    case undefined:
      return []
    case 'matched':
      return match.products
        .map(({ product, place, by, why }): Columns => [product.key, 'matched', writeProduct(product), place, by, JSON.stringify(why)])
        .toSorted(compareKeys)
    case 'question': {
      const { state, question, candidates, products } = match
      return [['', state, null, null, 'rule', JSON.stringify({ question, candidates, products })]]
    }
    case 'not-a-product':
    case 'taken-out':
      return [['', match.state, null, null, 'person', 'null']]
  }
}

const columnsOf = ({ product_key, state, product, place, decided_by, why }: Row) => [product_key, state, product, place, decided_by, why]

/** What the rows of a picture keep, at least one. */
const toMatch = (rows: readonly Row[]): KeptMatch => {
  const [{ state, why } = {}] = rows
  switch (state) {
    case 'matched':
      return {
        state,
        products: rows.map((row) => ({
          product: JSON.parse(String(row.product)) as MatchedProductRow,
          place: Number(row.place),
          by: row.decided_by === 'person' ? 'person' : 'rule',
          why: JSON.parse(String(row.why)) as MatchReason | null,
        })),
      }
    case 'question':
      return { state, ...(JSON.parse(String(why)) as Omit<Extract<KeptMatch, { state: 'question' }>, 'state'>) }
    default:
      return { state: state === 'taken-out' ? 'taken-out' : 'not-a-product' }
  }
}

/** Rows by their picture, in the order in which it comes first. */
const byPicture = (rows: readonly Row[]): ReadonlyMap<string, Row[]> => {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const there = found.get(String(row.image_id))
    if (there) there.push(row)
    else found.set(String(row.image_id), [row])
  }
  return found
}

/** What rows with `image_id` and `columns` keep, picture by picture. */
const toMatches = (rows: readonly Row[]): readonly { readonly imageId: string; readonly match: KeptMatch }[] =>
  [...byPicture(rows)].map(([imageId, ofPicture]) => ({ imageId, match: toMatch(ofPicture) }))

const noteBefore = `INSERT INTO match_before (change, image_id, ${columns})
  SELECT ?, value, ifnull(product_key, ''), state, product, place, decided_by, why
  FROM json_each(?) LEFT JOIN matches ON connection_id = ? AND image_id = value`

/** One by one: as values, rows take half the time that they take as the JSON of one statement. */
const writeRow = `INSERT INTO matches (connection_id, image_id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET product = excluded.product, state = excluded.state, place = excluded.place, decided_by = excluded.decided_by, why = excluded.why`

const removeRows = `DELETE FROM matches WHERE (connection_id, image_id, product_key) IN (SELECT ?, value ->> 0, value ->> 1 FROM json_each(?))`

/** Statements on some rows of a workspace at once. Call those that write inside `journal.write`. */
export const createMatchRows = (journal: Journal) => {
  const rowsOf = (connectionId: string, imageIds: readonly string[]): ReadonlyMap<string, readonly Row[]> =>
    byPicture(
      journal.all(
        `SELECT image_id, ${columns} FROM matches WHERE connection_id = ? AND image_id IN (SELECT value FROM json_each(?))
         ORDER BY image_id, product_key`,
        connectionId,
        JSON.stringify(imageIds),
      ),
    )

  return {
    /** What is kept about these pictures; absent: nothing. */
    some: (connectionId: string, imageIds: readonly string[]): ReadonlyMap<string, KeptMatch> =>
      new Map([...rowsOf(connectionId, imageIds)].map(([id, rows]) => [id, toMatch(rows)])),
    /** What is kept about some pictures after one, by picture; those that are removed, too. */
    page: (connectionId: string, after: string, limit: number): readonly NewMatch[] =>
      toMatches(
        journal.all(
          `SELECT image_id, ${columns} FROM matches WHERE connection_id = ?1 AND image_id IN (
             SELECT DISTINCT image_id FROM matches WHERE connection_id = ?1 AND image_id > ?2 ORDER BY image_id LIMIT ?3
           ) ORDER BY image_id, product_key`,
          connectionId,
          after,
          limit,
        ),
      ),
    /** Pictures of a product in their order, removed ones too, with all their products. */
    listOf: (connectionId: string, key: string): readonly { readonly imageId: string; readonly match: KeptMatch }[] =>
      toMatches(
        journal.all(
          `SELECT image_id, ${columns} FROM (
             SELECT connection_id AS owner, image_id AS id, place AS here FROM matches WHERE connection_id = ? AND product_key = ?
           ) CROSS JOIN matches ON connection_id = owner AND image_id = id ORDER BY here, image_id, product_key`,
          connectionId,
          key,
        ),
      ),
    /** Of these pictures, those without a product that no person decided about. */
    undecided: (connectionId: string, imageIds: readonly string[]): readonly string[] => {
      const there = rowsOf(connectionId, imageIds)
      return imageIds.filter((id) => (there.get(id)?.[0]?.state ?? 'question') === 'question')
    },
    /** Writes what differs from what is there, each picture once, and notes what was there. `isOfRules`: what a person decided stays. Returns how many. */
    save: (change: number, connectionId: string, all: readonly NewMatch[], isOfRules: boolean): number => {
      const there = rowsOf(
        connectionId,
        all.map(({ imageId }) => imageId),
      )
      const changed: string[] = []
      const removed: (readonly [imageId: string, key: string])[] = []
      const inserted: (readonly [imageId: string, row: Columns])[] = []
      for (const { imageId, match } of all) {
        const before = there.get(imageId) ?? []
        if (isOfRules && before.some(({ decided_by }) => decided_by === 'person')) continue
        const known = new Map(before.map((row) => [String(row.product_key), JSON.stringify(columnsOf(row))]))
        const rows = toRows(match)
        const written = rows.filter((row) => known.get(row[0]) !== JSON.stringify(row))
        const kept = new Set(rows.map(([key]) => key))
        const gone = [...known.keys()].filter((key) => !kept.has(key))
        if (written.length + gone.length === 0) continue
        changed.push(imageId)
        for (const key of gone) removed.push([imageId, key])
        for (const row of written) inserted.push([imageId, row])
      }
      journal.run(noteBefore, change, JSON.stringify(changed), connectionId)
      journal.run(removeRows, connectionId, JSON.stringify(removed))
      for (const [imageId, row] of inserted) journal.run(writeRow, connectionId, imageId, ...row)
      return changed.length
    },
    /** Writes what was before this change. */
    restore: (change: number, connectionId: string): void => {
      journal.run(
        'DELETE FROM matches WHERE connection_id = :connectionId AND image_id IN (SELECT image_id FROM match_before WHERE change = :change)',
        { change, connectionId },
      )
      journal.run(
        `INSERT INTO matches (connection_id, image_id, ${columns}) SELECT :connectionId, image_id, ${columns} FROM match_before
         WHERE change = :change AND state IS NOT NULL`,
        { change, connectionId },
      )
      const keys = journal.all("SELECT DISTINCT product_key AS key FROM match_before WHERE change = ? AND product_key <> ''", change)
      separatePlaces(
        journal,
        connectionId,
        keys.map(({ key }) => String(key)),
      )
    },
  }
}

export type MatchRows = ReturnType<typeof createMatchRows>
