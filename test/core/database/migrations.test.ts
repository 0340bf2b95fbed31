import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { firstVersion, migrate, readSchemaVersion, schemaVersion } from '../../../electron/core/database/migrations.ts'
import { schema } from '../../../electron/core/database/schema.ts'
import { digestSchema, isSchemaKept } from '../../../electron/core/database/schema-digest.ts'

/** Tables and indexes that came after the first version, by the version that brought them. */
const newer: readonly { readonly version: number; readonly names: RegExp }[] = [
  { version: 23, names: /^watch(ed)?_/ },
  { version: 24, names: /^originals_with_location$/ },
]

/** A library as the first version made it. */
const openFirst = (): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  const all = database.prepare("SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL").all()
  for (const kind of ['index', 'table'])
    for (const { type, name } of all)
      if (type === kind && newer.some(({ names }) => names.test(String(name)))) database.exec(`DROP ${kind} ${name}`)
  database.exec(`PRAGMA user_version = ${firstVersion}; UPDATE library SET schema = ${firstVersion}, id = 'kept'`)
  database.prepare('UPDATE library SET digest = ?').run(digestSchema(database))
  return database
}

it('has a step to each version after the first', () => {
  expect(newer.map(({ version }) => version)).toEqual(
    Array.from({ length: schemaVersion - firstVersion }, (_, at) => firstVersion + at + 1),
  )
})

it('brings a library of the first version to the schema of a new one, and keeps its rows', () => {
  const old = openFirst()
  old.exec("INSERT INTO settings (key, value) VALUES ('one', '1')")
  expect(() => old.exec('SELECT * FROM watched_folders')).toThrow('no such table')
  migrate(old)
  const made = new DatabaseSync(':memory:')
  migrate(made)
  expect(digestSchema(old)).toBe(digestSchema(made))
  expect(isSchemaKept(old)).toBe(true)
  expect(readSchemaVersion(old)).toBe(schemaVersion)
  expect(old.prepare('SELECT id, schema FROM library').get()).toMatchObject({ id: 'kept', schema: schemaVersion })
  expect(old.prepare('SELECT value FROM settings').get()).toMatchObject({ value: '1' })
})
