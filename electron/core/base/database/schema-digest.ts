import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { schema } from './schema.ts'

type Entry = { readonly type: string; readonly name: string; readonly sql: string }

/** What SQLite keeps of each table, index, trigger and view: the text that made it. */
const readEntries = (database: DatabaseSync): Entry[] =>
  database
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name",
    )
    .all()
    .map(({ type, name, sql }) => ({ type: String(type), name: String(name), sql: String(sql) }))

/** SHA-256, hexadecimal, of the schema's texts. SQLite checks no text of its own: with a flipped bit, a column has another name. */
export const digestSchema = (database: DatabaseSync): string =>
  createHash('sha256')
    .update(JSON.stringify(readEntries(database).map(({ type, name, sql }) => [type, name, sql])))
    .digest('hex')

/** True if the schema is the one that was made; `digest`: of that one (`library.digest`). */
export const isSchemaKept = (database: DatabaseSync): boolean =>
  database.prepare('SELECT digest FROM library').get()?.digest === digestSchema(database)

/**
 * Puts the texts of today's schema back where one differs: how rows are written doesn't depend on them. `openEmpty`: a database in memory.
 * Throws if something is missing or too much, so that a snapshot is needed.
 */
export const repairSchema = (database: DatabaseSync, openEmpty: () => DatabaseSync): void => {
  if (isSchemaKept(database)) return
  const empty = openEmpty()
  try {
    empty.exec(schema)
    const [made, found] = [readEntries(empty), readEntries(database)]
    const isSame = made.length === found.length && made.every(({ type, name }, at) => found[at]?.type === type && found[at].name === name)
    if (!isSame) throw Object.assign(new Error('the schema lacks something, or has too much'), { errcode: 11 })
    // Not all versions of Node have it; where it is lacking, nothing is forbidden.
    database.enableDefensive?.(false)
    database.exec('PRAGMA writable_schema = ON')
    const put = database.prepare('UPDATE sqlite_schema SET sql = ? WHERE type = ? AND name = ?')
    for (const { type, name, sql } of made) put.run(sql, type, name)
    database.exec('PRAGMA writable_schema = RESET')
    database.prepare('UPDATE library SET digest = ?').run(digestSchema(database))
  } finally {
    empty.close()
  }
}
