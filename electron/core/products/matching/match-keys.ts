import type { MatchedProductRow } from '../../../../shared/products/matching.ts'
import type { Journal } from '../../base/database/journal.ts'
import { createTurnsWritten } from '../../base/database/turns-written.ts'
import type { SameProduct } from '../catalogue/product-key.ts'
import { writeProduct } from './match-rows.ts'
import { renumberProducts, separatePlaces } from './merge-matches.ts'

/**
 * Products, or pictures, of one turn of the event loop. It comes by itself, and each product's key is renewed as a whole, so what comes in between finds
 * either key; a command on matches first waits until all are renewed.
 */
const pieceSize = 100

/** A product by the key that it had before. */
export type FollowedProduct = { readonly was: string; readonly product: MatchedProductRow }

/** Products that one question names. */
const mostCandidates = 20

/** Its pictures are found by their index first: a change of the indexed column itself would look through all matches of the workspace. */
const isOfProduct = `connection_id = :owner AND image_id IN (SELECT image_id FROM matches WHERE connection_id = :owner AND product_key = :key)`

/** A product text that can’t be read names nothing. */
const readProduct = (text: unknown): MatchedProductRow | null => {
  try {
    return JSON.parse(String(text)) as MatchedProductRow
  } catch {
    return null
  }
}

/** A row of `matches`, as it was. */
export type MatchRow = Readonly<Record<string, string | number | null>>

/**
 * Brings the keys of kept matches up to date once the products have changed: a product that got an id, or lost it with a new list, has another key.
 * `mark`: which products they were brought up to date with.
 */
