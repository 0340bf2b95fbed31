import type { Journal } from '../../../base/database/journal.ts'

/** The first picture that is matched to a product, by its key; `null`: there is none. */
export const coverOfMatched = (journal: Journal, connectionId: string | null, key: string): string | null => {
  const row = journal.get(
    `SELECT images.id FROM matches CROSS JOIN images ON images.id = matches.image_id
     WHERE matches.connection_id = ? AND product_key = ? AND images.removed_at IS NULL ORDER BY matches.place, matches.image_id LIMIT 1`,
    connectionId ?? '',
    key,
  )
  return row ? String(row.id) : null
}
