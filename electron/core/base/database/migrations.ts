import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../../shared/base/errors.ts'
import { schema } from './schema.ts'
import { digestSchema } from './schema-digest.ts'

/** The oldest version that can be opened: those before it were never released. */
export const firstVersion = 29

/**
 * From the first version to the one of today, a step of SQL each; schema.ts has the outcome of all of them. Never edit a step that was released.
 */
const steps: readonly string[] = [
  `ALTER TABLE question_sets ADD COLUMN removed_at INTEGER;
   CREATE INDEX images_going ON images (seq) WHERE removed_at = 0 AND version > 0;
   CREATE TABLE removed_products (
     id TEXT PRIMARY KEY, connection_id TEXT, name TEXT NOT NULL, removed_at INTEGER NOT NULL, value TEXT NOT NULL CHECK (json_valid(value))
   ) STRICT;`,
]

export const schemaVersion = firstVersion + steps.length

/** `PRAGMA user_version` of a database file. */
export const readSchemaVersion = (database: DatabaseSync): number => {
  const row = database.prepare('PRAGMA user_version').get() as { user_version?: number } | undefined
  return Number(row?.user_version ?? 0)
}

export const toNewerError = (version: number): AppError =>
  new AppError('data-newer', { kind: 'library-newer', version, known: schemaVersion })

export const toOlderError = (version: number): AppError =>
  new AppError('data-older', { kind: 'library-older', version, known: firstVersion })

/**
 * Makes the schema, or brings it up to date, one transaction a version. Errors: `data-newer`, `data-older` when another Packshot wrote the
 * file (left unchanged).
 */
export const migrate = (database: DatabaseSync, following = steps): void => {
  const found = readSchemaVersion(database)
  if (found > firstVersion + following.length) throw toNewerError(found)
  if (found > 0 && found < firstVersion) throw toOlderError(found)
  const change = (version: number, step: string): void => {
    database.exec('BEGIN IMMEDIATE')
    try {
      database.exec(step)
      database.exec(`PRAGMA user_version = ${version}`)
      database.prepare('UPDATE library SET schema = ?, digest = ?').run(version, digestSchema(database))
      database.exec('COMMIT')
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }
  if (found === 0) change(schemaVersion, schema)
  else for (const [index, step] of following.entries()) if (firstVersion + index + 1 > found) change(firstVersion + index + 1, step)
}
