import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultMatchRules } from '../../../../shared/products/matching.ts'
import { writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

const addFiles = async (files: readonly string[]): Promise<void> => {
  for (const file of files) {
    const path = join(library.folder(), 'drop', file)
    await mkdir(join(path, '..'), { recursive: true })
    await writePng(path, `seed of ${file}`)
  }
  await library.client().intake.add({ named: [join(library.folder(), 'drop')], recursive: true, upload: false })
}

const importList = async (lines: readonly string[]): Promise<void> => {
  const path = join(library.folder(), 'list.csv')
  await writeFile(path, lines.join('\n'))
  await library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
}

const find = async (): Promise<Record<string, string>> => {
  const { rows, products } = await library.client().matching.preview({ rules: [...defaultMatchRules] })
  const call = (key: string): string => {
    const found = products.find((one) => one.key === key)
    return `${found?.name ?? '-'}/${found?.productId ?? '-'}`
  }
  return Object.fromEntries(
    rows.map(({ name, match }) => [
      name,
      match.kind === 'matched'
        ? match.products.map((one) => call(one.productKey)).join(' and ')
        : match.kind === 'question'
          ? `? ${match.candidates.map((one) => call(one.productKey)).join(', ')}`
          : '',
    ]),
  )
}

describe('products of an imported list', () => {
  it('are found by any spelling of their name and SKU, with pictures as well as without', async () => {
    await addFiles(['SKU-7_1.png', 'SKU-7_2.png'])
    await importList(['SKU,Name', 'SKU-7,Öl 5 Liter', 'SKU-8,Essig'])
    await library.client().matching.apply({ rules: null })
    for (const text of ['öl', 'ÖL 5', 'sku7', 'SKU 7']) {
      const { total, pictures, rows } = await library.client().matching.page({ text, offset: 0, limit: 10 })
      expect([text, total, pictures, rows.map(({ total }) => total)]).toEqual([text, 1, 2, [2]])
    }
    expect((await library.client().matching.page({ text: 'Essig', offset: 0, limit: 10 })).total).toBe(0)
  })

  it('are found by SKU, GTIN, id and handle', async () => {
    await addFiles(['AB 12_3.png', '4006381333931.front.png', 'prd_77.png', 'blue-linen-shirt-2.png', 'other.png'])
    await importList([
      'Product ID,SKU,EAN,Name,Handle',
      ',AB-12,,Mug,',
      ',XY-1,4006381333931,Pen,',
      'prd_77,,,Lamp,',
      ',LS-1,,Shirt,blue-linen-shirt',
    ])
    expect(await find()).toEqual({
      'AB 12_3.png': 'Mug/-',
      '4006381333931.front.png': 'Pen/-',
      'prd_77.png': 'Lamp/prd_77',
      'blue-linen-shirt-2.png': 'Shirt/-',
      'other.png': '',
    })
  })

  it('with the same SKU are a question', async () => {
    await addFiles(['AB-12_3.png'])
    await importList(['Product ID,SKU,Name', 'prd_1,AB-12,Mug', 'prd_2,AB-12,Cup'])
    expect(await find()).toEqual({ 'AB-12_3.png': '? Mug/prd_1, Cup/prd_2' })
  })

  it('are the products that Packshot knows already, by their id or a name that is their SKU', async () => {
    await addFiles(['AB-12_3.png', 'CD-34_1.png'])
    await library.attach(['AB-12_3.png'], 'AB-12')
    await library.attach(['AB-12_3.png'], 'CD-34')
    await importList(['SKU,Name', 'AB-12,Mug'])
    expect(await find()).toEqual({ 'AB-12_3.png': 'Mug/-', 'CD-34_1.png': 'CD-34/-' })
  })

  it('have the same keys whatever the order of the list, and each its own', async () => {
    const keysOf = async (): Promise<Record<string, string>> => {
      const { products } = await library.client().matching.preview({ rules: [...defaultMatchRules] })
      return Object.fromEntries(products.map(({ sku, key }) => [sku ?? '', key]))
    }
    await addFiles(['SKU-100_1.png', 'SKU-10-0_1.png', 'sku100a_1.png'])
    await importList(['SKU,Name', 'SKU-10-0,Ten', 'SKU-100,Hundred', 'SKU-100A,Other'])
    const before = await keysOf()
    expect(new Set(Object.values(before)).size).toBe(3)
    await importList(['SKU,Name', 'SKU-100A,Other', 'SKU-100,Hundred', 'SKU-10-0,Ten'])
    expect(await keysOf()).toEqual(before)
  })

  it('with an id keep it from an entry that is only spelled alike', async () => {
    await addFiles(['SKU-100_1.png', 'SKU-10-0_1.png'])
    await library.attach(['SKU-100_1.png'], 'SKU-100')
    await importList(['SKU,Name', 'SKU-10-0,Ten', 'SKU-100,Hundred'])
    const { knownProducts } = await library.client().matching.preview({ rules: [...defaultMatchRules] })
    expect(knownProducts).toBe(2)
    expect((await find())['SKU-100_1.png']).toBe('Hundred/-')
  })

  it('are those of this workspace only, or of none', async () => {
    await addFiles(['SKU-100_1.png'])
    await library.connect()
    await library.attach(['SKU-100_1.png'], 'SKU-100')
    expect((await find())['SKU-100_1.png']).toMatch(/^SKU-100/)
    await library.client().workspaces.disconnect()
    expect(await find()).toEqual({ 'SKU-100_1.png': '' })
  })
})
