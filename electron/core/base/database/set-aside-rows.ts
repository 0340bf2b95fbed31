import type { DatabaseSync } from 'node:sqlite'
import type { LostThing } from '../../../../shared/base/recovery.ts'
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
      const more =
        raw && place === 'jobs' ? takeLists(database, String(raw.id)) : raw && place === 'images' ? takeOriginals(database, raw) : {}
      database
        .prepare('INSERT INTO unreadable_rows (place, name, content, found_at) VALUES (?, ?, ?, ?)')
        .run(place, lost.name, JSON.stringify(raw ? { ...raw, ...more } : null), now)
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

/** The pictures of an attach, and the list that it replaces, go with its row. */
const takeLists = (database: DatabaseSync, jobId: string): Record<string, unknown> => {
  const pictures = database.prepare('DELETE FROM attach_pictures WHERE job_id = ? RETURNING image_id').all(jobId)
  const replaced = database.prepare('DELETE FROM replaced_lists WHERE job_id = ? RETURNING wanted, seen').get(jobId)
  return { ...(pictures.length > 0 ? { pictures: pictures.map((row) => String(row.image_id)) } : {}), ...replaced }
}

/**
 * The originals of a picture go with its row. Their files come back, each as the picture that it was at first, with its sources and the fixes that a
 * person chose for it.
 */
const takeOriginals = (database: DatabaseSync, picture: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const fixes = database
    .prepare('SELECT original, fixes FROM picture_fixes WHERE original IN (SELECT sha256 FROM originals WHERE picture = ?)')
    .all(Number(picture.seq))
  const originals = database.prepare('DELETE FROM originals WHERE picture = ? RETURNING *').all(Number(picture.seq))
  const giveBack = database.prepare(
    "UPDATE OR IGNORE sources SET image_id = 'img_' || substr(?, 1, 24), version = 1 WHERE image_id = ? AND version = ?",
  )
  for (const { version, sha256 } of originals) if (Number(version) > 1) giveBack.run(String(sha256), String(picture.id), Number(version))
  // They went with the originals.
  const keepFixes = database.prepare('INSERT INTO picture_fixes (original, fixes) VALUES (?, ?)')
  for (const one of fixes) keepFixes.run(String(one.original), String(one.fixes))
  return { originals }
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
