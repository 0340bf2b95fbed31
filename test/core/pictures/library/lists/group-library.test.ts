import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createJournal, type Journal } from '../../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { createLibraryLists, type LibraryView } from '../../../../../electron/core/pictures/library/lists/library-lists.ts'
import { type LibraryFilter, type LibraryGrouping, type LibrarySort, librarySort } from '../../../../../shared/pictures/library.ts'
import { usualOrder } from '../../../../../shared/products/usual-order.ts'
import { writePng } from '../../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const byName: LibrarySort = { by: 'name', descending: false }

const drop = async (files: readonly string[], dropped: readonly string[] = files): Promise<void> => {
  for (const file of files) {
    const path = join(library.folder(), file)
    await mkdir(dirname(path), { recursive: true })
    await writePng(path, `seed of ${file}`)
  }
  await library.core().addFiles(dropped.map((one) => join(library.folder(), one)))
}

type Wanted = { readonly groupBy: LibraryGrouping; readonly sort?: LibrarySort; readonly filter?: Partial<LibraryFilter> }

/** Each group's header and the names of its pictures, as a window puts them together from counts, headers and pages of two. */
const groups = async ({ groupBy, sort = byName, filter = {} }: Wanted) => {
  const { library: call } = library.client()
  const view = { sort, filter, groupBy }
  const counts = (await call.groups(view)).pictures
  const pictures = counts === '' ? [] : counts.split(' ').map(Number)
  const heads = await call.groupPage({ ...view, offset: 0, limit: 500 })
  expect(heads.map((head) => head.pictures)).toEqual(pictures)
  const names: string[] = []
  const ids: string[] = []
  const total = pictures.reduce((sum, one) => sum + one, 0)
  for (let offset = 0; offset === 0 || offset < total; offset += 2) {
    const page = await call.page({ ...view, offset, limit: 2 })
    expect(page.total).toBe(total)
    names.push(...page.rows.map((row) => row.name))
    ids.push(...page.rows.map((row) => row.id))
  }
  expect(await call.ids(view)).toEqual(ids)
  let from = 0
  const found: [string | null, string[]][] = []
  for (const head of heads) {
    // A group's ids are exactly those below its header.
    expect(await call.ids({ ...view, group: head.key })).toEqual(ids.slice(from, from + head.pictures))
    found.push([head.name, names.slice(from, from + head.pictures)])
    from += head.pictures
  }
  return found
}

const folders = async (wanted: Omit<Wanted, 'groupBy'> = {}) =>
  (await groups({ groupBy: 'folder', ...wanted })).map(([folder, names]) => [folder && basename(folder), ...names])

/** A file as a browser sends it: without a path. */
const send = async (name: string): Promise<void> => {
  const path = join(library.folder(), name)
  await writePng(path, `seed of ${name}`)
  await library.core().receiveUpload(createReadStream(path), name)
}

const idOf = async (name: string): Promise<string> => (await library.row(name)).id

const attach = async (names: readonly string[], product: string): Promise<void> => {
  await library.attach(await Promise.all(names.map(idOf)), product)
  await library.settled()
}

