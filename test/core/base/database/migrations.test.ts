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

it('keeps changes that can be undone, and gives up those that an end of the first version interrupted', () => {
  const first = new DatabaseSync(':memory:')
  first.exec(readFileSync(fileURLToPath(new URL('../../../fixtures/schema-29.sql', import.meta.url)), 'utf8'))
  first.exec(`PRAGMA user_version = ${firstVersion}`)
  const states = {
    sheet_changes: ['writing', 'done', 'undoing', 'undone', 'redoing', 'past'],
    match_changes: ['writing', 'done', 'undoing', 'over'],
  }
  for (const [table, all] of Object.entries(states))
    for (const state of all)
      first.prepare(`INSERT INTO ${table} (connection_id, kind, at, state) VALUES ('con_1', 'typed', 7, ?)`).run(state)
  migrate(first)
  const kept = (table: string) =>
    first
      .prepare(`SELECT seq, state FROM ${table} WHERE at = 7 ORDER BY seq`)
      .all()
      .map(({ state }) => state)
  expect(kept('sheet_changes')).toEqual(['over', 'done', 'over', 'undone', 'over', 'past'])
  expect(kept('match_changes')).toEqual(['over', 'done', 'over', 'over'])
  // Numbers of earlier changes are not given again.
  first.exec("DELETE FROM match_changes; INSERT INTO match_changes (connection_id, kind, at, state) VALUES ('con_1', 'move', 8, 'done')")
  expect(first.prepare('SELECT seq FROM match_changes').get()).toEqual({ seq: 5 })
  expect(() => first.exec("UPDATE match_changes SET state = 'writing'")).toThrow('CHECK')
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

it('takes all steps back where one fails, and stays at the version before', () => {
  const database = open()
  database.exec(`PRAGMA user_version = ${firstVersion}`)
  expect(() => migrate(database, ['CREATE TABLE labels (id TEXT) STRICT', 'CREATE TABLE colors (id TEXT) STRICT; nonsense'])).toThrow(
    'nonsense',
  )
  expect(readSchemaVersion(database)).toBe(firstVersion)
  expect(database.prepare("SELECT name FROM sqlite_schema WHERE name IN ('labels', 'colors')").all()).toEqual([])
  expect(database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'trigger'").get()?.n).toBeGreaterThan(30)
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
