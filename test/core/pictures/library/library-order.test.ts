import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { readIds, readSeqs, walkLibrary } from '../../../../electron/core/pictures/library/library-order.ts'
import { type LibrarySort, librarySort } from '../../../../shared/pictures/library.ts'
import { usualOrder } from '../../../../shared/products/usual-order.ts'
import { writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

/** Writes pictures, and adds them as one drop: `dropped` are files and folders. */
const drop = async (files: readonly string[], dropped: readonly string[] = files): Promise<void> => {
  for (const file of files) {
    const path = join(library.folder(), file)
    await mkdir(dirname(path), { recursive: true })
    await writePng(path, `seed of ${file}`)
  }
  await library.core().addFiles(dropped.map((one) => join(library.folder(), one)))
}

const places = async (sort: LibrarySort): Promise<string[]> =>
  (await library.page({}, sort.by, sort.descending)).rows.map(({ folder, name }) =>
    join(folder ?? '', name).slice(library.folder().length + 1),
  )

it('is the newest drop first, and in each drop by folder and name as a person counts', async () => {
  const first = ['Shoot/SKU-10/IMG_1.png', 'Shoot/SKU-2/IMG_10.png', 'Shoot/SKU-2/IMG_2.png', 'Shoot/cover.png']
  await drop(first, ['Shoot'])
  await drop(['b/2.png', 'a/10.png', 'a/9.png'])
  const newest = ['a/9.png', 'a/10.png', 'b/2.png']
  const oldest = ['Shoot/cover.png', 'Shoot/SKU-2/IMG_2.png', 'Shoot/SKU-2/IMG_10.png', 'Shoot/SKU-10/IMG_1.png']
  expect(await places(usualOrder)).toEqual([...newest, ...oldest])
  expect(await places({ by: 'added', descending: false })).toEqual([...oldest, ...newest])
  expect(await library.names({}, 'name')).toEqual(['2.png', '9.png', '10.png', 'cover.png', 'IMG_1.png', 'IMG_2.png', 'IMG_10.png'])

  const client = library.client()
  const { rows } = await library.page({}, 'added', true)
  const ids = rows.map(({ id }) => id)
  const listed = await client.pictures.list()
  expect(listed.map(({ id }) => id)).toEqual(ids)
  expect(listed.map(({ folder }) => folder)).toEqual(rows.map(({ folder }) => folder))
  expect(await client.library.ids({ sort: usualOrder, filter: {} })).toEqual(ids)
  await client.products.attach({
    images: { kind: 'all' },
    product: { kind: 'new', name: 'Mug' },
    attribute: 'Images',
    current: null,
    again: false,
  })
  const [attach] = await client.jobs.list({ operation: 'attach-sources' })
  const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'), { readOnly: true })
  const attached = database.prepare('SELECT image_id FROM attach_pictures WHERE job_id = ? ORDER BY position').all(attach?.id ?? '')
  database.close()
  expect(attached.map((row) => row.image_id)).toEqual(ids)
})

it('stays the same page by page and piece by piece, also where keys are equal', async () => {
  await drop(['one/1.png', 'two/1.png', 'two/01.png'])
  await drop(['three/5.png', 'three/05.png', 'three/005.png'])
  for (const by of librarySort.shape.by.options)
    for (const descending of [true, false]) {
      const sort = { by, descending }
      const whole = await library.client().library.ids({ sort, filter: {} })
      const pages: string[] = []
      for (let offset = 0; offset < 6; offset += 2)
        pages.push(...(await library.client().library.page({ offset, limit: 2, sort, filter: {} })).rows.map(({ id }) => id))
      expect(pages).toEqual(whole)
      expect(await library.client().library.ids({ sort, filter: { text: 'png' } })).toEqual(whole)
    }
})

it('puts a picture that was removed and is dropped again first', async () => {
  await drop(['a.png', 'b.png'])
  await library.client().library.remove({ imageIds: [(await library.row('b.png')).id] })
  await drop(['c.png'])
  await drop(['b.png'])
  expect(await library.names({}, 'added', true)).toEqual(['b.png', 'c.png', 'a.png'])
})

it('is read from an index in every direction, without sorting', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const plans: string[] = []
  const journal = createJournal(database, systemPlatform)
  const explaining = {
    ...journal,
    get: (sql: string, ...values: never[]) => {
      plans.push(
        database
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all(...values)
          .map((row) => String(row.detail))
          .join('; '),
      )
      return journal.get(sql, ...values)
    },
  } as typeof journal
  for (let at = 0; at < 5; at++)
    database
      .prepare(
        `INSERT INTO images (id, name, folder, dropped, place_key, name_key, origin, added_at, checked, format, bytes, width, height)
         VALUES (?, 'n', NULL, 1, 'k', 'k', '{}', 1, 1, 'png', 1, 1, 1)`,
      )
      .run(`img_${at}`)
  const all = { sql: 'images.removed_at IS NULL', values: [] }
  for (const by of librarySort.shape.by.options)
    for (const descending of [true, false]) {
      readSeqs(explaining, { by, descending }, all, { offset: 1, limit: 2 })
      readIds(explaining, { by, descending }, all)
      expect([...walkLibrary(explaining, { by, descending }, 2)].flatMap(({ seqs }) => seqs)).toHaveLength(5)
    }
  const reading = plans.filter((plan) => plan.includes('INDEX images_by'))
  expect(reading).toHaveLength(40)
  for (const plan of reading) expect(plan).not.toContain('TEMP B-TREE')
  // Going on starts in the middle of the index.
  expect(reading.filter((plan) => plan.includes('SEARCH')).length).toBeGreaterThan(10)
})
