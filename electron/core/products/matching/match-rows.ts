import type { MatchCandidate, MatchedProductRow, MatchQuestion, MatchReason } from '../../../../shared/products/matching.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { separatePlaces } from './merge-matches.ts'

/** What is kept about a picture. `null` instead of it: nothing. */
export type KeptMatch =
  | {
      readonly state: 'matched'
      readonly product: MatchedProductRow
      readonly place: number
      readonly by: 'rule' | 'person'
      readonly why: MatchReason | null
    }
  | {
      readonly state: 'question'
      readonly question: MatchQuestion
      readonly candidates: readonly MatchCandidate[]
      /** Those among the candidates. */
      readonly products: readonly MatchedProductRow[]
    }
  | { readonly state: 'not-a-product' }
  /** A person took it out of a product; rules leave it so. */
  | { readonly state: 'taken-out' }

export type NewMatch = { readonly imageId: string; readonly match: KeptMatch | null }

/** Always in this order, so that the same product is the same text. */
export const writeProduct = ({ key, productId, sku, gtin, name, handle }: MatchedProductRow): string =>
  JSON.stringify({ key, productId, sku, gtin, name, handle })

/** The columns of a match, as JSON for one statement about many. */
const toColumns = ({ imageId, match }: NewMatch) => {
  if (match === null) return { id: imageId, state: null }
  switch (match.state) {
    case 'matched': {
      const { product, place, by, why } = match
      return { id: imageId, state: match.state, key: product.key, product: writeProduct(product), place, by, why: JSON.stringify(why) }
    }
    case 'question': {
      const { question, candidates, products } = match
      const why = JSON.stringify({ question, candidates, products })
      return { id: imageId, state: match.state, key: null, product: null, place: null, by: 'rule', why }
    }
    case 'not-a-product':
    case 'taken-out':
      return { id: imageId, state: match.state, key: null, product: null, place: null, by: 'person', why: 'null' }
  }
}

/** What a row keeps. */
export const toMatch = ({ state, product, place, decided_by, why }: Row): KeptMatch => {
  switch (state) {
    case 'matched':
      return {
        state,
        product: JSON.parse(String(product)) as MatchedProductRow,
        place: Number(place),
        by: decided_by === 'person' ? 'person' : 'rule',
        why: JSON.parse(String(why)) as MatchReason | null,
      }
    case 'question':
      return { state, ...(JSON.parse(String(why)) as Omit<Extract<KeptMatch, { state: 'question' }>, 'state'>) }
    default:
      return { state: state === 'taken-out' ? 'taken-out' : 'not-a-product' }
  }
}

/** What a row says, as text, to find out whether a new one says the same. */
const contentOf = (row: Row | undefined): string =>
  row === undefined ? '' : JSON.stringify([row.state, row.product_key, row.product, row.place, row.decided_by, row.why])

const upsert = `ON CONFLICT (connection_id, image_id) DO UPDATE SET state = excluded.state, product_key = excluded.product_key,
  product = excluded.product, place = excluded.place, decided_by = excluded.decided_by, why = excluded.why`

/** One by one: as values, rows take half the time that they take as the JSON of one statement. */
const noteBefore = `INSERT INTO match_before (change, image_id, before)
  VALUES (?1, ?3, (SELECT json_array(state, product_key, product, place, decided_by, why) FROM matches WHERE connection_id = ?2 AND image_id = ?3))
  ON CONFLICT DO NOTHING`

const writeRow = `INSERT INTO matches (connection_id, image_id, state, product_key, product, place, decided_by, why)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) ${upsert}`

/** Statements on some rows of a workspace at once. Call them inside `journal.write`. */
export const createMatchRows = (journal: Journal) => {
  const rowsOf = (connectionId: string, imageIds: readonly string[]): ReadonlyMap<string, Row> =>
    new Map(
      journal
        .all(
          `SELECT image_id, state, product_key, product, place, decided_by, why FROM matches
           WHERE connection_id = ? AND image_id IN (SELECT value FROM json_each(?))`,
          connectionId,
          JSON.stringify(imageIds),
        )
        .map((row) => [String(row.image_id), row]),
    )

  return {
    /** Of these pictures, those without a product that no person decided about. */
    undecided: (connectionId: string, imageIds: readonly string[]): readonly string[] => {
      const there = rowsOf(connectionId, imageIds)
      return imageIds.filter((id) => (there.get(id)?.state ?? 'question') === 'question')
    },
    /** Writes rows that differ from what is there, and notes what was there. `isOfRules`: those of a person stay. Returns how many. */
    save: (change: number, connectionId: string, piece: readonly NewMatch[], isOfRules: boolean): number => {
      const there = rowsOf(
        connectionId,
        piece.map(({ imageId }) => imageId),
      )
      const changed = piece.map(toColumns).filter((one) => {
        const row = there.get(one.id)
        if (isOfRules && row?.decided_by === 'person') return false
        if (one.state === null) return row !== undefined
        return contentOf(row) !== JSON.stringify([one.state, one.key, one.product, one.place, one.by, one.why])
      })
      for (const one of changed) {
        journal.run(noteBefore, change, connectionId, one.id)
        if (one.state === null) journal.run('DELETE FROM matches WHERE connection_id = ? AND image_id = ?', connectionId, one.id)
        else journal.run(writeRow, connectionId, one.id, one.state, one.key, one.product, one.place, one.by, one.why)
      }
      return changed.length
    },
    /** Writes what was before this change. */
    restore: (change: number, connectionId: string): void => {
      journal.run(
        `DELETE FROM matches WHERE connection_id = :connectionId
           AND image_id IN (SELECT image_id FROM match_before WHERE change = :change AND before IS NULL)`,
        { change, connectionId },
      )
      journal.run(
        `INSERT INTO matches (connection_id, image_id, state, product_key, product, place, decided_by, why)
         SELECT :connectionId, image_id, before ->> 0, before ->> 1, before ->> 2, before ->> 3, before ->> 4, before ->> 5
         FROM match_before WHERE change = :change AND before IS NOT NULL ${upsert}`,
        { change, connectionId },
      )
      const keys = journal.all(
        'SELECT DISTINCT before ->> 1 AS key FROM match_before WHERE change = ? AND before ->> 1 IS NOT NULL',
        change,
      )
      separatePlaces(
        journal,
        connectionId,
        keys.map(({ key }) => String(key)),
      )
    },
  }
}

export type MatchRows = ReturnType<typeof createMatchRows>
