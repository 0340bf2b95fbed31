import type { Journal } from '../../../base/database/journal.ts'

export type KeptDecisions = {
  /** Pictures of the library that a person decided about. */
  readonly decided: ReadonlySet<string>
  /** Places of a product, by its key, of pictures that are out of the library. */
  readonly hidden: ReadonlyMap<string, ReadonlySet<number>>
  /** Where rules put the other pictures. */
  readonly placed: ReadonlyMap<string, { readonly productKey: string; readonly place: number }>
}

/** Pictures, and the keys of products. */
type Some = { readonly imageIds: readonly string[]; readonly keys: readonly string[] }

/** What rules don't change. `some`: of these pictures, and of those in these products. */
export const readDecisions = (journal: Journal, connectionId: string | null, some?: Some): KeptDecisions => {
  const decided = new Set<string>()
  const hidden = new Map<string, Set<number>>()
  const placed = new Map<string, { productKey: string; place: number }>()
  const all = `SELECT image_id, product_key, place, decided_by = 'person' AS is_decided, images.removed_at IS NULL AS is_shown
     FROM matches JOIN images ON images.id = matches.image_id WHERE connection_id = :owner`
  const owner = connectionId ?? ''
  const rows = some
    ? journal.all(
        `${all} AND image_id IN (SELECT value FROM json_each(:imageIds))
         UNION ${all} AND product_key IN (SELECT value FROM json_each(:keys))`,
        { owner, imageIds: JSON.stringify(some.imageIds), keys: JSON.stringify(some.keys) },
      )
    : journal.all(all, { owner })
  for (const row of rows) {
    const key = row.product_key === null ? null : String(row.product_key)
    if (row.is_shown === 1 && row.is_decided === 1) decided.add(String(row.image_id))
    if (key === null) continue
    if (row.is_shown !== 1) hidden.set(key, (hidden.get(key) ?? new Set()).add(Number(row.place)))
    else if (row.is_decided !== 1) placed.set(String(row.image_id), { productKey: key, place: Number(row.place) })
  }
  return { decided, hidden, placed }
}

/** Those of these pictures that are not in the library, or not any more. */
export const findHidden = (journal: Journal, imageIds: readonly string[]): ReadonlySet<string> =>
  new Set(
    journal
      .all(
        `SELECT value AS id FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM images WHERE images.id = value AND removed_at IS NULL)`,
        JSON.stringify(imageIds),
      )
      .map(({ id }) => String(id)),
  )
