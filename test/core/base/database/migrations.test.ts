import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { firstVersion, migrate, readSchemaVersion, schemaVersion } from '../../../../electron/core/base/database/migrations.ts'
import { digestSchema, isSchemaKept } from '../../../../electron/core/base/database/schema-digest.ts'

const open = (): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  return database
}

/** Steps that a later Packshot could have. */
const following = ['CREATE TABLE labels (id TEXT) STRICT', "INSERT INTO labels (id) VALUES ('red')"]

it('makes a new library of today’s version', () => {
  const database = open()
  expect(readSchemaVersion(database)).toBe(schemaVersion)
  expect(isSchemaKept(database)).toBe(true)
})

it('makes of a library of the first version what a new one is', () => {
  const first = new DatabaseSync(':memory:')
  first.exec(readFileSync(fileURLToPath(new URL('../../../fixtures/schema-29.sql', import.meta.url)), 'utf8'))
  first.exec(`PRAGMA user_version = ${firstVersion}`)
  migrate(first)
  const describe = (database: DatabaseSync) => ({
    columns: database
      .prepare(
        `SELECT tables.name AS of, columns.name, columns.type, columns."notnull", columns.dflt_value, columns.pk
         FROM sqlite_schema AS tables CROSS JOIN pragma_table_xinfo(tables.name) AS columns WHERE tables.type = 'table' ORDER BY 1, columns.cid`,
      )
      .all(),
    others: database
      .prepare("SELECT type, name, sql FROM sqlite_schema WHERE type <> 'table' ORDER BY 1, 2")
      .all()
      .map((row) => ({ ...row, sql: String(row.sql).replaceAll(/\s+/g, ' ') })),
  })
  expect(describe(first)).toEqual(describe(open()))
  expect(isSchemaKept(first)).toBe(true)
})

it('takes each following step once, and keeps the rows', () => {
  const database = open()
  database.exec(`PRAGMA user_version = ${firstVersion}`)
  database.exec("INSERT INTO settings (key, value) VALUES ('one', '1'); UPDATE library SET id = 'kept'")
  migrate(database, following)
  migrate(database, following)
  const version = firstVersion + following.length
  expect(readSchemaVersion(database)).toBe(version)
  expect(database.prepare('SELECT id FROM labels').all()).toEqual([{ id: 'red' }])
  expect(database.prepare('SELECT value FROM settings').get()).toMatchObject({ value: '1' })
  expect(database.prepare('SELECT id, schema, digest FROM library').get()).toMatchObject({
    ...{ id: 'kept', schema: version, digest: digestSchema(database) },
  })
})

it('takes a step back that fails, and stays at the version before', () => {
  const database = open()
  database.exec(`PRAGMA user_version = ${firstVersion}`)
  expect(() => migrate(database, ['CREATE TABLE labels (id TEXT) STRICT', 'CREATE TABLE colors (id TEXT) STRICT; nonsense'])).toThrow(
    'nonsense',
  )
  expect(readSchemaVersion(database)).toBe(firstVersion + 1)
  expect(database.prepare("SELECT name FROM sqlite_schema WHERE name IN ('labels', 'colors')").all()).toEqual([{ name: 'labels' }])
})

it.each([
  [schemaVersion + 1, 'data-newer'],
  [firstVersion - 1, 'data-older'],
])('leaves a library of version %s alone', (version, code) => {
  const database = open()
  database.exec(`PRAGMA user_version = ${version}`)
  expect(() => migrate(database)).toThrow(expect.objectContaining({ code }))
  expect(readSchemaVersion(database)).toBe(version)
})
