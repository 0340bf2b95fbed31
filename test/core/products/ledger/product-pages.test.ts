import { expect, it } from 'vitest'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

const page = (offset = 0, limit = 100, text = '') => library.client().products.page({ offset, limit, text })

it('pages the products without their lists, with how many pictures each has, and one of these', async () => {
  await library.add(['a.png', 'b.png'])
  await library.connect()
  await library.start()
  await library.attach(['b.png', 'a.png'], 'Mug')
  await library.attach(['a.png'], 'Cup')
  await library.settled()
  const { total, rows } = await page()
  expect(total).toBe(2)
  expect(rows).toMatchObject([
    { name: 'Mug', pictures: 2, coverId: (await library.row('b.png')).id, createdByUs: true },
    { name: 'Cup', pictures: 1, coverId: (await library.row('a.png')).id },
  ])
  expect(rows.some((row) => 'lists' in row)).toBe(false)
  expect((await page(1, 1)).rows.map((row) => row.name)).toEqual(['Cup'])
  expect((await page(0, 100, 'mU')).rows.map((row) => row.name)).toEqual(['Mug'])
  expect((await page(0, 100, rows[1]?.productId ?? '')).rows.map((row) => row.name)).toEqual(['Cup'])
  expect(await page(0, 100, 'none')).toEqual({ total: 0, rows: [] })
})

it('finds products by any part of name or id, with any case, with and without accents', async () => {
  await library.add(['a.png'], false)
  await library.attach(['a.png'], 'Übungsmatte “Süd”')
  await library.client().products.attach({
    images: { kind: 'some', images: ['a.png'] },
    product: { kind: 'id', productId: 'SKÜ-100' },
    attribute: 'Images',
    current: { kind: 'nothing' },
    again: false,
  })
  for (const text of ['übung', 'ÜBUNG', 'ubung', 'su\u0308d', ' matte ']) {
    expect((await page(0, 100, text)).rows, text).toMatchObject([{ name: 'Übungsmatte “Süd”' }])
  }
  expect((await page(0, 100, 'skü-1')).rows).toMatchObject([{ productId: 'SKÜ-100' }])
  for (const name of ['My mug', 'Mugs', 'MUG']) await library.attach(['a.png'], name)
  expect((await page(0, 100, 'mug')).rows.map((row) => row.name)).toEqual(['MUG', 'Mugs', 'My mug'])
})

it('finds one product with its lists, as the list of all has it', async () => {
  await library.add(['a.png', 'b.png'])
  await library.connect()
  await library.start()
  await library.attach(['b.png', 'a.png'], 'Mug')
  await library.settled()
  const { find, list } = library.client().products
  const [mug] = await list()
  expect(mug?.lists[0]?.imageIds).toHaveLength(2)
  expect(await find({ by: 'ref', ref: mug?.ref ?? '' })).toEqual(mug)
  expect(await find({ by: 'id', productId: mug?.productId ?? '' })).toEqual(mug)
  expect(await find({ by: 'name', name: 'Mug' })).toEqual(mug)
  expect(await find({ by: 'name', name: 'Cup' })).toBeNull()
})

it('shows no product whose creation was cancelled', async () => {
  await library.add(['a.png'], false)
  await library.attach(['a.png'], 'Mug')
  expect((await page()).rows).toMatchObject([{ name: 'Mug', productId: null, pictures: 0, coverId: null }])
  await library.client().jobs.cancelWaiting({})
  expect(await page()).toEqual({ total: 0, rows: [] })
})

it('names the product of each job in a picture’s history', async () => {
  await library.add(['a.png'])
  await library.attach(['a.png'], 'Mug')
  const { history } = await library.client().library.details({ imageId: (await library.row('a.png')).id })
  expect(history.map((job) => [job.work.operation, job.productName])).toEqual([
    ['attach-sources', 'Mug'],
    ['upload-source', null],
  ])
})

it('lists the unfinished work on one product: its creation, then the changes of its lists', async () => {
  await library.add(['a.png', 'b.png'])
  const { productRef } = await library.attach(['a.png'], 'Mug')
  await library.attach(['b.png'], 'Mug')
  await library.attach(['b.png'], 'Mug plus')
  const open = () => library.client().jobs.ofProduct({ productRef })
  expect((await open()).map((job) => [job.work.operation, job.productName])).toEqual([
    ['create-product', 'Mug'],
    ['attach-sources', 'Mug'],
    ['attach-sources', 'Mug'],
  ])
  await library.connect()
  await library.start()
  await library.settled()
  expect(await open()).toEqual([])
})
