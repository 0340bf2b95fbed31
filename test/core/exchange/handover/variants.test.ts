import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { zipPieces } from '../../../../electron/core/exchange/exports/files/zip-pieces.ts'
import { openHandover } from '../../../../electron/core/exchange/handover/read-handover.ts'
import { zipArchives } from '../../../../electron/core/exchange/handover/zip-archives.ts'
import type { ProductIs } from '../../../../shared/products/variants.ts'
import { type TestCore, writePng } from '../../../support/open-test-core.ts'
import { prepareColleagues } from './colleagues.ts'

const { folder, person, list } = prepareColleagues()
const path = () => join(folder(), 'work.packshot-handover')

const headers = 'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price\n'
const shirt = `shirt,Linen shirt,Color,Red,Size,S,SH-R-S,39.90
shirt,,,Red,,M,SH-R-M,39.90
shirt,,,Blue,,S,SH-B-S,39.90
`
const mug = 'mug,Mug,Title,Default Title,,,MUG-1,9.90\n'

const handOver = ({ client }: TestCore) => client.handover.write({ to: { kind: 'path', path: path() }, originals: false })
const merge = async ({ client }: TestCore) => {
  const { id, preview } = await client.handover.open({ path: path() })
  const result = await client.handover.merge({ id, choices: { usual: null, each: [] } })
  await client.handover.close({ id })
  return { brings: preview.brings.products, products: result.products }
}

/** What the list has: each product of the workspace with its variants, or a variant with its product. */
const treeOf = async ({ client }: TestCore) => {
  const { rows } = await client.catalogue.page({ offset: 0, limit: 50 })
  return Promise.all(
    rows.map(async ({ ref, kind, name, sku, options }) => {
      const { product, rows: of } = await client.catalogue.variants({ ref, offset: 0, limit: 50 })
      return { kind, name, sku, options, product: product?.name ?? null, variants: of.map((one) => [one.sku, one.options]) }
    }),
  )
}
const readingOf = async ({ client }: TestCore) => {
  const { import: _, importedAt: __, name: ___, ...said } = (await client.catalogue.summary()) ?? { import: 0, importedAt: 0, name: '' }
  return said
}
const add = async ({ client }: TestCore, names: readonly string[]): Promise<void> => {
  for (const name of names) await writePng(join(folder(), name), `seed of ${name}`)
  await client.intake.add({ named: names.map((name) => join(folder(), name)), recursive: false, upload: false })
}
const matched = async ({ client }: TestCore): Promise<Record<string, readonly string[]>> => {
  const { rows } = await client.matching.page({ offset: 0, limit: 50, text: '' })
  return Object.fromEntries(rows.map(({ product, pictures }) => [product.sku ?? product.name ?? '', pictures.map(({ name }) => name)]))
}

it.each<ProductIs>(['product', 'variant'])(
  'brings products with their variants, where a product of the workspace is a %s',
  async (productIs) => {
    const [ann, ben] = [await person('Ann'), await person('Ben')]
    await list(ann, headers + shirt + mug)
    await ann.client.catalogue.setTargets({ productIs, sharedPictures: 'first' })
    expect(await handOver(ann)).toMatchObject({ products: productIs === 'product' ? 2 : 4, leftOut: 0 })
    const count = productIs === 'product' ? 2 : 4
    expect(await merge(ben)).toEqual({ brings: count, products: count })
    expect(await treeOf(ben)).toEqual(await treeOf(ann))
    expect(await readingOf(ben)).toEqual(await readingOf(ann))
    expect(await merge(ben)).toEqual({ brings: 0, products: 0 })
  },
)

