import type { MatchedProductRow, MatchProduct } from '../../../../shared/products/matching.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { SameProduct } from '../catalogue/product-key.ts'
import { writeProduct } from './match-rows.ts'
import { renumberProducts, separatePlaces } from './merge-matches.ts'

/**
 * Products, and pictures of earlier changes, of one transaction. It comes by itself, so it must be short, and each product's key is renewed as a whole: what
 * comes in between finds either key, and a command on matches first waits until all are renewed.
 */
const productsAtOnce = 250
const picturesAtOnce = 2_000

/** A product by the key that it had before. */
export type FollowedProduct = { readonly was: string; readonly product: MatchedProductRow }

/** Products that one question names. */
const mostCandidates = 20

/** Its pictures are found by their index first: a change of the indexed column itself would look through all matches of the workspace. */
const isOfProduct = `connection_id = :owner AND image_id IN (SELECT image_id FROM matches WHERE connection_id = :owner AND product_key = :key)`

/** Kept matches whose product has another key or other fields today. */
export type Outdated = {
  /** Which list it was found with (`readListMark`), and which products (`readProductsMark`). */
  readonly list: string
  readonly mark: string
  readonly products: readonly FollowedProduct[]
  /** Those that may be several products of today. `text`: what all of them have in that field. */
  readonly asked: readonly (Omit<Extract<SameProduct, { readonly kind: 'several' }>, 'kind'> & {
    readonly key: string
    readonly text: string
  })[]
  /** What an undo would restore. `at`: its place among the products. */
  readonly before: {
    readonly products: readonly MatchProduct[]
    readonly rows: readonly { readonly change: number; readonly imageId: string; readonly at: number }[]
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
  const ask = (owner: string, { key, field, products, text }: Outdated['asked'][number]): void => {
    const named = products.slice(0, mostCandidates)
    const candidates = named.map((one) => ({ productKey: one.key, why: { by: field === 'name' ? 'folder' : field, field, text } }))
    journal.run(
      `UPDATE matches SET state = 'question', product_key = NULL, product = NULL, place = NULL, why = :why
       WHERE ${isOfProduct} AND decided_by = 'rule'`,
      { owner, key, why: JSON.stringify({ question: 'same-text', candidates, products: named }) },
    )
  }

  /** So that an undo restores these products. Rows: the change, the picture, and the product's key and text. */
  const renewBefore = (rows: readonly (readonly (string | number)[])[]): void => {
    journal.run(
      `UPDATE match_before SET before = json_set(before, '$[1]', value ->> 2, '$[2]', value ->> 3)
       FROM json_each(?) WHERE change = value ->> 0 AND image_id = value ->> 1`,
      JSON.stringify(rows),
    )
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
      return product ? [[Number(change), String(image_id), product.key, writeProduct(product)]] : []
    })
    renewBefore(rows)
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
    /**
     * Brings keys up to date. Returns whether all of it was done: it ends once `isOfToday` says that they were read before another list. An interruption
     * leaves the earlier mark, so that the rest is done next time.
     */
    renew: async (owner: string, { mark, before, products, asked }: Outdated, isOfToday: () => boolean): Promise<boolean> => {
      const inPieces = async <T>(size: number, all: readonly T[], change: (piece: readonly T[]) => void): Promise<void> => {
        for (let from = 0; from < all.length && isOfToday(); from += size) {
          journal.write(() => change(all.slice(from, from + size)))
          await journal.durable()
        }
      }
      const textOf = before.products.map(writeProduct)
      await inPieces(picturesAtOnce, before.rows, (piece) =>
        renewBefore(piece.map(({ change, imageId, at }) => [change, imageId, before.products[at]?.key ?? '', textOf[at] ?? ''])),
      )
      await inPieces(productsAtOnce, products, (piece) => renew(owner, piece))
      await inPieces(productsAtOnce, asked, (piece) => {
        for (const one of piece) ask(owner, one)
      })
      if (!isOfToday()) return false
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
