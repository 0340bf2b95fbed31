import type { Journal } from '../../../base/database/journal.ts'

export type KeptDecisions = {
  /** Pictures of the library that a person decided about. */
  readonly decided: ReadonlySet<string>
  /** Places of a product, by its key, that rules leave: of pictures that are out of the library, or that a person decided about. */
  readonly taken: ReadonlyMap<string, ReadonlySet<number>>
  /** Where rules put the other pictures of a product, by its key. */
  readonly placed: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** Pictures, and the keys of products. */
type Some = { readonly imageIds: readonly string[]; readonly keys: readonly string[] }

/** What rules don't change. `some`: of these pictures, and of those in these products. */
export const readDecisions = (journal: Journal, connectionId: string | null, some?: Some): KeptDecisions => {
  const decided = new Set<string>()
  const taken = new Map<string, Set<number>>()
  const placed = new Map<string, Map<string, number>>()
  const all = `SELECT image_id, product_key, place, images.removed_at IS NULL AS is_shown,
       EXISTS (SELECT 1 FROM matches AS own WHERE own.connection_id = :owner AND own.image_id = matches.image_id AND own.decided_by = 'person') AS is_decided
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
    const [key, imageId, place] = [String(row.product_key), String(row.image_id), Number(row.place)]
    if (row.is_shown === 1 && row.is_decided === 1) decided.add(imageId)
    if (key === '') continue
    if (row.is_shown !== 1 || row.is_decided === 1) taken.set(key, (taken.get(key) ?? new Set()).add(place))
    else placed.set(key, (placed.get(key) ?? new Map<string, number>()).set(imageId, place))
  }
  return { decided, taken, placed }
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
