import type { MatchCandidate, MatchedProductRow, MatchQuestion, MatchReason } from '../../../../shared/products/matching.ts'
import type { Journal, Row } from '../../base/database/journal.ts'

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

const removeRows = `DELETE FROM matches WHERE connection_id = :connectionId
  AND image_id IN (SELECT one.value ->> '$.id' FROM json_each(:rows) AS one WHERE one.value ->> '$.state' IS NULL)`

const writeRows = `INSERT INTO matches (connection_id, image_id, state, product_key, product, place, decided_by, why)
  SELECT :connectionId, one.value ->> '$.id', one.value ->> '$.state', one.value ->> '$.key', one.value ->> '$.product',
    one.value ->> '$.place', one.value ->> '$.by', one.value ->> '$.why'
  FROM json_each(:rows) AS one WHERE one.value ->> '$.state' IS NOT NULL ${upsert}`

const noteBefore = `INSERT INTO match_before (change, image_id, before)
  SELECT :change, one.value ->> '$.id', (SELECT json_array(state, product_key, product, place, decided_by, why) FROM matches
    WHERE connection_id = :connectionId AND image_id = one.value ->> '$.id')
  FROM json_each(:rows) AS one WHERE true ON CONFLICT DO NOTHING`

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
      if (changed.length === 0) return 0
      const rows = JSON.stringify(changed)
      journal.run(noteBefore, { change, connectionId, rows })
      journal.run(removeRows, { connectionId, rows })
      journal.run(writeRows, { connectionId, rows })
      return changed.length
    },
    /** Writes what `match_before` has for these pictures. */
    restore: (change: number, connectionId: string, imageIds: readonly string[]): void => {
      const noted = journal.all(
        'SELECT image_id, before FROM match_before WHERE change = ? AND image_id IN (SELECT value FROM json_each(?))',
        change,
        JSON.stringify(imageIds),
      )
      const rows = JSON.stringify(
        noted.map(({ image_id, before }) => {
          if (before === null) return { id: image_id, state: null }
          const [state, key, product, place, by, why] = JSON.parse(String(before)) as unknown[]
          return { id: image_id, state, key, product, place, by, why }
        }),
      )
      journal.run(removeRows, { connectionId, rows })
      journal.run(writeRows, { connectionId, rows })
    },
  }
}

export type MatchRows = ReturnType<typeof createMatchRows>
