import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { compareDerived } from '../../../support/derived-tables.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const products = () => library.client().products
const importList = async (text: string) => {
  const path = join(library.folder(), 'list.csv')
  await writeFile(path, text)
  return library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
}
const listed = async () => (await library.client().catalogue.page({ offset: 0, limit: 10, text: '' })).rows
const refOf = async (named: string): Promise<string> => {
  const { rows } = await products().page({ offset: 0, limit: 20, listed: true })
  return rows.find(({ name, productId }) => name === named || productId === named)?.ref ?? ''
}
const both = async (one: string, two: string) => ({ ref: await refOf(one), other: await refOf(two) })
/** The pictures of each product, in their order. */
const matched = async (): Promise<Record<string, string[]>> => {
  const { rows } = await library.client().matching.page({ offset: 0, limit: 10 })
  return Object.fromEntries(rows.map(({ product, pictures }) => [product.key, pictures.map(({ name }) => name)]))
}
/** To which product each waiting job goes. */
const jobs = async () => {
  const all = await library.client().jobs.list({ operation: 'attach-sources' })
  const read = all.map(async ({ id, work, status }) => {
    const ref = 'productRef' in work ? work.productRef : ''
    return [id, (await products().find({ by: 'ref', ref }))?.productId ?? null, status.state] as const
  })
  return (await Promise.all(read)).toSorted()
}
const attachTo = (image: string, productId: string) =>
  library.attach([image], '', { product: { kind: 'id', productId }, current: { kind: 'nothing' } })
const expectDerived = (): void => {
  const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
  try {
    const { kept, again } = compareDerived(database)
    expect(kept).toEqual(again)
  } finally {
    database.close()
  }
}
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error) => error.failure?.kind ?? error.code,
  )

it('makes two rows of the list one, with pictures and waiting work of both, and undoes all of it', async () => {
  await library.add(['SKU-1.png', 'SKU-1_2.png', 'SKU-2.png', 'SKU-3.png'])
  await importList('Product ID,SKU,Name,GTIN,Price\nid_1,SKU-1,Mug,,1\nid_2,SKU-2,Old mug,4006381333931,2\nid_3,SKU-3,Cup,,3\n')
  await library.client().matching.apply({ rules: [{ by: 'sku' }] })
  await attachTo('SKU-1.png', 'id_1')
  await attachTo('SKU-2.png', 'id_2')
  const before = { listed: await listed(), matched: await matched(), jobs: await jobs() }
  expect(before.jobs.map(([, id]) => id)).toEqual(expect.arrayContaining(['id_1', 'id_2']))

  const preview = await products().mergePreview(await both('Old mug', 'Mug'))
  expect(preview).toMatchObject({
    from: { fields: { sku: 'SKU-2' }, matched: 1, attachments: 1 },
    into: { fields: { sku: 'SKU-1' } },
    isBusy: false,
  })
  expect(preview.differences.map(({ field }) => field)).toEqual(['productId', 'sku', 'name', '+Price'])

  const { ref, undo } = await products().merge(await both('Old mug', 'Mug'))
  expect((await products().find({ by: 'ref', ref }))?.productId).toBe('id_1')
  expect((await listed()).map(({ sku, name, gtin, productId }) => [sku, name, gtin, productId])).toEqual([
    ['SKU-1', 'Mug', '04006381333931', 'id_1'],
    ['SKU-3', 'Cup', null, 'id_3'],
  ])
  expect((await library.client().catalogue.summary())?.products).toBe(2)
  expect(await matched()).toEqual({ 'id:id_1': ['SKU-1.png', 'SKU-1_2.png', 'SKU-2.png'], 'id:id_3': ['SKU-3.png'] })
  expect((await jobs()).map(([, id]) => id)).toEqual(['id_1', 'id_1'])
  expectDerived()

  await products().undoEdit({ undo })
  const bySku = <T extends { readonly sku: string | null }>(rows: readonly T[]): T[] =>
    rows.toSorted((one, other) => (one.sku ?? '').localeCompare(other.sku ?? ''))
  expect(bySku(await listed())).toEqual(bySku(before.listed))
  expect(await matched()).toEqual(before.matched)
  expect(await jobs()).toEqual(before.jobs)
  expectDerived()
})

