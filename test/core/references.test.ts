import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { expect, it } from 'vitest'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import { type Outcome, type Reference, references } from '../../electron/core/base/database/references.ts'
import { schema } from '../../electron/core/base/database/schema.ts'
import { mistyped, openStores, right } from '../support/open-stores.ts'
import { waitFor } from '../support/open-test-core.ts'
import { prepareTestLibrary } from '../support/open-test-library.ts'

const library = prepareTestLibrary()

/** Columns that name something, by what they are called. */
const naming = /^(connection_id|image_id|came_from|picture|earlier|product_ref|about|import)$/

/** A picture is named by its id here, elsewhere by its number. */
const namesById = /^(image_id|came_from)$/

/** Tables that triggers fill, and columns of these names that name nothing. */
const derived =
  /^(job_counts|action_work|attached_sources|picture_work|codes_due|measurements_due|picture_checks|check_results|likeness_due|cells|cell_columns)\./
const others = ['catalogue_said.about', 'match_changes.about']

const columnsOf = (database: DatabaseSync): string[] =>
  database
    .prepare(
      `SELECT tables.name || '.' || columns.name AS place FROM sqlite_master AS tables CROSS JOIN pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' ORDER BY 1`,
    )
    .all()
    .map((row) => String(row.place))

it('declares each column that names a picture, a product, a workspace or an import', () => {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  const named = columnsOf(database).filter((place) => naming.test(place.split('.')[1] ?? '') && !derived.test(place))
  expect(Object.keys(references).toSorted()).toEqual(named.filter((place) => !others.includes(place)).toSorted())
})

type Declared<Names extends Reference['names']> = readonly (readonly [string, string, Extract<Reference, { names: Names }>])[]

const declared = <Names extends Reference['names']>(names: Names): Declared<Names> =>
  Object.entries(references).flatMap(([place, one]) => {
    const [table = '', column = ''] = place.split('.')
    return one.names === names ? [[table, column, one as Extract<Reference, { names: Names }>] as const] : []
  })

let marks = 4_000_000

/** What other columns of a row say, where it matters. */
type Others = Readonly<Record<string, SQLInputValue>>