it('joins variants with those that are here, adds new ones to their product, and leaves what a product is', async () => {
  const [ann, ben] = [await person('Ann'), await person('Ben')]
  await list(ann, `${headers + shirt}shirt,,,Blue,,M,SH-B-M,39.90\n${mug}`)
  await ann.client.catalogue.setTargets({ productIs: 'variant' })
  await add(ann, ['a.png'])
  await add(ben, ['a.png', 'b.png'])
  await ann.client.matching.apply({ rules: null })
  const { rows } = await ann.client.catalogue.page({ offset: 0, limit: 50 })
  const blue = rows.find(({ sku }) => sku === 'SH-B-S')
  const image = (await ann.client.library.page({ offset: 0, limit: 1, sort: { by: 'added', descending: false }, filter: {} })).rows[0]
  const { productId = null, sku = null, gtin = null, name = null, handle = null } = blue ?? {}
  await ann.client.matching.move({ imageIds: [image?.id ?? ''], to: { key: 'sku:sh-b-s', productId, sku, gtin, name, handle } })
  await list(ben, headers + mug + shirt)
  await handOver(ann)
  expect(await merge(ben)).toEqual({ brings: 1, products: 1 })
  expect((await treeOf(ben)).map(({ kind, name, variants }) => [kind, name, ...variants.map(([code]) => code)])).toEqual([
    ['single', 'Mug'],
    ['parent', 'Linen shirt', 'SH-R-S', 'SH-R-M', 'SH-B-S', 'SH-B-M'],
  ])
  expect(await readingOf(ben)).toMatchObject({ productIs: 'product', products: 2, parents: 1, variants: 4 })
  // Their variant's picture is its product's here.
  expect(await matched(ben)).toEqual({ 'Linen shirt': ['a.png'] })
  expect(await merge(ben)).toEqual({ brings: 0, products: 0 })
})

it('makes a product of a list without variants one with theirs, and its pictures follow', async () => {
  const [ann, ben] = [await person('Ann'), await person('Ben')]
  await list(ann, headers + shirt + mug)
  await ann.client.catalogue.setTargets({ productIs: 'variant' })
  await list(ben, 'Handle,Title\nshirt,Linen shirt\ncup,Cup\n')
  await add(ben, ['shirt_1.png', 'cup.png'])
  await ben.client.matching.apply({ rules: null })
  expect(await matched(ben)).toEqual({ 'Linen shirt': ['shirt_1.png'], Cup: ['cup.png'] })
  await handOver(ann)
  await merge(ben)
  expect(await readingOf(ben)).toMatchObject({ productIs: 'variant', products: 5, parents: 1, variants: 3 })
  await ben.client.matching.apply({ rules: null })
  const each = ['shirt_1.png']
  expect(await matched(ben)).toEqual({ Cup: ['cup.png'], 'SH-R-S': each, 'SH-R-M': each, 'SH-B-S': each })
})

it('reads what earlier versions wrote: the workspace’s products only', async () => {
  const [ann, ben] = [await person('Ann'), await person('Ben')]
  await list(ann, headers + shirt + mug)
  await handOver(ann)
  const { manifest, records, close } = await openHandover({ archives: zipArchives, path: path(), name: 'work', pause: async () => {} })
  close()
  const { others: _, ...counts } = manifest.counts
  const { list: __, ...said } = { ...manifest, counts }
  const lines = records.products.map(({ node: _node, ...one }) => `${JSON.stringify(one)}\n`).join('')
  const parts = { 'handover.json': JSON.stringify(said), 'products.jsonl': lines }
  const empty = ['sets', 'pictures', 'matches', 'cells'].map((part) => [`${part}.jsonl`, ''] as const)
  const pieces: Uint8Array[] = []
  const entries = [...Object.entries(parts), ...empty].map(([name, text]) => ({ name, content: [Buffer.from(text)] }))
  for await (const piece of zipPieces(entries)) pieces.push(piece)
  writeFileSync(path(), Buffer.concat(pieces))
  expect(await merge(ben)).toEqual({ brings: 2, products: 2 })
  expect(await treeOf(ben)).toMatchObject([
    { kind: 'single', name: 'Linen shirt' },
    { kind: 'single', name: 'Mug' },
  ])
  // Merged into the list that it is of, it changes nothing.
  expect(await merge(ann)).toEqual({ brings: 0, products: 0 })
})
