import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readList } from '../../../../../electron/core/products/catalogue/read-list.ts'
import { prepareTestLibrary } from '../../../../support/open-test-library.ts'

const library = prepareTestLibrary({ readList })

const list = `SKU,GTIN,Name,Product ID,Colour
SKU-10,4006381333931,Olive oil 500 ml,p10,green
SKU-100,,Penne 500 g,,
SKU-1,,Müsli,p1,
SKU-15,,Straße,p15,dark green
`

const importList = async (text = list): Promise<void> => {
  const path = join(library.folder(), 'list.csv')
  writeFileSync(path, text)
  await library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
}

const page = async (text: string, more: { readonly listed?: boolean; readonly offset?: number; readonly limit?: number } = {}) =>
  library.client().products.page({ offset: 0, limit: 10, text, listed: true, ...more })
const names = async (text: string) => (await page(text)).rows.map((row) => row.name)
const matchNames = async (text: string) =>
  (await library.client().matching.products({ text, limit: 10 })).map(({ product }) => product.name)

const attachToId = (productId: string, images = ['a.png']) =>
  library.client().products.attach({
    images: { kind: 'some', images },
    product: { kind: 'id', productId },
    attribute: 'Images',
    current: { kind: 'nothing' },
    again: false,
  })

describe('the search for products', () => {
  it('is the same for lists of products and for matching: the closest first, whether Packshot worked with them or not', async () => {
    await library.add(['a.png'], false)
    await importList()
    await attachToId('p10')
    await attachToId('p15')
    for (const find of [names, matchNames]) {
      expect(await find('SKU-1')).toEqual(['Müsli', 'Olive oil 500 ml', 'Straße', 'Penne 500 g'])
      expect(await find('sku15')).toEqual(['Straße'])
      expect(await find('musli')).toEqual(['Müsli'])
      expect(await find('strasse')).toEqual(['Straße'])
      expect(await find('500 olive')).toEqual(['Olive oil 500 ml'])
      expect(await find('olive 750')).toEqual([])
      expect(await find('green')).toEqual(['Olive oil 500 ml', 'Straße'])
      expect(await find('oil green')).toEqual(['Olive oil 500 ml'])
    }
  })

  it('tells the field that matched, and shows the SKU and a picture', async () => {
    await library.add(['a.png', 'b.png'])
    await importList()
    const one = async (text: string) => (await page(text)).rows[0]
    expect(await one('4006381333931')).toMatchObject({
      name: 'Olive oil 500 ml',
      productId: 'p10',
      listed: { sku: 'SKU-10' },
      coverId: null,
      found: { field: 'gtin', how: 'exact', text: '4006381333931' },
    })
    expect((await one('SKU-15'))?.found).toEqual({ field: 'sku', how: 'exact', text: 'SKU-15' })
    expect((await one('dark'))?.found).toEqual({ field: 'column', how: 'part', header: 'Colour', text: 'dark green' })
    expect((await page('')).rows[0]).not.toHaveProperty('found')
    const { id } = await library.row('b.png')
    const [olive] = await library.client().matching.products({ text: 'olive', limit: 1 })
    if (!olive) throw new Error('It was not found.')
    await library.client().matching.move({ imageIds: [id], to: olive.product })
    expect((await one('olive'))?.coverId).toBe(id)
    expect(await library.client().matching.products({ text: 'olive', limit: 1 })).toMatchObject([
      { pictures: 1, coverId: id, found: { field: 'name', how: 'prefix' } },
    ])
  })

  it('pages what it found, and can leave out what Packshot has not worked with', async () => {
    await library.add(['a.png'], false)
    await importList()
    await attachToId('p15')
    expect(await page('sku', { offset: 1, limit: 2 })).toMatchObject({
      total: 4,
      rows: [{ name: 'Olive oil 500 ml' }, { name: 'Penne 500 g' }],
    })
    expect(await page('sku', { listed: false })).toMatchObject({ total: 1, rows: [{ name: 'Straße', listed: { sku: 'SKU-15' } }] })
  })

  it('shows a product once that was created for an entry of the list', async () => {
    await library.add(['a.png'])
    await library.connect()
    await importList()
    const ref = (await page('Penne')).rows[0]?.ref ?? ''
    await library.client().products.attach({
      images: { kind: 'some', images: ['a.png'] },
      product: { kind: 'ref', ref },
      attribute: 'Images',
      current: null,
      again: false,
    })
    await library.start()
    await library.settled()
    const found = await page('Penne')
    expect(found).toMatchObject({ total: 1, rows: [{ listed: { sku: 'SKU-100' }, pictures: 1 }] })
    expect(found.rows[0]?.productId).not.toBeNull()
    expect(await matchNames('penne')).toEqual(['Penne 500 g'])
  })

  it('follows every change: a new list, new products, cancelled work and work that comes after it', async () => {
    await library.add(['a.png', 'b.png'], false)
    await importList()
    expect(await names('mug')).toEqual([])
    await library.attach(['a.png'], 'Mug')
    expect(await names('mug')).toEqual(['Mug'])
    await library.client().jobs.cancelWaiting({})
    expect(await names('mug')).toEqual([])
    await attachToId('mug-7')
    expect((await page('mug')).rows.map((row) => row.productId)).toEqual(['mug-7'])
    await library.client().jobs.cancelWaiting({})
    expect((await page('mug')).total).toBe(0)
    await attachToId('mug-7', ['b.png'])
    expect((await page('mug')).total).toBe(1)
    await importList('SKU,Name\nSKU-10,Mug rack\n')
    expect(await names('mug r')).toEqual(['Mug rack'])
  })

  it('names what is called nearly like a new product', async () => {
    await importList()
    const similar = (name: string) => library.client().products.similar({ name })
    expect(await similar('Penne')).toEqual([{ name: 'Penne 500 g', sku: 'SKU-100', productId: null }])
    expect(await similar('Penne rigate 500')).toMatchObject([{ name: 'Penne 500 g' }])
    expect(await similar('Fusilli')).toEqual([])
  })
})
