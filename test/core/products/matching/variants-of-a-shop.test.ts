import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nothingStated } from '../../../../shared/products/plans.ts'
import type { ProductIs, SharedPictures } from '../../../../shared/products/variants.ts'
import { writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const client = () => library.client()

/** Columns of Shopify’s product export (help.shopify.com, “Using CSV files to import and export products”, November 2026). */
const shop = `Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Barcode,Image Src,Image Position
linen-shirt,Linen shirt,Color,Red,Size,S,LS-RED-S,4006381333931,https://cdn.shop.example/1.jpg,1
linen-shirt,,,Red,,M,LS-RED-M,4006381333948,https://cdn.shop.example/2.jpg,2
linen-shirt,,,Navy Blue,,S,LS-NVY-S,,,
linen-shirt,,,Navy Blue,,M,LS-NVY-M,,,
mug,Mug,Title,Default Title,,,MUG-100,,https://cdn.shop.example/3.jpg,1
`

const files = [
  'linen-shirt/linen-shirt.png',
  'linen-shirt/group_2.png',
  'linen-shirt/red/1.png',
  'linen-shirt/red/2.png',
  'linen-shirt/navy-blue/back.png',
  'linen-shirt/navy-blue/front.png',
  'singles/LS-RED-M_label.png',
  'singles/4006381333931_A1C1.png',
  'singles/linen-shirt-navy_blue-S.png',
  'mug/MUG-100_1.png',
  'linen-shirt/crimson_1.png',
]

const prepare = async (productIs: ProductIs, sharedPictures: SharedPictures): Promise<void> => {
  await library.connect()
  const path = join(library.folder(), 'products_export.csv')
  await writeFile(path, shop)
  await client().catalogue.importFile({ path, columns: {}, dryRun: false, targets: { productIs, sharedPictures } })
  const drop = join(library.folder(), 'drop')
  for (const file of files) {
    await mkdir(join(drop, file, '..'), { recursive: true })
    await writePng(join(drop, file), `seed of ${file}`)
  }
  await client().intake.add({ named: [drop], recursive: true, upload: false })
  await client().matching.apply({ rules: null })
}

const short = (folder: string | null, name: string): string => `${folder?.split('/').at(-1)}/${name.replace('.png', '')}`

/** Which pictures each product has, in order. */
const matched = async (): Promise<Record<string, string[]>> => {
  const { rows } = await client().matching.page({ offset: 0, limit: 20 })
  return Object.fromEntries(
    rows.map(({ product, pictures }) => [product.name ?? '', pictures.map(({ folder, name }) => short(folder, name))]),
  )
}

const asked = async () =>
  (await client().matching.tray({ offset: 0, limit: 20 })).rows.map(({ folder, name, question, candidates }) => [
    short(folder, name),
    question,
    candidates.map(({ product }) => product.name),
  ])

/** The list that the workspace got for each product, by the names of the pictures. */
const attached = async (): Promise<Record<string, string[]>> => {
  const now = { ...nothingStated, unknown: 'nothing' as const }
  const { mark } = await client().plans.preview({ offset: 0, limit: 0, now })
  const { planId } = await client().plans.start({ mark, now, validForMs: 24 * 60 * 60 * 1000 })
  await client().plans.settled({ planId })
  await library.start()
  await library.settled()
  const pictures = await client().pictures.list()
  const nameOf = (source: string): string => {
    const found = pictures.find(({ sourceId }) => sourceId === source)
    return found ? short(found.folder, found.name) : source
  }
  const products = (await client().products.page({ offset: 0, limit: 20 })).rows
  const lists = library
    .service()
    .received.filter(({ method }) => method === 'PATCH')
    .map((one) => {
      const product = products.find(({ productId }) => productId === one.path.split('/').at(-1))
      return [product?.name ?? one.path, (one.json() as { attributes: { Images: string[] } }).attributes.Images.map(nameOf)] as const
    })
  return Object.fromEntries(lists)
}

const uploads = (): number => library.service().received.filter(({ method, path }) => method === 'POST' && path.endsWith('/sources')).length

const own = ['linen-shirt/linen-shirt', 'linen-shirt/group_2']
const red = ['red/1', 'red/2']
const navy = ['navy-blue/front', 'navy-blue/back']

describe('a shop’s list with variants, and pictures in folders', () => {
  it('puts pictures of variants into their product, color by color, if products are the workspace’s', async () => {
    await prepare('product', 'each')
    const expected = {
      'Linen shirt': [
        'linen-shirt/linen-shirt',
        'linen-shirt/crimson_1',
        'linen-shirt/group_2',
        ...red,
        'singles/4006381333931_A1C1',
        'singles/LS-RED-M_label',
        ...navy,
        'singles/linen-shirt-navy_blue-S',
      ],
      Mug: ['mug/MUG-100_1'],
    }
    expect(await matched()).toEqual(expected)
    expect(await asked()).toEqual([])
    expect(await attached()).toEqual(expected)
    expect(uploads()).toBe(files.length)
  })

  it('puts them into each variant that they show, if variants are, and uploads each once', async () => {
    await prepare('variant', 'each')
    const expected = {
      'Linen shirt – Red, S': ['singles/4006381333931_A1C1', ...red, ...own],
      'Linen shirt – Red, M': ['singles/LS-RED-M_label', ...red, ...own],
      'Linen shirt – Navy Blue, S': ['singles/linen-shirt-navy_blue-S', ...navy, ...own],
      'Linen shirt – Navy Blue, M': [...navy, ...own],
      Mug: ['mug/MUG-100_1'],
    }
    expect(await matched()).toEqual(expected)
    expect(await asked()).toEqual([['linen-shirt/crimson_1', 'variant-unclear', Object.keys(expected).slice(0, 4)]])
    expect(await attached()).toEqual(expected)
    expect(uploads()).toBe(files.length - 1)
  })

  it('follows the list’s word, once rules are applied again', async () => {
    await prepare('variant', 'first')
    expect((await matched())['Linen shirt – Red, M']).toEqual(['singles/LS-RED-M_label', ...red])
    expect((await matched())['Linen shirt – Red, S']).toEqual(['singles/4006381333931_A1C1', ...red, ...own])
    await client().catalogue.setTargets({ sharedPictures: 'none' })
    await client().matching.apply({ rules: null })
    expect((await matched())['Linen shirt – Red, S']).toEqual(['singles/4006381333931_A1C1', ...red])
    await client().catalogue.setTargets({ productIs: 'product' })
    await client().matching.apply({ rules: null })
    expect(Object.keys(await matched())).toEqual(['Linen shirt', 'Mug'])
  })
})