describe('a library in groups', () => {
  it('has folders as a person counts, pictures without a folder last, and the chosen order in each', async () => {
    await drop(['Shoot/SKU-10/b.png', 'Shoot/SKU-2/c.png', 'Shoot/SKU-2/a10.png', 'Shoot/SKU-2/a9.png', 'Shoot/cover.png'], ['Shoot'])
    await send('pasted.png')
    expect(await folders()).toEqual([
      ['Shoot', 'cover.png'],
      ['SKU-2', 'a9.png', 'a10.png', 'c.png'],
      ['SKU-10', 'b.png'],
      [null, 'pasted.png'],
    ])
    expect((await folders({ sort: { by: 'name', descending: true } }))[1]).toEqual(['SKU-2', 'c.png', 'a10.png', 'a9.png'])
    expect(await folders({ filter: { text: 'a' } })).toEqual([
      ['SKU-2', 'a9.png', 'a10.png'],
      [null, 'pasted.png'],
    ])
    expect(await folders({ filter: { text: 'nothing of it' } })).toEqual([])
    expect(await library.client().library.ids({ sort: byName, filter: {}, groupBy: 'folder', group: '/not/there' })).toEqual([])
    for (const by of librarySort.shape.by.options)
      for (const descending of [true, false])
        expect((await folders({ sort: { by, descending } })).map(([name]) => name)).toEqual(['Shoot', 'SKU-2', 'SKU-10', null])
  })

  it('has the newest drop first, with its time, whichever order pictures have in it', async () => {
    await drop(['a2.png', 'a10.png'])
    await drop(['b1.png'])
    const names = async (sort: LibrarySort) => (await groups({ groupBy: 'drop', sort })).map(([, all]) => all)
    expect(await names(usualOrder)).toEqual([['b1.png'], ['a2.png', 'a10.png']])
    expect(await names({ by: 'added', descending: false })).toEqual([['b1.png'], ['a2.png', 'a10.png']])
    expect(await names({ by: 'name', descending: true })).toEqual([['b1.png'], ['a10.png', 'a2.png']])
    const [newest, oldest] = await library.client().library.groupPage({ offset: 0, limit: 2, sort: byName, filter: {}, groupBy: 'drop' })
    expect(newest).toMatchObject({ key: '2', at: expect.any(Number), pictures: 1 })
    expect(oldest?.at).toBeLessThanOrEqual(newest?.at ?? 0)
  })

  it('has products by name, each picture once with the first of its products, and pictures without one last', async () => {
    await library.connect()
    await library.start()
    await drop(['one.png', 'two.png', 'three.png', 'four.png'])
    await attach(['one.png', 'two.png'], 'Cup 10')
    await attach(['two.png', 'three.png'], 'cup 2')
    const wanted: Wanted = { groupBy: 'product' }
    expect(await groups(wanted)).toEqual([
      ['cup 2', ['three.png', 'two.png']],
      ['Cup 10', ['one.png']],
      [null, ['four.png']],
    ])
    expect(await groups({ ...wanted, filter: { state: 'attached', text: 'two.' } })).toEqual([['cup 2', ['two.png']]])
    // Its row says that further products show it.
    expect([(await library.row('two.png')).products, (await library.row('one.png')).products]).toEqual([2, undefined])
    // Off the first product: it is the second one's now.
    const cup = (await library.client().products.list()).find(({ name }) => name === 'cup 2')
    const kept = cup?.lists[0]?.sourceIds?.[1] ?? ''
    await library.client().products.replaceList({ productRef: cup?.ref ?? '', attribute: 'Images', sourceIds: [kept] })
    await library.settled()
    expect(await groups(wanted)).toEqual([
      ['cup 2', ['three.png']],
      ['Cup 10', ['one.png', 'two.png']],
      [null, ['four.png']],
    ])
    await library.client().workspaces.disconnect()
    expect(await groups(wanted)).toEqual([[null, ['four.png', 'one.png', 'three.png', 'two.png']]])
  })

  it('follows what is added, removed, restored and changed, and keeps its version while only work goes on', async () => {
    const version = async () => (await library.client().library.groups({ sort: byName, filter: {}, groupBy: 'folder' })).version
    await drop(['A/1.png', 'A/2.png'], ['A'])
    expect(await folders()).toEqual([['A', '1.png', '2.png']])
    const before = await version()
    await library.connect()
    await library.start()
    await library.ask(await Promise.all(['1.png', '2.png'].map(idOf)), 'White?')
    await library.settled()
    // The check after the drop may have learnt a size.
    expect(await version()).toBe(before)
    await drop(['A/3.png', 'B/1.png'], ['A', 'B'])
    expect(await version()).not.toBe(before)
    expect(await folders()).toEqual([
      ['A', '1.png', '2.png', '3.png'],
      ['B', '1.png'],
    ])
    const gone = await idOf('2.png')
    await library.client().library.remove({ imageIds: [gone] })
    expect((await folders())[0]).toEqual(['A', '1.png', '3.png'])
    expect(await folders({ filter: { text: '3' } })).toEqual([['A', '3.png']])
    await library.client().library.restore({ imageIds: [gone] })
    expect((await folders())[0]).toEqual(['A', '1.png', '2.png', '3.png'])
    await library.reopen()
    expect((await folders())[0]).toEqual(['A', '1.png', '2.png', '3.png'])
  })
})

