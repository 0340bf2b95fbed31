import type { MatchCandidate, MatchedProductRow, MatchQuestion, MatchReason } from '../../../shared/matching.ts'
import type { Journal, Row } from '../database/journal.ts'
import { createTurnsWritten } from '../database/write-in-pieces.ts'

/** What is kept about a picture. `null` instead of it: nothing. */
export type KeptMatch =
  | {
      readonly state: 'matched'
      readonly product: MatchedProductRow
      readonly place: number
      readonly by: 'rule' | 'person'
      readonly why: MatchReason | null
    }
  | { readonly state: 'question'; readonly question: MatchQuestion; readonly candidates: readonly MatchCandidate[] }
  | { readonly state: 'not-a-product' }

export type MatchChangeKind = 'apply' | 'move' | 'not-a-product'

export type NewMatch = { readonly imageId: string; readonly match: KeptMatch | null }

/** Rows that are written in one turn of the event loop. */
const pieceSize = 200
/** Older changes can't be undone. */
const keptChanges = 50

/** Always in this order, so that the same product is the same text. */
const writeProduct = ({ key, productId, sku, gtin, name, handle }: MatchedProductRow): string =>
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
      const why = JSON.stringify({ question: match.question, candidates: match.candidates })
      return { id: imageId, state: match.state, key: null, product: null, place: null, by: 'rule', why }
    }
    case 'not-a-product':
      return { id: imageId, state: match.state, key: null, product: null, place: null, by: 'person', why: 'null' }
  }
}

/** What a row says, as text, to find out whether a new one says the same. */
const contentOf = (row: Row | undefined): string =>
  row === undefined ? '' : JSON.stringify([row.state, row.product_key, row.product, row.place, row.decided_by, row.why])

const upsert = `ON CONFLICT (connection_id, image_id) DO UPDATE SET state = excluded.state, product_key = excluded.product_key,
  product = excluded.product, place = excluded.place, decided_by = excluded.decided_by, why = excluded.why`

export type MatchStore = ReturnType<typeof createMatchStore>