it('keeps the product that the workspace has, whichever is named first', async () => {
  await library.add(['SKU-1.png', 'SKU-2.png'], false)
  await importList('Product ID,SKU,Name\n,SKU-1,Mug\nid_2,SKU-2,Old mug\n')
  await library.client().matching.apply({ rules: [{ by: 'sku' }] })
  const { undo } = await products().merge(await both('Old mug', 'Mug'))
  expect((await listed()).map(({ sku, productId }) => [sku, productId])).toEqual([['SKU-2', 'id_2']])
  expect(await matched()).toEqual({ 'id:id_2': ['SKU-2.png', 'SKU-1.png'] })
  await products().undoEdit({ undo })
  expect(await matched()).toEqual({ 'sku:sku-1': ['SKU-1.png'], 'id:id_2': ['SKU-2.png'] })
})

it('gives a product of the list the ID of one that was only attached to', async () => {
  await library.add(['SKU-1.png', 'a.png'])
  await importList('SKU,Name\nSKU-1,Mug\n')
  await library.client().matching.apply({ rules: [{ by: 'sku' }] })
  await attachTo('a.png', 'id_9')
  const { undo } = await products().merge(await both('Mug', 'id_9'))
  expect((await listed()).map(({ sku, productId }) => [sku, productId])).toEqual([['SKU-1', 'id_9']])
  expect(await matched()).toEqual({ 'id:id_9': ['SKU-1.png'] })
  expect((await jobs()).map(([, id]) => id)).toEqual(['id_9'])
  await products().undoEdit({ undo })
  expect((await listed()).map(({ productId }) => productId)).toEqual([null])
  expect(await matched()).toEqual({ 'sku:sku-1': ['SKU-1.png'] })
})

it('keeps what is known of the lists of each ID, since they are two products in the workspace', async () => {
  await library.connect()
  await library.add(['a.png', 'b.png'])
  await library.start()
  await attachTo('a.png', 'id_1')
  await attachTo('b.png', 'id_2')
  await library.settled()
  const known = async (id: string) => (await products().find({ by: 'id', productId: id }))?.lists.map(({ sourceIds }) => sourceIds)
  const before = [await known('id_1'), await known('id_2')]
  expect(before.flat(2)).toHaveLength(2)
  const { undo } = await products().merge(await both('id_2', 'id_1'))
  expect([await known('id_1'), await known('id_2')]).toEqual(before)
  await products().undoEdit({ undo })
  expect([await known('id_1'), await known('id_2')]).toEqual(before)
})

it('leaves pictures where a person put them after the merge, when it is undone', async () => {
  await library.add(['SKU-1.png', 'SKU-2.png', 'late.png'], false)
  await importList('SKU,Name\nSKU-1,Mug\nSKU-2,Old mug\nSKU-3,Cup\n')
  await library.client().matching.apply({ rules: [{ by: 'sku' }] })
  const { undo } = await products().merge(await both('Old mug', 'Mug'))
  const to = (key: string, sku: string, name: string) => ({ key, productId: null, sku, gtin: null, name, handle: null })
  const ids = async (name: string) => [(await library.row(name)).id]
  await library.client().matching.move({ imageIds: await ids('late.png'), to: to('sku:sku-1', 'SKU-1', 'Mug') })
  await library.client().matching.move({ imageIds: await ids('SKU-2.png'), to: to('sku:sku-3', 'SKU-3', 'Cup') })
  await products().undoEdit({ undo })
  expect(await matched()).toEqual({ 'sku:sku-1': ['SKU-1.png', 'late.png'], 'sku:sku-3': ['SKU-2.png'] })
})

it('leaves no pictures with a variant that is no product any more, when a merge of before the switch is undone', async () => {
  await library.add(['M-1.png', 'S-R.png'], false)
  await importList(
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nshirt,Shirt,Color,Red,S-R,9\nshirt,,,Blue,S-B,9\nmug,Mug,,,M-1,9\n',
  )
  await library.client().catalogue.setTargets({ productIs: 'variant' })
  await library.client().matching.apply({ rules: [{ by: 'sku' }] })
  const { undo } = await products().merge(await both('Shirt – Red', 'Mug'))
  expect(Object.values(await matched())).toEqual([['M-1.png', 'S-R.png']])
  await library.client().catalogue.setTargets({ productIs: 'product' })
  await products().undoEdit({ undo })
  expect(await matched()).toEqual({ 'handle:shirt': ['S-R.png'], 'sku:m-1': ['M-1.png'] })
})

it('merges no product with itself, and none that is about to be created', async () => {
  await library.add(['1.png'], false)
  await importList('SKU,Name\nSKU-1,Mug\n')
  await library.attach(['1.png'], 'Jug')
  expect(await codeOf(products().merge(await both('Mug', 'Mug')))).toBe('products-are-one')
  expect(await codeOf(products().merge(await both('Jug', 'Mug')))).toBe('product-busy')
  expect(await products().mergePreview(await both('Jug', 'Mug'))).toMatchObject({ isBusy: true })
})