/** A library in memory with its reader, and the statements that ran since `ran` was emptied. */
const openCounted = () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const ran: { sql: string; plan: string }[] = []
  const explained =
    (read: 'get' | 'all') =>
    (sql: string, ...values: SQLInputValue[]) => {
      if (!sql.startsWith('PRAGMA')) {
        const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
        ran.push({ sql, plan: steps.map((row) => String(row.detail)).join('; ') })
      }
      return journal[read](sql, ...values)
    }
  const counted = { ...journal, get: explained('get'), all: explained('all') } as Journal
  const reader = createLibraryLists(counted, () => null)
  return { database, journal, reader, ran }
}

const noFilter: LibraryFilter = { text: '', state: null, format: null, productRef: null, folder: null }

/** `folders` folders with `each` pictures, added one folder after the other. */
const fill = (database: DatabaseSync, folders: number, each: number): void => {
  const insert = database.prepare(
    `INSERT INTO images (id, name, folder, dropped, place_key, name_key, origin, added_at, checked, format, bytes, width, height)
     VALUES (?, ?, ?, ?, ?, ?, '{}', 1, 1, 'png', ?, 1, 1)`,
  )
  const original = database.prepare("INSERT INTO originals VALUES (?, 1, ?, 'png', 1, 1, 1, 1, 0, 0, '', 1, NULL)")
  database.exec('BEGIN')
  for (let folder = 0; folder < folders; folder++)
    for (let at = 0; at < each; at++) {
      const id = `img_${folder}_${at}`
      const { lastInsertRowid } = insert.run(id, `${at}.png`, `/shoot/SKU-${folder}`, 1 + (folder % 7), `${folder} ${at}`, `${at}`, at)
      original.run(lastInsertRowid, id)
    }
  database.exec('COMMIT')
}

describe('groups of a large library', () => {
  it('are made once, along an index: each further page and header reads its own rows only', async () => {
    const { database, reader, ran } = openCounted()
    fill(database, 300, 80)
    for (const groupBy of ['folder', 'drop', 'product'] as const) {
      const view: LibraryView = { sort: byName, filter: noFilter, groupBy, checkBasis: null }
      ran.length = 0
      const { pictures } = reader.groups(view)
      expect(pictures).toHaveLength({ folder: 300, drop: 7, product: 1 }[groupBy])
      expect(pictures.reduce((sum, one) => sum + one, 0)).toBe(24_000)
      // Nothing reads the table itself, only indexes.
      for (const { plan } of ran) expect(plan).not.toMatch(/SCAN images(?! USING (COVERING )?INDEX)/)
      ran.length = 0
      const page = reader.page({ ...view, offset: 12_000, limit: 100 })
      expect(page.rows).toHaveLength(100)
      reader.groupPage({ ...view, offset: 5, limit: 100 })
      reader.groups(view)
      expect(ran.filter(({ sql }) => /images_by_|ORDER BY images/.test(sql))).toEqual([])
      for (const { plan } of ran) expect(plan).not.toContain('SCAN images')
    }
  })

  it('are the same as when each picture is put into its group by itself', async () => {
    const { database, reader } = openCounted()
    fill(database, 137, 83)
    const view: LibraryView = { sort: { by: 'bytes', descending: true }, filter: noFilter, groupBy: 'folder', checkBasis: null }
    const expected = database
      .prepare('SELECT id FROM images ORDER BY CAST(substr(folder, 12) AS INTEGER), bytes DESC, seq DESC')
      .all()
      .map((row) => String(row.id))
    expect(reader.ids(view)).toEqual(expected)
    expect(reader.ids({ ...view, group: '/shoot/SKU-40' })).toEqual(expected.filter((id) => id.startsWith('img_40_')))
  })
})
