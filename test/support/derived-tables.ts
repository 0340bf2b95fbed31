import type { DatabaseSync } from 'node:sqlite'
import { refillDerived } from '../../electron/core/base/database/refill-derived.ts'

const tables = [
  'picture_work',
  'picture_count',
  'job_counts',
  'action_work',
  'attached_sources',
  'codes_due',
  'measurements_due',
  'likeness_due',
]

const isCounted = new Set(['picture_work', 'job_counts', 'action_work'])

/** A row that says nothing may be there or not. */
const saysSomething = (row: Readonly<Record<string, unknown>>): boolean =>
  row.rank !== undefined
    ? row.rank !== 3
    : row.jobs === undefined
      ? Object.entries(row).some(([column, value]) => column !== 'connection_id' && column !== 'seq' && Number(value) > 0)
      : Number(row.jobs) > 0

const readDerived = (database: DatabaseSync): string[] =>
  [...tables, 'images'].flatMap((table) => {
    const rows = database.prepare(`SELECT * FROM ${table}`).all()
    return rows
      .filter((row) => (isCounted.has(table) ? saysSomething(row) : true))
      .map((row) => `${table} ${JSON.stringify(row)}`)
      .sort()
  })

/** The tables that triggers keep, as they are and as they come out when they are made again from the same data. Changes nothing. */
export const compareDerived = (database: DatabaseSync): { readonly kept: string[]; readonly again: string[] } => {
  database.exec('BEGIN')
  try {
    const kept = readDerived(database)
    refillDerived(database)
    return { kept, again: readDerived(database) }
  } finally {
    database.exec('ROLLBACK')
  }
}

/** Attaches whose lists are longer or shorter than their rows say, and lists of attaches that are not there. Damaged rows say nothing. */
export const findPartialAttaches = (database: DatabaseSync): string[] =>
  database
    .prepare(
      `SELECT id FROM jobs WHERE operation = 'attach-sources' AND CASE WHEN json_valid(work)
         THEN work ->> '$.pictures' <> (SELECT count(*) FROM attach_pictures WHERE job_id = jobs.id) END
       UNION SELECT id FROM jobs LEFT JOIN replaced_lists ON job_id = id
         WHERE CASE WHEN json_valid(work) AND ifnull(json_valid(wanted), 1)
           THEN work ->> '$.replaces' IS NOT NULL AND work ->> '$.replaces' IS NOT json_array_length(wanted) END
       UNION SELECT job_id FROM attach_pictures WHERE job_id NOT IN (SELECT id FROM jobs)
       UNION SELECT job_id FROM replaced_lists WHERE job_id NOT IN (SELECT id FROM jobs)`,
    )
    .all()
    .map((row) => String(row.id))

/** Jobs without an action of their connection. */
export const findJobsWithoutAction = (database: DatabaseSync): string[] =>
  database
    .prepare(
      'SELECT id FROM jobs WHERE NOT EXISTS (SELECT 1 FROM actions WHERE seq = jobs.action AND actions.connection_id IS jobs.connection_id)',
    )
    .all()
    .map((row) => String(row.id))

/** Pictures without the original that counts, and originals without a picture. */
export const findTornPictures = (database: DatabaseSync): string[] =>
  database
    .prepare(
      `SELECT id FROM images WHERE version > 0
         AND NOT EXISTS (SELECT 1 FROM originals WHERE picture = images.seq AND originals.version = images.version)
       UNION ALL SELECT sha256 FROM originals WHERE picture NOT IN (SELECT seq FROM images WHERE version > 0)`,
    )
    .all()
    .map((row) => String(row.id))
