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
export const mostCandidates = 20

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
    readonly rows: readonly { readonly change: number; readonly imageId: string; readonly was: string; readonly at: number }[]
  }
}

/** A row of `matches`, as it was. `beside`: the keys of the other products that its picture was in, as JSON. */
export type MatchRow = Readonly<Record<string, string | number | null>>

/**
 * Brings the keys of kept matches up to date once the products have changed: a product that got an id, or lost it with a new list, has another key.
 * `mark`: which products they were brought up to date with.
 */
export const createMatchKeys = (journal: Journal) => {
  /**
   * Gives the pictures of these products the key and fields of today. Where there are pictures with that key, they stay first, and the others come in the order
   * of these products; one that is in both stays where it is.
   */
  const renew = (owner: string, all: readonly FollowedProduct[]): void => {
    const found = journal.all(
      `SELECT product_key AS key, max(place) AS last FROM matches
       WHERE connection_id = ? AND product_key IN (SELECT value FROM json_each(?)) GROUP BY product_key`,
      owner,
      JSON.stringify([...new Set(all.flatMap(({ was, product }) => [was, product.key]))]),
    )
    const last = new Map(found.map(({ key, last: place }) => [String(key), Number(place)]))
    const moved = new Map<string, { readonly now: string; readonly product: string; readonly ahead: number }>()
    for (const { was, product } of all) {
      const places = last.get(was)
      // It has no pictures.
      if (places === undefined) continue
      const ahead = was === product.key ? 0 : (last.get(product.key) ?? 0)
      if (was !== product.key) last.set(product.key, ahead + places)
      moved.set(was, { now: product.key, product: writeProduct(product), ahead })
    }
    const rows = journal.all(
      `DELETE FROM matches WHERE (connection_id, image_id, product_key) IN (
         SELECT connection_id, image_id, product_key FROM json_each(?) CROSS JOIN matches ON connection_id = ? AND product_key = value
       ) RETURNING image_id, product_key, place, decided_by, why`,
      JSON.stringify([...moved.keys()]),
      owner,
    )
    // “person” is before “rule”.
    journal.run(
      `INSERT INTO matches (connection_id, image_id, product_key, state, product, place, decided_by, why)
       SELECT ?, value ->> 0, value ->> 1, 'matched', value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?) WHERE true
       ON CONFLICT DO UPDATE SET place = min(place, excluded.place), decided_by = min(decided_by, excluded.decided_by)`,
      owner,
      JSON.stringify(
        rows.flatMap(({ image_id, product_key, place, decided_by, why }) => {
          const to = moved.get(String(product_key))
          return to ? [[image_id, to.now, to.product, Number(place) + to.ahead, decided_by, why]] : []
        }),
      ),
    )
    renumberProducts(
      journal,
      owner,
      [...moved.values()].flatMap(({ now, ahead }) => (ahead > 0 ? now : [])),
    )
  }

  /** What rules found is a question now; what a person decided stays as it was decided. */
  const ask = (owner: string, { key, field, products, text }: Outdated['asked'][number]): void => {
    const rows = journal.all(
      `DELETE FROM matches WHERE connection_id = :owner AND image_id IN (SELECT image_id FROM matches WHERE connection_id = :owner AND product_key = :key)
         AND image_id NOT IN (SELECT image_id FROM matches WHERE connection_id = :owner AND decided_by = 'person')
       RETURNING image_id, product_key, product, why`,
      { owner, key },
    )
    const named = products.slice(0, mostCandidates)
    const candidates = named.map((one) => ({ productKey: one.key, why: { by: field === 'name' ? 'folder' : field, field, text } }))
    const asked = new Map(
      rows.map(({ image_id }) => [image_id, { question: 'same-text', candidates: [...candidates], products: [...named] }]),
    )
    // Further products that a picture was in are candidates, too.
    for (const { image_id, product_key, product, why } of rows.filter((row) => row.product_key !== key)) {
      asked.get(image_id)?.candidates.push({ productKey: String(product_key), why: JSON.parse(String(why)) })
      asked.get(image_id)?.products.push(JSON.parse(String(product)))
    }
    journal.run(
      `INSERT INTO matches (connection_id, image_id, product_key, state, decided_by, why)
       SELECT ?, value ->> 0, '', 'question', 'rule', value ->> 1 FROM json_each(?)`,
      owner,
      JSON.stringify([...asked].map(([id, why]) => [id, JSON.stringify(why)])),
    )
  }

  /** So that an undo restores these products. Rows: the change, the picture, the product's key, and its key and text of today. */
  const renewBefore = (all: readonly (readonly (string | number)[])[]): void => {
    const today = new Map(all.map(([change, imageId, was, ...now]) => [JSON.stringify([change, imageId, was]), now]))
    const rows = journal.all(
      `DELETE FROM match_before WHERE (change, image_id, product_key) IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?))
       RETURNING change, image_id, product_key, place, decided_by, why`,
      JSON.stringify(all),
    )
    journal.run(
      `INSERT OR IGNORE INTO match_before (change, image_id, product_key, state, product, place, decided_by, why)
       SELECT value ->> 0, value ->> 1, value ->> 2, 'matched', value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?)`,
      JSON.stringify(
        rows.map(({ change, image_id, product_key, place, decided_by, why }) => [
          ...[change, image_id, ...(today.get(JSON.stringify([change, image_id, product_key])) ?? []), place, decided_by, why],
        ]),
      ),
    )
  }

  /** Products have another key and other fields, since a person changed them. Also where an undo would restore them. */
  const follow = (owner: string, all: readonly FollowedProduct[]): void => {
    renew(owner, all)
    const followed = new Map(all.map(({ was, product }) => [was, product]))
    const noted = journal.all(
      `SELECT change, image_id, product_key AS was FROM match_before
       WHERE change IN (SELECT seq FROM match_changes WHERE connection_id = ? AND state <> 'over') AND product_key <> ''`,
      owner,
    )
    const rows = noted.flatMap(({ change, image_id, was }) => {
      const product = followed.get(String(was))
      return product ? [[Number(change), String(image_id), String(was), product.key, writeProduct(product)]] : []
    })
    renewBefore(rows)
  }

  /** Takes all pictures out of a product that is removed, and returns their rows. */
  const release = (owner: string, key: string): MatchRow[] => {
    const rows = journal.all(
      `SELECT *, (SELECT json_group_array(product_key) FROM matches WHERE connection_id = one.connection_id AND image_id = one.image_id) AS beside
       FROM matches AS one WHERE connection_id = ? AND product_key = ?`,
      owner,
      key,
    ) as MatchRow[]
    journal.run('DELETE FROM matches WHERE connection_id = ? AND product_key = ?', owner, key)
    return rows.map((row) => ({ ...row }))
  }

  /** Puts these pictures back, those that are in no other product than then. */
  const putBack = (owner: string, rows: readonly MatchRow[]): void => {
    for (const { beside = '[]', ...row } of rows) {
      const values: MatchRow = { ...row, connection_id: owner }
      const names = Object.keys(values)
      journal.run(
        `INSERT OR IGNORE INTO matches (${names.join(', ')}) SELECT ${names.map((name) => `:${name}`).join(', ')} WHERE NOT EXISTS (
           SELECT 1 FROM matches WHERE connection_id = :connection_id AND image_id = :image_id AND product_key NOT IN (SELECT value FROM json_each(:beside))
         )`,
        { ...values, beside },
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
        renewBefore(piece.map(({ change, imageId, was, at }) => [change, imageId, was, before.products[at]?.key ?? '', textOf[at] ?? ''])),
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
