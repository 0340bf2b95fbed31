import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createCatalogueStore } from '../../../../electron/core/products/catalogue/catalogue-store.ts'
import { type ImportPorts, importList, removeOver } from '../../../../electron/core/products/catalogue/import-list.ts'
import { toStored } from '../../../../electron/core/products/catalogue/read-entry.ts'
import type { ListPiece, ListReader } from '../../../../electron/core/products/catalogue/read-list.ts'
import { treeWithout } from '../../../../electron/core/products/catalogue/sum-tree.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-full-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A library whose disk has no room for the commits that `isFull` names, counted from 1. */
const openLibrary = (isFull: (commit: number) => boolean) => {
  const database = new DatabaseSync(join(folder, 'library.db'))
  migrate(database)
  let commits = 0
  const prepare = database.prepare.bind(database)
  database.prepare = (sql: string) => {
    const statement = prepare(sql)
    if (sql !== 'COMMIT') return statement
    const run = statement.run.bind(statement)
    statement.run = () => {
      commits++
      if (isFull(commits)) throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
      return run()
    }
    return statement
  }
  const journal = createJournal(database, systemPlatform)
  return { journal, catalogue: createCatalogueStore(journal), commits: () => commits }
}

const pieces = 4

const head: ListPiece & { readonly kind: 'head' } = {
  kind: 'head',
  headers: ['sku'],
  form: { kind: 'text', encoding: 'utf-8', separator: ',', quoting: 'doubled' },
  ...{ shape: null, unclear: [], headerRow: 1, columns: { sku: 0 }, shopIds: [], rows: [] },
}

const endOf = (rows: number): ListPiece => ({
  kind: 'end',
  ...{ rows, merged: [], damage: [], tree: treeWithout(rows) },
  sum: { rows: rows + 1, headers: 1, empty: 0, products: rows, variants: 0, pictures: 0, views: 0, refused: 0 },
})

/** Sends a piece of ten rows whenever the one before has been committed, as a thread does that is slower than the disk. */
const slowList = (commits: () => number): ListReader =>
  async function* () {
    yield { ...head, headers: ['sku'] }
    for (let piece = 0; piece < pieces; piece++) {
      const row = { productId: null, gtin: null, name: null, handle: null, shows: null, showsAt: null, further: [] }
      const skus = Array.from({ length: 10 }, (_, at) => `S-${piece * 10 + at}`)
      const before = commits()
      yield { kind: 'rows', entries: skus.map((sku, at) => toStored({ row: at + 2, sku, ...row })), refused: [], said: [] }
      while (commits() === before) await systemPlatform.timers.nextTurn()
    }
    yield endOf(pieces * 10)
  }

const importInto = (ports: Omit<ImportPorts, 'clock' | 'readList'>, commits: () => number) =>
  importList(
    { ...ports, clock: systemPlatform.clock, readList: slowList(commits) },
    {
      path: '',
      name: 'list.csv',
      columns: { sku: 0 },
      reading: {},
      connectionId: null,
      isDry: false,
      signal: new AbortController().signal,
      onRows: () => {},
    },
  )

it('imports a list in a commit for its beginning, one a piece and one for its end', async () => {
  const { journal, catalogue, commits } = openLibrary(() => false)
  await importInto({ journal, catalogue }, commits)
  expect(commits()).toBe(pieces + 2)
  expect(catalogue.current(null)).toMatchObject({ products: 40 })
  journal.close()
})

it.each([1, 2, 3, 4, 5, 6])('imports all of a list or nothing when the disk has no room for one commit of it: %s of 6', async (full) => {
  const { journal, catalogue, commits } = openLibrary((commit) => commit === full)
  await expect(importInto({ journal, catalogue }, commits)).rejects.toMatchObject({ code: 'disk-full' })
  expect(catalogue.current(null)).toBeUndefined()
  await removeOver({ journal, catalogue }, new AbortController().signal)
  expect(journal.get('SELECT (SELECT count(*) FROM catalogue_entries) + (SELECT count(*) FROM catalogue_lists) AS n')).toEqual({ n: 0 })
  // There is room again: the same list comes in whole.
  const { result } = await importInto({ journal, catalogue }, commits)
  expect(result).toMatchObject({ added: 40 })
  expect(journal.get('SELECT count(*) AS n FROM catalogue_entries')).toEqual({ n: 40 })
  journal.close()
})

it('writes large rows one by one, however many come at once', async () => {
  const { journal, catalogue } = openLibrary(() => false)
  let writes = 0
  const counting = {
    ...journal,
    write: <T>(change: () => T): T => {
      writes++
      return journal.write(change)
    },
  }
  const row = { productId: null, gtin: null, name: null, handle: null, shows: null, showsAt: null }
  const further = [['Text', 'x'.repeat(500_000)]] as const
  const request = { path: '', name: 'list.csv', columns: { sku: 0 }, reading: {}, connectionId: null, isDry: false, onRows: () => {} }
  async function* large(): AsyncGenerator<ListPiece> {
    yield { ...head, headers: ['sku', 'Text'] }
    const entries = Array.from({ length: 20 }, (_, at) => toStored({ row: at + 2, sku: `S-${at}`, ...row, further }))
    yield { kind: 'rows', entries, refused: [], said: [] }
    yield endOf(20)
  }
  const ports = { journal: counting, catalogue, clock: systemPlatform.clock, readList: large }
  await importList(ports, { ...request, signal: new AbortController().signal })
  // One for the beginning of the list, one for its end.
  expect(writes).toBe(22)
  journal.close()
})
