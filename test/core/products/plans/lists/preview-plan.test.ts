import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultMatchRules } from '../../../../../shared/products/matching.ts'
import { nothingStated, type PlanStatements } from '../../../../../shared/products/plans.ts'
import { writePng } from '../../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../../support/open-test-library.ts'

const day = 24 * 60 * 60 * 1000
let now = Date.now()
const library = prepareTestLibrary({ clock: { now: () => now } })

const addFiles = async (files: readonly string[]): Promise<void> => {
  for (const file of files) {
    const path = join(library.folder(), 'drop', file)
    await mkdir(join(path, '..'), { recursive: true })
    await writePng(path, `seed of ${file}`)
  }
  await library.client().intake.add({ named: [join(library.folder(), 'drop')], recursive: true, upload: false })
}

const importList = async (rows: readonly string[]): Promise<void> => {
  const path = join(library.folder(), 'list.csv')
  await writeFile(path, `${rows.join('\n')}\n`)
  await library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
}

/** Files of these folders, matched to the products of this list. */
const matchAll = async (list: readonly string[], files: readonly string[]): Promise<void> => {
  now = Date.now()
  await library.connect()
  await importList(list)
  await addFiles(files)
  await library.client().matching.apply({ rules: [...defaultMatchRules] })
}

const preview = (answers: Partial<PlanStatements> = {}, page: object = {}) =>
  library.client().plans.preview({ offset: 0, limit: 100, now: { ...nothingStated, ...answers }, ...page })

const short = ({ rows }: Awaited<ReturnType<typeof preview>>) =>
  rows.map((row) => [row.product.sku, row.now.source, row.now.count, row.added, row.after, row.problem?.failure.kind ?? null])

const attachOne = (name: string, productId: string) =>
  library.attach([name], 'unused', { product: { kind: 'id', productId }, current: { kind: 'nothing' } })

