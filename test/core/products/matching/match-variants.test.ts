import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readList } from '../../../../electron/core/products/catalogue/read-list.ts'
import { defaultMatchRules } from '../../../../shared/products/matching.ts'
import type { ProductIs, SharedPictures } from '../../../../shared/products/variants.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary({ readList })

const shop = `Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Image Src
linen-shirt,Linen shirt,Color,Red,Size,S,LS-RED-S,39.90,
linen-shirt,,,Red,,M,LS-RED-M,39.90,
linen-shirt,,,Blue,,S,LS-BLU-S,39.90,
mug,Mug,Title,Default Title,,,MUG-1,9.90,
`
const pictures = ['linen-shirt_1.png', 'linen-shirt-blue_1.png', 'linen-shirt-red_1.png', 'LS-RED-M_2.png', 'mug-1.png']

const importAs = async (productIs: ProductIs, sharedPictures: SharedPictures): Promise<void> => {
  const path = join(library.folder(), 'list.csv')
  writeFileSync(path, shop)
  await library.client().catalogue.importFile({ path, columns: {}, targets: { productIs, sharedPictures }, dryRun: false })
}

/** The names of each product’s pictures, in order. */
const matched = async (): Promise<Record<string, readonly string[]>> => {
  await library.client().matching.apply({ rules: [...defaultMatchRules] })
  const { rows } = await library.client().matching.page({ offset: 0, limit: 100, text: '' })
  return Object.fromEntries(rows.map(({ product, pictures: of }) => [product.name ?? '', of.map(({ name }) => name)]))
}

it('puts pictures of variants into their product: its own first, then color by color', async () => {
  await library.add(pictures)
  await importAs('product', 'each')
  expect(await matched()).toEqual({
    'Linen shirt': ['linen-shirt_1.png', 'linen-shirt-red_1.png', 'LS-RED-M_2.png', 'linen-shirt-blue_1.png'],
    Mug: ['mug-1.png'],
  })
})

it('gives each variant its own pictures and those of its product, as the list says, and follows another reading', async () => {
  await library.add(pictures)
  await importAs('variant', 'each')
  const found = await matched()
  expect(found['Linen shirt – Blue, S']).toEqual(expect.arrayContaining(['linen-shirt_1.png', 'linen-shirt-blue_1.png']))
  expect(found['Linen shirt – Red, M']).toEqual(expect.arrayContaining(['linen-shirt_1.png', 'linen-shirt-red_1.png', 'LS-RED-M_2.png']))
  expect(found['Linen shirt – Red, S']).toEqual(expect.arrayContaining(['linen-shirt_1.png', 'linen-shirt-red_1.png']))
  expect(found.Mug).toEqual(['mug-1.png'])
  await library.client().catalogue.setTargets({ sharedPictures: 'none' })
  expect((await matched())['Linen shirt – Blue, S']).toEqual(['linen-shirt-blue_1.png'])
  await library.client().catalogue.setTargets({ productIs: 'product' })
  expect((await matched())['Linen shirt']).toHaveLength(4)
})