/** Matches of pictures in each workspace, and their changes. `connectionId` `null`: of no workspace yet. */
export const createMatchStore = (journal: Journal) => {
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

  const begin = (connectionId: string, kind: MatchChangeKind, at: number): number => {
    journal.run("INSERT INTO match_changes (connection_id, kind, at, state) VALUES (?, ?, ?, 'writing')", connectionId, kind, at)
    return Number(journal.get('SELECT max(seq) AS seq FROM match_changes')?.seq)
  }

  /** Writes rows that differ from what is there, and notes what was there. Returns how many. */
  const savePiece = (change: number, connectionId: string, piece: readonly NewMatch[], isOfRules: boolean): number => {
    const ids = piece.map(({ imageId }) => imageId)
    const there = rowsOf(connectionId, ids)
    const changed = piece.map(toColumns).filter((one) => {
      const row = there.get(one.id)
      if (isOfRules && row?.decided_by === 'person') return false
      if (one.state === null) return row !== undefined
      return contentOf(row) !== JSON.stringify([one.state, one.key, one.product, one.place, one.by, one.why])
    })
    if (changed.length === 0) return 0
    const values = { change, connectionId, rows: JSON.stringify(changed) }
    journal.run(
      `INSERT INTO match_before (change, image_id, before)
       SELECT :change, one.value ->> '$.id', (SELECT json_array(state, product_key, product, place, decided_by, why) FROM matches
         WHERE connection_id = :connectionId AND image_id = one.value ->> '$.id')
       FROM json_each(:rows) AS one WHERE true ON CONFLICT DO NOTHING`,
      values,
    )
    journal.run(
      `DELETE FROM matches WHERE connection_id = :connectionId
         AND image_id IN (SELECT one.value ->> '$.id' FROM json_each(:rows) AS one WHERE one.value ->> '$.state' IS NULL)`,
      { connectionId, rows: values.rows },
    )
    journal.run(
      `INSERT INTO matches (connection_id, image_id, state, product_key, product, place, decided_by, why)
       SELECT :connectionId, one.value ->> '$.id', one.value ->> '$.state', one.value ->> '$.key', one.value ->> '$.product',
         one.value ->> '$.place', one.value ->> '$.by', one.value ->> '$.why'
       FROM json_each(:rows) AS one WHERE one.value ->> '$.state' IS NOT NULL ${upsert}`,
      { connectionId, rows: values.rows },
    )
    return changed.length
  }

  const forgetOld = (connectionId: string): void => {
    const last = journal.get(
      'SELECT seq FROM match_changes WHERE connection_id = ? ORDER BY seq DESC LIMIT 1 OFFSET ?',
      connectionId,
      keptChanges,
    )
    if (!last) return
    journal.run(
      'DELETE FROM match_before WHERE change IN (SELECT seq FROM match_changes WHERE connection_id = ? AND seq <= ?)',
      connectionId,
      Number(last.seq),
    )
    journal.run('DELETE FROM match_changes WHERE connection_id = ? AND seq <= ?', connectionId, Number(last.seq))
  }

  /** Restores what was before a change, in pieces, and forgets the change. Returns how many pictures it had. */
  const takeBack = async (change: number, connectionId: string): Promise<number> => {
    const written = createTurnsWritten(journal)
    let restored = 0
    journal.write(() => journal.run("UPDATE match_changes SET state = 'undoing' WHERE seq = ?", change))
    for (;;) {
      const piece = journal.all('SELECT image_id, before FROM match_before WHERE change = ? LIMIT ?', change, pieceSize)
      if (piece.length === 0) break
      const rows = JSON.stringify(
        piece.map((row) => ({ id: row.image_id, before: row.before === null ? null : JSON.parse(String(row.before)) })),
      )
      journal.write(() => {
        journal.run(
          `DELETE FROM matches WHERE connection_id = :connectionId
             AND image_id IN (SELECT one.value ->> '$.id' FROM json_each(:rows) AS one WHERE one.value ->> '$.before' IS NULL)`,
          { connectionId, rows },
        )
        journal.run(
          `INSERT INTO matches (connection_id, image_id, state, product_key, product, place, decided_by, why)
           SELECT :connectionId, one.value ->> '$.id', one.value ->> '$.before[0]', one.value ->> '$.before[1]', one.value ->> '$.before[2]',
             one.value ->> '$.before[3]', one.value ->> '$.before[4]', one.value ->> '$.before[5]'
           FROM json_each(:rows) AS one WHERE one.value ->> '$.before' IS NOT NULL ${upsert}`,
          { connectionId, rows },
        )
        journal.run(
          `DELETE FROM match_before WHERE change = :change AND image_id IN (SELECT one.value ->> '$.id' FROM json_each(:rows) AS one)`,
          { change, rows },
        )
      })
      restored += piece.length
      written.add()
      await journal.nextTurn()
    }
    journal.write(() => journal.run('DELETE FROM match_changes WHERE seq = ?', change))
    written.add()
    await written.durable()
    return restored
  }

  return {
    /**
     * Saves one change as a whole. `isOfRules`: decisions of a person stay. Resolves when it is on disk, with the number of pictures that it changed;
     * a change of nothing is none.
     */
    save: async (
      connectionId: string | null,
      kind: MatchChangeKind,
      rows: readonly NewMatch[],
      { at, isOfRules }: { readonly at: number; readonly isOfRules: boolean },
    ): Promise<number> => {
      const owner = connectionId ?? ''
      const written = createTurnsWritten(journal)
      let changed = 0
      const change = journal.write(() => begin(owner, kind, at))
      for (let from = 0; from < rows.length; from += pieceSize) {
        changed += journal.write(() => savePiece(change, owner, rows.slice(from, from + pieceSize), isOfRules))
        written.add()
        await journal.nextTurn()
      }
      journal.write(() => {
        if (changed === 0) journal.run('DELETE FROM match_changes WHERE seq = ?', change)
        else journal.run("UPDATE match_changes SET state = 'done', pictures = ? WHERE seq = ?", changed, change)
        forgetOld(owner)
      })
      written.add()
      await written.durable()
      return changed
    },
    /** Undoes the newest change; `null`: there was no change. */
    undo: async (connectionId: string | null): Promise<{ readonly kind: MatchChangeKind; readonly pictures: number } | null> => {
      const last = journal.get(
        "SELECT seq, kind FROM match_changes WHERE connection_id = ? AND state = 'done' ORDER BY seq DESC LIMIT 1",
        connectionId ?? '',
      )
      if (!last) return null
      const pictures = await takeBack(Number(last.seq), connectionId ?? '')
      return { kind: last.kind as MatchChangeKind, pictures }
    },
    /** Takes back what an interruption left unfinished, the newest first. */
    takeBackUnfinished: async (): Promise<void> => {
      for (const row of journal.all("SELECT seq, connection_id FROM match_changes WHERE state <> 'done' ORDER BY seq DESC"))
        await takeBack(Number(row.seq), String(row.connection_id))
    },
    /** Matches of no workspace yet become this one's. */
    adopt: (connectionId: string): void => {
      journal.run("UPDATE OR IGNORE matches SET connection_id = ? WHERE connection_id = ''", connectionId)
      journal.run("DELETE FROM matches WHERE connection_id = ''")
      journal.run("UPDATE match_changes SET connection_id = ? WHERE connection_id = ''", connectionId)
    },
    release: (connectionId: string): void => {
      journal.run("UPDATE OR IGNORE matches SET connection_id = '' WHERE connection_id = ?", connectionId)
      journal.run('DELETE FROM matches WHERE connection_id = ?', connectionId)
      journal.run("UPDATE match_changes SET connection_id = '' WHERE connection_id = ?", connectionId)
    },
    /** Pictures of a product in their order, removed ones too. */
    listOf: (connectionId: string | null, productKey: string): readonly NewMatch[] =>
      journal
        .all(
          `SELECT image_id, product, place, decided_by, why FROM matches WHERE connection_id = ? AND product_key = ? ORDER BY place, image_id`,
          connectionId ?? '',
          productKey,
        )
        .map((row) => ({
          imageId: String(row.image_id),
          match: {
            state: 'matched',
            product: JSON.parse(String(row.product)) as MatchedProductRow,
            place: Number(row.place),
            by: row.decided_by === 'person' ? 'person' : 'rule',
            why: JSON.parse(String(row.why)) as MatchReason | null,
          },
        })),
  }
}
