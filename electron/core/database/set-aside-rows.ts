import type { DatabaseSync } from 'node:sqlite'
import type { LostThing } from '../../../shared/recovery.ts'
import type { UnreadableRow } from './find-damage.ts'
import { refillDerived } from './refill-derived.ts'

/** Moves invalid rows out of their tables and keeps their raw values. Returns their names. */
export const setAsideRows = (database: DatabaseSync, rows: readonly UnreadableRow[], now: number): LostThing[] => {
  // Known lists are rebuilt from the facts (restored-library.ts).
  const kept = rows.filter(({ place }) => place !== 'attribute_lists')
  if (kept.length === 0) return []
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const { place, rowid, lost } of kept) {
      const raw = database.prepare(`SELECT * FROM ${place} WHERE rowid = ?`).get(rowid)
      database
        .prepare('INSERT INTO unreadable_rows (place, name, content, found_at) VALUES (?, ?, ?, ?)')
        .run(place, lost.name, JSON.stringify(raw ?? null), now)
      if (place === 'jobs' && raw) freeDependents(database, String(raw.id))
      database.prepare(`DELETE FROM ${place} WHERE rowid = ?`).run(rowid)
    }
    refillDerived(database)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
  return [...new Map(kept.map(({ lost }) => [`${lost.kind} ${lost.name}`, lost])).values()]
}

/** Removes dependencies on missing jobs; each dependent detects by itself what it lacks. */
const freeDependents = (database: DatabaseSync, jobId: string): void => {
  database
    .prepare(
      `UPDATE jobs SET blocked_by = max(0, blocked_by - 1)
       WHERE id IN (SELECT job_id FROM job_dependencies WHERE depends_on = ?) AND blocked_by > 0`,
    )
    .run(jobId)
  database.prepare('DELETE FROM job_dependencies WHERE depends_on = ?').run(jobId)
}