/** Adds a row whose column names this thing, whatever its others say. Returns a condition that finds it again. */
const addRow = (database: DatabaseSync, table: string, column: string, value: SQLInputValue, known: Others): string => {
  marks += 1
  const columns = database.prepare('SELECT name, type, "notnull" AS must, pk, dflt_value AS usual FROM pragma_table_info(?)').all(table)
  const mark = (type: unknown): SQLInputValue => (type === 'INTEGER' || type === 'REAL' ? marks : `"mark ${marks}"`)
  const others = columns.filter(({ name, must, usual, pk }) => name !== column && ((must === 1 && usual === null) || Number(pk) > 0))
  const given = others.map(({ name, type }) => [String(name), known[String(name)] ?? mark(type)] as const)
  const names = [column, ...given.map(([name]) => name)]
  database
    .prepare(`INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(value, ...given.map(([, one]) => one))
  // A version is counted on in another picture.
  return given
    .filter(([name]) => name !== 'version')
    .map(([name, one]) => `${name} = ${typeof one === 'number' ? one : `'${one}'`}`)
    .join(' AND ')
}

/** Which of these the row names now. */
const outcomeOf = (database: DatabaseSync, table: string, column: string, mark: string, from: SQLInputValue, into: SQLInputValue) => {
  const row = database.prepare(`SELECT ${column} AS named FROM ${table} WHERE ${mark}`).get()
  if (row === undefined) return 'goes'
  return row.named === into ? 'follows' : row.named === from ? 'stays' : `names ${row.named}`
}

/** What became of a row for each of these columns, from naming the one thing to naming the other. */
const outcomesOf = <Names extends Reference['names']>(
  database: DatabaseSync,
  all: Declared<Names>,
  marks: ReadonlyMap<string, string>,
  thing: (table: string, column: string) => readonly [from: SQLInputValue, into: SQLInputValue],
) =>
  Object.fromEntries(
    all.map(([table, column]) => [
      `${table}.${column}`,
      outcomeOf(database, table, column, marks.get(`${table}.${column}`) ?? '', ...thing(table, column)),
    ]),
  )

const wanted = <Names extends Reference['names']>(all: Declared<Names>, of: (one: Extract<Reference, { names: Names }>) => Outcome) =>
  Object.fromEntries(all.map(([table, column, one]) => [`${table}.${column}`, of(one)]))

const openFile = (folder: string): DatabaseSync => {
  const database = new DatabaseSync(libraryFile(folder))
  database.exec('PRAGMA ignore_check_constraints = ON')
  return database
}

const addRows = <Names extends Reference['names']>(
  database: DatabaseSync,
  all: Declared<Names>,
  thing: (table: string, column: string) => SQLInputValue,
  known: Others = {},
): Map<string, string> =>
  new Map(all.map(([table, column]) => [`${table}.${column}`, addRow(database, table, column, thing(table, column), known)]))

it('leads what waits for a workspace to the one that is connected, and to the one that takes it over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-references-'))
  const { journal, connections } = openStores(folder)
  const database = openFile(folder)
  await journal.durable()
  const all = declared('connection')
  const none = (table: string): SQLInputValue =>
    database.prepare(`SELECT "notnull" AS must FROM pragma_table_info(?) WHERE name = 'connection_id'`).get(table)?.must === 0 ? null : ''
  const before = addRows(database, all, none)
  journal.write(() => connections.activate(mistyped, 1))
  await journal.durable()
  expect(outcomesOf(database, all, before, (table) => [none(table), mistyped.id])).toEqual(wanted(all, ({ adopt }) => adopt))
  const there = addRows(database, all, () => mistyped.id)
  journal.write(() => connections.activate(right, 2, [mistyped.id]))
  await journal.durable()
  expect(outcomesOf(database, all, there, () => [mistyped.id, right.id])).toEqual(wanted(all, ({ release }) => release))
  database.close()
  journal.close()
  rmSync(folder, { recursive: true })
})

it('leads what is about a product’s record to the record that it becomes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-references-'))
  const { journal, products } = openStores(folder)
  const add = (productId: string) => products.add({ connectionId: null, productId, name: null, createdByUs: false }, 1)
  const [from, into] = journal.write(() => [add('prd_2').ref, add('prd_3').ref])
  await journal.durable()
  const database = openFile(folder)
  const all = declared('product')
  const before = addRows(database, all, () => from)
  journal.write(() => products.merge(from, into))
  await journal.durable()
  expect(outcomesOf(database, all, before, () => [from, into])).toEqual(wanted(all, ({ merge }) => merge))
  database.close()
  journal.close()
  rmSync(folder, { recursive: true })
})

it('leads what is about a picture to the picture whose version it becomes', async () => {
  await library.add(['a.png'])
  await library.start()
  await library.addChanged('a.png', 'another')
  await waitFor(async () => (await library.client().versions.page({ offset: 0, limit: 10 })).total === 1)
  const [newer] = (await library.client().versions.page({ offset: 0, limit: 10 })).rows
  if (!newer) throw new Error('It is not offered.')
  await library.close()
  const database = openFile(join(library.folder(), 'data'))
  const thing = (id: string) => {
    const seq = Number(database.prepare('SELECT seq FROM images WHERE id = ?').get(id)?.seq)
    return (_: string, column: string) => (namesById.test(column) ? id : seq)
  }
  const [from, into] = [thing(newer.imageId), thing(newer.earlierId)]
  // A row of `changed_files` is the offer itself.
  const all = declared('picture').filter(
    ([table, column, { version }]) => version !== 'refused' && `${table}.${column}` !== 'changed_files.picture',
  )
  const before = addRows(database, all, from)
  database.close()
  await library.reopen()
  const { made } = await library.client().versions.use({})
  expect(made).toEqual([newer.earlierId])
  await library.close()
  const after = openFile(join(library.folder(), 'data'))
  const outcomes = outcomesOf(after, all, before, (...place) => [from(...place), into(...place)])
  expect(outcomes).toEqual(wanted(all, ({ version }) => version))
  after.close()
})

it('takes what is about a picture with it once that is removed for good', async () => {
  await library.add(['a.png', 'b.png'], false)
  const [one] = (await library.page()).rows
  if (!one) throw new Error('It was not added.')
  await library.close()
  const database = openFile(join(library.folder(), 'data'))
  const seq = Number(database.prepare('SELECT seq FROM images WHERE id = ?').get(one.id)?.seq)
  const thing = (_: string, column: string) => (namesById.test(column) ? one.id : seq)
  const all = declared('picture')
  // A change of a workspace that is there, which can be undone.
  database.exec("INSERT INTO match_changes (seq, connection_id, kind, at, state) VALUES (1, '', 'moved', 1, 'done')")
  const before = addRows(database, all, thing, { connection_id: '', change: 1 })
  database.close()
  await library.reopen()
  await library.client().library.remove({ imageIds: [one.id] })
  await library.close()
  const removed = openFile(join(library.folder(), 'data'))
  const outcomes = (now: DatabaseSync) => outcomesOf(now, all, before, (...place) => [thing(...place), 'another'])
  expect(outcomes(removed)).toEqual(wanted(all, () => 'stays'))
  removed.close()
  await library.reopen()
  await library.client().removed.removeForGood({ things: [{ kind: 'picture', id: one.id }] })
  await library.close()
  const gone = openFile(join(library.folder(), 'data'))
  expect(outcomes(gone)).toEqual(wanted(all, (reference) => reference.gone))
  gone.close()
})
