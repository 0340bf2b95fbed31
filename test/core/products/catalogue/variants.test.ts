import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ListImporter, openListImporter } from '../../../support/list-importer.ts'
import { readWholeList } from '../../../support/read-whole-list.ts'

let lists: ListImporter
beforeEach(async () => {
  lists = await openListImporter()
})
afterEach(() => lists.end())

const shop = `Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Barcode,Image Src,Variant Price
shirt,Linen shirt,Color,Red,Size,S,LS-RED-S,,https://cdn.shop.example/1.jpg,39.90
shirt,,,Red,,M,LS-RED-M,,https://cdn.shop.example/2.jpg,39.90
shirt,,,Blue,,S,LS-BLU-S,,,39.90
mug,Mug,Title,Default Title,,,MUG-1,,https://cdn.shop.example/3.jpg,9.90
cap,Cap,Color,Green,,,CAP-1,,,19.90
cap,,,Black,,,CAP-2,,,19.90
`
const asVariants = { productIs: 'variant' } as const

const named = async (text = '') => (await lists.rows(text)).map(({ kind, name, sku }) => [kind, name, sku])

const products = [
  ['parent', 'Linen shirt', null],
  ['single', 'Mug', 'MUG-1'],
  ['parent', 'Cap', null],
]
const variants = [
  ['variant', 'Linen shirt – Red, S', 'LS-RED-S'],
  ['variant', 'Linen shirt – Red, M', 'LS-RED-M'],
  ['variant', 'Linen shirt – Blue, S', 'LS-BLU-S'],
  ['single', 'Mug', 'MUG-1'],
  ['variant', 'Cap – Green', 'CAP-1'],
  ['variant', 'Cap – Black', 'CAP-2'],
]

it('has a list’s products or its variants as products of the workspace, and changes from one to the other and back', async () => {
  const { importText, client } = lists
  expect(await importText(shop)).toMatchObject({ added: 3, productIs: 'product', tree: { products: 3, sold: 6, variants: 5 } })
  expect(await named()).toEqual(products)
  expect(await client.catalogue.summary()).toMatchObject({ products: 3, parents: 2, variants: 5, productIs: 'product' })
  await client.catalogue.setTargets({ productIs: 'variant' })
  expect(await named()).toEqual(variants)
  expect(await client.catalogue.summary()).toMatchObject({ products: 6, parents: 2, variants: 5, productIs: 'variant' })
  await client.catalogue.setTargets({ productIs: 'product', sharedPictures: 'first' })
  expect(await named()).toEqual(products)
  expect(await client.catalogue.summary()).toMatchObject({ products: 3, sharedPictures: 'first' })
})

it('remembers for the next list of the workspace what its products are, and counts these', async () => {
  const { importText, client } = lists
  expect(await importText(shop, {}, asVariants)).toMatchObject({ added: 6, productIs: 'variant' })
  expect(await importText(shop)).toMatchObject({ added: 0, changed: 0, unchanged: 6, missing: 0, productIs: 'variant' })
  expect(await named()).toEqual(variants)
  const other = shop.replace('LS-RED-M,,https://cdn.shop.example/2.jpg,39.90', 'LS-RED-M,,https://cdn.shop.example/2.jpg,44.90')
  expect(await importText(other)).toMatchObject({ changed: 1, unchanged: 5 })
  await client.catalogue.setTargets({ productIs: 'product' })
  // A product changes with its variants.
  expect(await importText(shop)).toMatchObject({ changed: 1, unchanged: 2, productIs: 'product' })
  expect(await named()).toEqual(products)
})

it('keeps a variant that the newest list lacks with its product, marked, until it is removed', async () => {
  const { importText, client, rows } = lists
  await importText(shop, {}, asVariants)
  const result = await importText(shop.replace(/^shirt,,,Red.*\n/m, ''))
  expect(result).toMatchObject({ unchanged: 5, missing: 1, missingVariants: 1 })
  expect((await rows('LS-RED-M')).map(({ missingSince }) => missingSince !== null)).toEqual([true])
  await client.catalogue.setTargets({ productIs: 'product' })
  expect(await client.catalogue.summary()).toMatchObject({ products: 3, missing: 0, variants: 5 })
  await client.catalogue.forgetMissing({ import: result.import })
  expect(await client.catalogue.summary()).toMatchObject({ products: 3, missing: 0, variants: 4 })
  expect(await named('LS-RED-M')).toEqual([])
})

it('finds a product by its variants’ numbers and options', async () => {
  const { importText } = lists
  await importText(shop)
  expect(await named('CAP-2')).toEqual([['parent', 'Cap', null]])
  expect(await named('blue')).toEqual([['parent', 'Linen shirt', null]])
})

it('keeps products and variants where a list says nothing of them', async () => {
  const { importText, client } = lists
  await importText(shop)
  expect(await importText('sku;stock\nLS-RED-S;3\nCAP-1;4\nMUG-1;5\n')).toMatchObject({
    changed: 3,
    added: 0,
    missing: 0,
    missingVariants: 3,
  })
  expect((await named()).toSorted()).toEqual(products.toSorted())
  await client.catalogue.setTargets({ productIs: 'variant' })
  expect((await named()).toSorted()).toEqual(variants.toSorted())
  // A list of products only: their variants stay as they are.
  expect(await importText('handle;name\nshirt;Linen shirt\nmug;Mug\ncap;Cap\n')).toMatchObject({ missing: 0, productIs: 'variant' })
  expect((await named()).toSorted()).toEqual(variants.toSorted())
})

