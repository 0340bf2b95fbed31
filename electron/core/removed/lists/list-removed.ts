import { keptMs } from '../../../../shared/removed/kept-days.ts'
import type { RemovedPage, RemovedRow, RemovedThing } from '../../../../shared/removed/removed.ts'
import type { Journal } from '../../base/database/journal.ts'
import { isRemoved } from '../../pictures/library/remove-pictures.ts'

const all = `SELECT 'picture' AS kind, id, name, removed_at, seq, version FROM images WHERE ${isRemoved}
  UNION ALL SELECT 'product', id, name, removed_at, NULL, NULL FROM removed_products
  UNION ALL SELECT 'set', id, name, removed_at, NULL, NULL FROM question_sets WHERE removed_at IS NOT NULL`

/** What was removed and can be restored, the newest first. */
export const pageRemoved = (journal: Journal, offset: number, limit: number): RemovedPage => {
  const counts = journal.get(
    `SELECT (SELECT count(*) FROM (${all})) AS total,
       (SELECT ifnull(sum(originals.bytes), 0) FROM images JOIN originals ON originals.picture = images.seq WHERE ${isRemoved.replaceAll('version', 'images.version')}) AS bytes`,
  )
  const rows = journal.all(
    `SELECT kind, id, name, removed_at, version, (SELECT sum(bytes) FROM originals WHERE picture = page.seq) AS bytes
     FROM (SELECT * FROM (${all}) ORDER BY removed_at DESC, kind, id LIMIT ? OFFSET ?) AS page ORDER BY removed_at DESC, kind, id`,
    limit,
    offset,
  )
  return {
    total: Number(counts?.total),
    bytes: Number(counts?.bytes),
    rows: rows.map(
      (row): RemovedRow => ({
        kind: row.kind as RemovedRow['kind'],
        id: String(row.id),
        name: String(row.name),
        removedAt: Number(row.removed_at),
        goesAt: Number(row.removed_at) + keptMs,
        bytes: row.bytes === null ? null : Number(row.bytes),
        version: row.version === null ? null : Number(row.version),
      }),
    ),
  }
}

/** All of them, as they are now. */
export const listRemoved = (journal: Journal): RemovedThing[] =>
  journal.all(`SELECT kind, id FROM (${all})`).map(({ kind, id }) => ({ kind: kind as RemovedThing['kind'], id: String(id) }))