describe('a plan that is shown', () => {
  it('says for each product what is there now and how that is known, in the list’s order', async () => {
    await matchAll(
      [
        'Product ID;SKU;Name;Image IDs;Images as of',
        'prd_3;SKU-300;Three;src_x,src_y;2026-01-05',
        ';SKU-200;Linen shirt;;',
        'prd_1;SKU-100;One;;',
      ],
      ['SKU-100/1.png', 'SKU-100/2.png', 'SKU-200/1.png', 'SKU-300/1.png'],
    )
    const plan = await preview({ list: 'use' })
    expect(short(plan)).toEqual([
      ['SKU-300', 'list', 2, 1, 3, null],
      ['SKU-200', 'new', 0, 1, 1, null],
      ['SKU-100', 'list', 0, 2, 2, null],
    ])
    expect(plan).toMatchObject({ products: 3, pictures: 4, changed: 3, added: 4, created: 1, unanswered: 0, blocked: 0 })
    expect(plan.sources).toMatchObject({ list: 2, new: 1, unknown: 0 })
    expect(plan.rows.map(({ isCreated, name }) => [isCreated, name])).toEqual([
      [false, 'Three'],
      [true, 'Linen shirt'],
      [false, 'One'],
    ])
    expect(plan.rows[0]?.now.ageMs).toBeGreaterThan(day)
    expect(plan.rows[2]?.now.ageMs).toBeNull()
  })

  it('asks once about all products of which nothing is known, and shows them first until that is answered', async () => {
    await matchAll(['Product ID;SKU', 'prd_1;SKU-100', ';SKU-200', 'prd_3;SKU-300'], ['SKU-100/1.png', 'SKU-200/1.png', 'SKU-300/1.png'])
    const open = await preview()
    expect(short(open)).toEqual([
      ['SKU-100', 'unknown', null, 1, null, 'list-not-answered'],
      ['SKU-300', 'unknown', null, 1, null, 'list-not-answered'],
      ['SKU-200', 'new', 0, 1, 1, null],
    ])
    expect(open).toMatchObject({ unanswered: 2, blocked: 0, changed: 3 })
    expect(short(await preview({ unknown: 'nothing' }))).toEqual([
      ['SKU-100', 'unknown', 0, 1, 1, null],
      ['SKU-200', 'new', 0, 1, 1, null],
      ['SKU-300', 'unknown', 0, 1, 1, null],
    ])
    const skipped = await preview({ unknown: 'skip' })
    expect(skipped).toMatchObject({ products: 3, changed: 1, added: 1, skipped: 2, unanswered: 0 })
    expect(skipped.mark).toBe(open.mark)
    expect((await preview({}, { offset: 1, limit: 1 })).rows.map(({ product }) => product.sku)).toEqual(['SKU-300'])
  })

  it('uses our own record while it counts, asks once it is old, and leaves out what is there or queued', async () => {
    await matchAll(['Product ID;SKU', 'prd_1;SKU-100'], ['SKU-100/1.png', 'SKU-100/2.png', 'SKU-100/3.png'])
    await attachOne('1.png', 'prd_1')
    await library.start()
    await library.settled()
    await library.client().queue.pause()
    await attachOne('2.png', 'prd_1').catch(() => {})
    expect(short(await preview())).toEqual([['SKU-100', 'ledger', 1, 2, 3, null]])
    await library.attach(['2.png'], 'unused', { product: { kind: 'id', productId: 'prd_1' } })
    expect(short(await preview())).toEqual([['SKU-100', 'ledger', 1, 1, 2, null]])
    now += 2 * day
    expect(short(await preview())).toEqual([['SKU-100', 'old', 1, 1, 2, 'list-not-answered']])
    expect((await preview()).rows[0]?.now.ageMs).toBeGreaterThanOrEqual(2 * day)
    expect(short(await preview({ old: 'as-known' }))).toEqual([['SKU-100', 'old', 1, 1, 2, null]])
    await library.client().connections.change({ listEditors: 'only-here' })
    expect(short(await preview())).toEqual([['SKU-100', 'ledger', 1, 1, 2, null]])
  })

  it('refuses the imported list where it leaves out what Packshot knows to be there', async () => {
    await matchAll(['Product ID;SKU', 'prd_1;SKU-100'], ['SKU-100/1.png', 'SKU-100/2.png'])
    await attachOne('1.png', 'prd_1')
    await library.start()
    await library.settled()
    now += 2 * day
    const yesterday = new Date(now - day).toISOString().slice(0, 10)
    await importList(['Product ID;SKU;Images;As of', `prd_1;SKU-100;src_theirs;${yesterday}`])
    const plan = await preview({ list: 'use' })
    expect(short(plan)).toEqual([['SKU-100', 'list', 1, 1, 2, 'statement-incomplete']])
    expect(plan).toMatchObject({ blocked: 1, changed: 0, unanswered: 0 })
  })

  it('never takes two products of the list for one because they share a name, and asks about two with one SKU', async () => {
    await matchAll(
      ['SKU;Name', 'SKU-100;Linen shirt', 'SKU-200;Linen shirt', 'SKU-300;Mug'],
      ['SKU-100/1.png', 'SKU-200/1.png', 'SKU-300/1.png'],
    )
    expect(short(await preview())).toEqual([
      ['SKU-100', 'new', 0, 1, 1, null],
      ['SKU-200', 'new', 0, 1, 1, null],
      ['SKU-300', 'new', 0, 1, 1, null],
    ])
    // What rules found would be a question on the Match screen.
    const kept = (await library.client().matching.page({ offset: 0, limit: 10 })).rows.find(({ product }) => product.sku === 'SKU-300')
    if (!kept) throw new Error('SKU-300 has no pictures')
    await library.client().matching.move({ imageIds: kept.pictures.map(({ imageId }) => imageId), to: kept.product })
    const two = ['prd_1;SKU-300;Small cup', 'prd_2;SKU-300;Large cup']
    await importList(['Product ID;SKU;Name', ';SKU-100;Linen shirt', ';SKU-200;Linen shirt', ...two])
    const plan = await preview()
    expect(short(plan)[0]).toEqual(['SKU-300', 'unknown', null, 1, null, 'product-ambiguous'])
    expect(plan).toMatchObject({ changed: 2, blocked: 1, created: 2, unanswered: 0, sources: { unknown: 0, new: 2 } })
  })

  it('needs no answer where the service adds to lists, or the product is read when it is sent', async () => {
    await matchAll(['Product ID;SKU', 'prd_1;SKU-100'], ['SKU-100/1.png'])
    await library.client().connections.change({ serviceAppends: true })
    expect(short(await preview())).toEqual([['SKU-100', 'appends', null, 1, null, null]])
  })

  it('has another mark once a match, a product or what is asked about has changed', async () => {
    await matchAll(['Product ID;SKU', 'prd_1;SKU-100', 'prd_2;SKU-200'], ['SKU-100/1.png', 'SKU-200/1.png'])
    const marks = [(await preview()).mark]
    expect((await preview({ unknown: 'nothing' }, { limit: 0 })).mark).toBe(marks[0])
    const [first, second] = (await preview()).rows
    const page = await library.client().matching.page({ offset: 0, limit: 10 })
    const imageId = page.rows.find(({ product }) => product.key === first?.product.key)?.pictures[0]?.imageId ?? ''
    await library.client().matching.move({ imageIds: [imageId], to: second!.product })
    marks.push((await preview()).mark)
    await importList(['Product ID;SKU;Images', 'prd_1;SKU-100;', 'prd_2;SKU-200;src_1'])
    marks.push((await preview()).mark)
    await importList(['Product ID;SKU;Images', 'prd_1;SKU-100;', 'prd_2;SKU-200;src_2'])
    marks.push((await preview()).mark)
    expect(new Set(marks).size).toBe(4)
  })

  it('leaves out pictures that were removed from the library, and shows nothing without matches', async () => {
    const none = await preview()
    expect(none).toMatchObject({ products: 0, pictures: 0, rows: [] })
    await library.connect()
    // Another workspace's plan is another one, although it has the same products.
    expect((await preview()).mark).not.toBe(none.mark)
    await matchAll(['SKU', 'SKU-100'], ['SKU-100/1.png', 'SKU-100/2.png'])
    const { id } = await library.row('1.png')
    await library.client().library.remove({ imageIds: [id] })
    expect(await preview()).toMatchObject({ products: 1, pictures: 1, added: 1 })
  })
})
