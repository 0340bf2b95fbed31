import { mostLocationsCounted } from '../../../../../shared/service/sending.ts'
import type { Journal } from '../../../base/database/journal.ts'

/** How many pictures of the library say where they were taken, at most one more than `mostLocationsCounted`. */
export const countLocations = (journal: Pick<Journal, 'get'>): number => {
  const row = journal.get(
    `SELECT count(*) AS pictures FROM (
       SELECT 1 FROM originals JOIN images ON images.seq = originals.picture AND images.version = originals.version
       WHERE originals.has_gps = 1 AND images.removed_at IS NULL LIMIT ?
     )`,
    mostLocationsCounted + 1,
  )
  return Number(row?.pictures ?? 0)
}