export const createMatchKeys = (journal: Journal) => {
  /**
   * Gives the pictures of these products the key and fields of today, in one statement for all. Where there are pictures with that key, they stay first,
   * and the others come in the order of these products.
   */
  const renew = (owner: string, all: readonly FollowedProduct[]): void => {
    const found = journal.all(
      `SELECT product_key AS key, max(place) AS last FROM matches
       WHERE connection_id = ? AND product_key IN (SELECT value FROM json_each(?)) GROUP BY product_key`,
      owner,
      JSON.stringify([...new Set(all.flatMap(({ was, product }) => [was, product.key]))]),
    )
    const last = new Map(found.map(({ key, last: place }) => [String(key), Number(place)]))
    const moved = all.flatMap(({ was, product }) => {
      const places = last.get(was)
      // It has no pictures.
      if (places === undefined) return []
      const ahead = was === product.key ? 0 : (last.get(product.key) ?? 0)
      if (was !== product.key) last.set(product.key, ahead + places)
      return [{ was, now: product.key, product: writeProduct(product), ahead }]
    })
    // With a limit the rows are made first, and the matches looked up by them; SQLite would look through all of them for each.
    journal.run(
      `UPDATE matches SET product_key = one.now, product = one.product, place = place + one.ahead FROM (
         SELECT :owner AS owner, image_id AS id, value ->> '$.now' AS now, value ->> '$.product' AS product, value ->> '$.ahead' AS ahead
         FROM json_each(:moved) CROSS JOIN matches ON connection_id = :owner AND product_key = value ->> '$.was' LIMIT -1
       ) AS one WHERE (connection_id, image_id) = (one.owner, one.id)`,
      { owner, moved: JSON.stringify(moved) },
    )
    renumberProducts(
      journal,
      owner,
      moved.flatMap(({ now, ahead }) => (ahead > 0 ? now : [])),
    )
  }

  /** What rules found is a question now; what a person decided stays as it was decided. */
  const ask = (owner: string, key: string, { products, field }: Extract<SameProduct, { readonly kind: 'several' }>, text: string): void => {
    const named = products.slice(0, mostCandidates)
    const candidates = named.map((one) => ({ productKey: one.key, why: { by: field === 'name' ? 'folder' : field, field, text } }))
    journal.run(
      `UPDATE matches SET state = 'question', product_key = NULL, product = NULL, place = NULL, why = :why
       WHERE ${isOfProduct} AND decided_by = 'rule'`,
      { owner, key, why: JSON.stringify({ question: 'same-text', candidates, products: named }) },
    )
  }

  type Find = (kept: MatchedProductRow) => SameProduct

  /** Both return whether they came to the end: `find` may be out of date before. */
  const renewRows = async (owner: string, find: Find, isOfToday: () => boolean): Promise<boolean> => {
    const written = createTurnsWritten(journal)
    let after = ''
    for (let step = 1; ; step += 1) {
      const row = journal.get(
        `SELECT product_key, min(product) AS product, max(product) AS other FROM matches WHERE connection_id = ?1
           AND product_key = (SELECT min(product_key) FROM matches WHERE connection_id = ?1 AND product_key > ?2)`,
        owner,
        after,
      )
      if (row?.product_key == null) break
      if (!isOfToday()) return false
      const key = String(row.product_key)
      const kept = readProduct(row.product)
      const now = kept && find({ ...kept, key })
      const isStale = now?.kind === 'one' && (row.product !== row.other || row.product !== writeProduct(now.product))
      if (isStale) journal.write(() => renew(owner, [{ was: key, product: now.product }]))
      if (now?.kind === 'several') journal.write(() => ask(owner, key, now, kept?.[now.field] ?? ''))
      after = key
      if (step % pieceSize !== 0) continue
      written.add()
      await journal.nextTurn()
    }
    written.add()
    await written.durable()
    return true
  }

  /** So that an undo restores the keys of today, too. */
  const renewBefore = async (owner: string, find: Find, isOfToday: () => boolean): Promise<boolean> => {
    const written = createTurnsWritten(journal)
    const known = new Map<string, MatchedProductRow | null>()
    const productOf = (text: string): MatchedProductRow | null => {
      const there = known.get(text)
      if (there !== undefined) return there
      const kept = readProduct(text)
      const now = kept && find(kept)
      const product = now?.kind === 'one' && writeProduct(now.product) !== text ? now.product : null
      known.set(text, product)
      return product
    }
    for (const { seq } of journal.all("SELECT seq FROM match_changes WHERE connection_id = ? AND state <> 'over'", owner)) {
      let after = ''
      for (;;) {
        const rows = journal.all(
          `SELECT image_id, before ->> '$[2]' AS product FROM match_before WHERE change = ? AND image_id > ? ORDER BY image_id LIMIT ?`,
          Number(seq),
          after,
          pieceSize,
        )
        if (rows.length === 0) break
        if (!isOfToday()) return false
        const changed = rows.flatMap(({ image_id, product }) => {
          const now = product === null ? null : productOf(String(product))
          return now ? [{ id: image_id, key: now.key, product: writeProduct(now) }] : []
        })
        if (changed.length > 0) {
          journal.write(() =>
            journal.run(
              `UPDATE match_before SET before = json_set(before, '$[1]', one.value ->> '$.key', '$[2]', one.value ->> '$.product')
               FROM json_each(:rows) AS one WHERE change = :change AND image_id = one.value ->> '$.id'`,
              { change: Number(seq), rows: JSON.stringify(changed) },
            ),
          )
          written.add()
        }
        after = String(rows.at(-1)?.image_id)
        await journal.nextTurn()
      }
    }
    await written.durable()
    return true
  }

  /** Products have another key and other fields, since a person changed them. Also where an undo would restore them. */
  const follow = (owner: string, all: readonly FollowedProduct[]): void => {
    renew(owner, all)
    const followed = new Map(all.map(({ was, product }) => [was, product]))
    const noted = journal.all(
      `SELECT change, image_id, before ->> '$[1]' AS was FROM match_before
       WHERE change IN (SELECT seq FROM match_changes WHERE connection_id = ? AND state <> 'over') AND before IS NOT NULL`,
      owner,
    )
    const rows = noted.flatMap(({ change, image_id, was }) => {
      const product = followed.get(String(was))
      return product ? [[change, image_id, product.key, writeProduct(product)]] : []
    })
    journal.run(
      `UPDATE match_before SET before = json_set(before, '$[1]', value ->> 2, '$[2]', value ->> 3)
       FROM json_each(?) WHERE change = value ->> 0 AND image_id = value ->> 1`,
      JSON.stringify(rows),
    )
  }

  /** Takes all pictures out of a product that is removed, and returns their rows. */
  const release = (owner: string, key: string): MatchRow[] => {
    const rows = journal.all('SELECT * FROM matches WHERE connection_id = ? AND product_key = ?', owner, key) as MatchRow[]
    journal.run('DELETE FROM matches WHERE connection_id = ? AND product_key = ?', owner, key)
    return rows.map((row) => ({ ...row }))
  }

  /** Puts these pictures back, those that have no other product since. */
  const putBack = (owner: string, rows: readonly MatchRow[]): void => {
    for (const row of rows) {
      const names = Object.keys(row)
      journal.run(
        `INSERT OR IGNORE INTO matches (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...names.map((name) => (name === 'connection_id' ? owner : (row[name] ?? null))),
      )
    }
    // Others may have come to their places meanwhile.
    separatePlaces(
      journal,
      owner,
      rows.flatMap((row) => (row.product_key == null ? [] : [String(row.product_key)])),
    )
  }

  return {
    follow,
    release,
    putBack,
    mark: (owner: string): string | null | undefined => {
      const isAnyKept = journal.get(
        `SELECT 1 WHERE EXISTS (SELECT 1 FROM matches WHERE connection_id = ?1) OR EXISTS (SELECT 1 FROM match_changes WHERE connection_id = ?1)`,
        owner,
      )
      if (!isAnyKept) return undefined
      const row = journal.get('SELECT mark FROM match_keys WHERE connection_id = ?', owner)
      return row ? String(row.mark) : null
    },
    /**
     * `find`: the product of today. Returns whether it was that until the end. An interruption leaves the earlier mark, so that the rest is done next
     * time.
     */
    renew: async (owner: string, mark: string, find: Find, isOfToday: () => boolean): Promise<boolean> => {
      if (!(await renewBefore(owner, find, isOfToday)) || !(await renewRows(owner, find, isOfToday)) || !isOfToday()) return false
      journal.write(() =>
        journal.run(
          'INSERT INTO match_keys (connection_id, mark) VALUES (?, ?) ON CONFLICT (connection_id) DO UPDATE SET mark = excluded.mark',
          owner,
          mark,
        ),
      )
      await journal.durable()
      return true
    },
  }
}
