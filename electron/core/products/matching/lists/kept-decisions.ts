import type { Journal } from '../../../base/database/journal.ts'

/** Rows that are read before other work may come in between. */
const pieceSize = 500

export type KeptDecisions = {
  /** Pictures of the library that a person decided about. */
  readonly decided: ReadonlySet<string>
  /** Places of a product, by its key, of pictures that are out of the library. */
  readonly hidden: ReadonlyMap<string, ReadonlySet<number>>
  /** Where rules put the other pictures. */
  readonly placed: ReadonlyMap<string, { readonly productKey: string; readonly place: number }>
}

/** What rules don't change. */
export function* readDecisions(journal: Journal, connectionId: string | null): Generator<void, KeptDecisions> {
  const decided = new Set<string>()
  const hidden = new Map<string, Set<number>>()
  const placed = new Map<string, { productKey: string; place: number }>()
  let after = ''
  for (;;) {
    const rows = journal.all(
      `SELECT image_id, product_key, place, decided_by = 'person' AS is_decided, images.removed_at IS NULL AS is_shown
       FROM matches JOIN images ON images.id = matches.image_id
       WHERE connection_id = ? AND image_id > ? ORDER BY image_id LIMIT ?`,
      connectionId ?? '',
      after,
      pieceSize,
    )
    for (const row of rows) {
      const key = row.product_key === null ? null : String(row.product_key)
      if (row.is_shown === 1 && row.is_decided === 1) decided.add(String(row.image_id))
      if (key === null) continue
      if (row.is_shown !== 1) hidden.set(key, (hidden.get(key) ?? new Set()).add(Number(row.place)))
      else if (row.is_decided !== 1) placed.set(String(row.image_id), { productKey: key, place: Number(row.place) })
    }
    if (rows.length < pieceSize) return { decided, hidden, placed }
    after = String(rows.at(-1)?.image_id)
    yield
  }
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