it('knows a product with another handle by its variants, and keeps the id that a person gave it', async () => {
  const { importText, client, rows } = lists
  await importText(shop)
  const [shirt] = await rows('shirt')
  await client.products.edit({ ref: shirt?.ref ?? '', fields: { productId: 'prd_1' } })
  expect(await importText(shop.replaceAll(/^shirt/gm, 'linen-shirt'))).toMatchObject({ changed: 1, added: 0, missing: 0 })
  expect(await rows('shirt')).toMatchObject([{ productId: 'prd_1', handle: 'linen-shirt' }])
})

it('removes a product with its variants, and restores both', async () => {
  const { importText, client, rows } = lists
  await importText(shop)
  const [shirt] = await rows('shirt')
  const { undo } = await client.products.remove({ ref: shirt?.ref ?? '' })
  expect(await client.catalogue.summary()).toMatchObject({ products: 2, parents: 1, variants: 2 })
  // Meanwhile, variants are the products.
  await client.catalogue.setTargets({ productIs: 'variant' })
  expect(await client.catalogue.summary()).toMatchObject({ products: 3 })
  await client.products.undoEdit({ undo })
  expect(await client.catalogue.summary()).toMatchObject({ products: 6, parents: 2, variants: 5 })
  expect((await named()).toSorted()).toEqual(variants.toSorted())
})

it('proposes variants where the workspace’s products are called like these', async () => {
  const proposed = async (known: readonly string[]): Promise<string> =>
    (await readWholeList(shop, undefined, 'list.csv', {}, known)).tree.proposed
  expect(await proposed([])).toBe('product')
  expect(await proposed(['ls-red-s', 'CAP-2'])).toBe('variant')
  expect(await proposed(['Linen shirt', 'CAP-2'])).toBe('product')
})

it('takes variants for what an earlier list without products of them had', async () => {
  const { importText, client, rows } = lists
  await importText('sku;product id\nLS-RED-S;prd_1\nLS-RED-M;prd_2\nLS-BLU-S;prd_3\nMUG-1;prd_4\nCAP-1;prd_5\nCAP-2;prd_6\n')
  expect(await importText(shop)).toMatchObject({ productIs: 'variant', changed: 6, added: 0, missing: 0 })
  expect((await rows()).map(({ productId }) => productId)).toEqual(['prd_1', 'prd_2', 'prd_3', 'prd_4', 'prd_5', 'prd_6'])
  expect(await client.catalogue.summary()).toMatchObject({ parents: 2, variants: 5 })
})

it('gives a number that variants share to their product, says which rows have it, and refuses what is there twice', async () => {
  const list = `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Barcode,Variant Price
shirt,Linen shirt,Color,Red,LS-1,4006381333931,39.90
shirt,,,Blue,ls-1,4006381333931,39.90
shirt,,,Green,LS-G,,39.90
shirt,,,Blue,LS-1,,39.90
cap,Cap,Color,Red,LS-1,,19.90
cap,,,Blue,CAP-B,,19.90
`
  const { nodes, words, sum } = await readWholeList(list)
  expect(nodes.map(({ kind, name, sku, gtin }) => [kind, name, sku, gtin])).toEqual([
    ['parent', 'Linen shirt', 'LS-1', '04006381333931'],
    ['variant', 'Linen shirt – Red', null, null],
    ['variant', 'Linen shirt – Blue', null, null],
    ['variant', 'Linen shirt – Green', 'LS-G', null],
    ['single', 'Cap', 'CAP-B', null],
  ])
  expect(words).toEqual([
    '3: The product in row 2 has the same SKU “ls-1”.',
    '3: The product in row 2 has the same GTIN “4006381333931”.',
    '5: Row 2 already has the SKU “LS-1”.',
    '6: Row 2 already has the SKU “LS-1”.',
  ])
  expect(sum).toMatchObject({ products: 2, refused: 2 })
  await lists.importText(list, {}, asVariants)
  expect(await lists.importText(list)).toMatchObject({ added: 0, changed: 0, missing: 0, unchanged: 4 })
})

it('gives an id that variants share to their product, and their own ids to them', async () => {
  const { importText, rows } = lists
  const list = (ids: readonly string[]): string =>
    `product id;handle;name;color;sku\n${ids[0]};shirt;Shirt;Red;S-1\n${ids[1]};shirt;Shirt;Blue;S-2\n`
  await importText(list(['prd_a', 'prd_a']), { productId: 'product id' })
  expect(await rows()).toMatchObject([{ kind: 'parent', productId: 'prd_a', sku: null }])
  await importText(list(['prd_b', 'prd_c']), { productId: 'product id' }, asVariants)
  expect((await rows()).map(({ productId }) => productId)).toEqual(['prd_b', 'prd_c'])
})

it('calls a product whose variants have names of their own like what these begin with', async () => {
  const names = async (first: string, second: string) =>
    (await readWholeList(`sku;parent;name\nA;P1;${first}\nB;P1;${second}\n`)).nodes.map(({ name }) => name)
  expect(await names('Linen shirt - red', 'Linen shirt - blue')).toEqual(['Linen shirt', 'Linen shirt - red', 'Linen shirt - blue'])
  expect(await names('Linen shirt, red', 'Linen shirt, blue')).toEqual(['Linen shirt', 'Linen shirt, red', 'Linen shirt, blue'])
  expect(await names('Mug', 'Cup')).toEqual(['P1', 'Mug', 'Cup'])
})
