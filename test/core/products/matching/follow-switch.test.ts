import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readList } from '../../../../electron/core/products/catalogue/read-list.ts'
import type { ProductIs, SharedPictures } from '../../../../shared/products/variants.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary({ readList })
const client = () => library.client()

const shop = `Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Image Src
linen-shirt,Linen shirt,Color,Red,Size,S,LS-RED-S,39.90,
linen-shirt,,,Red,,M,LS-RED-M,39.90,
linen-shirt,,,Blue,,S,LS-BLU-S,39.90,
mug,Mug,Title,Default Title,,,MUG-1,9.90,
`
const importAs = async (productIs: ProductIs, sharedPictures: SharedPictures = 'each') => {
  const path = join(library.folder(), 'list.csv')
  writeFileSync(path, shop)
  return (await client().catalogue.importFile({ path, columns: {}, targets: { productIs, sharedPictures }, dryRun: false })).result
}

/** The names of each product’s pictures, in order, and whether a person decided. */
const matched = async (): Promise<Record<string, string>> => {
  const { rows } = await client().matching.page({ offset: 0, limit: 100, text: '' })
  return Object.fromEntries(
    rows.map(({ product, pictures }) => [
      product.name ?? '',
      pictures.map(({ name, by }) => `${name.replace('.png', '')}${by === 'person' ? '*' : ''}`).join(' '),
    ]),
  )
}
const asked = async () =>
  (await client().matching.tray({ offset: 0, limit: 20 })).rows.map(({ name, question, candidates, isLookedAt }) => [
    name.replace('.png', ''),
    question,
    candidates.map(({ product }) => product.name),
    isLookedAt,
  ])

/** A person puts pictures into the list's product with this name. */
const put = async (names: readonly string[], called: string): Promise<void> => {
  const to = (await client().matching.products({ text: called, limit: 10 })).find(({ product }) => product.name === called)?.product
  if (!to) throw new Error(`${called} is no product`)
  const imageIds = await Promise.all(names.map(async (name) => (await library.row(`${name}.png`)).id))
  await client().matching.move({ imageIds, to, place: null, from: null, also: false })
}

const [redS, redM, blue] = ['Linen shirt – Red, S', 'Linen shirt – Red, M', 'Linen shirt – Blue, S'] as const
const files = ['a.png', 'b.png', 'c.png', 'LS-BLU-S_1.png', 'LS-RED-M_1.png', 'linen-shirt_1.png', 'mug-1.png']

describe('pictures of variants, once products are the workspace’s', () => {
  it('belong to their product, in the order of variants, each once, and a person’s decision stays', async () => {
    await library.add(files)
    await importAs('variant')
    await client().matching.apply({ rules: null })
    await put(['b', 'a'], blue)
    await put(['c'], redS)
    expect(await client().catalogue.setTargets({ productIs: 'product' })).toEqual({ moved: 6, open: 0 })
    expect(await matched()).toEqual({ 'Linen shirt': 'linen-shirt_1 c* LS-RED-M_1 LS-BLU-S_1 b* a*', Mug: 'mug-1' })
    // What was before names variants.
    expect(await client().matching.undo()).toEqual({ undone: null })
  })
  it('do so where the list is imported again with the other reading, and its result says so', async () => {
    await library.add(files)
    expect((await importAs('variant')).switched).toBeUndefined()
    await put(['b', 'a'], blue)
    await put(['c'], redS)
    expect((await importAs('product')).switched).toEqual({ moved: 3, open: 0 })
    expect(await matched()).toEqual({ 'Linen shirt': 'c* b* a*' })
    expect((await importAs('product')).switched).toBeUndefined()
  })
})

describe('pictures of products, once variants are the workspace’s', () => {
  const prepare = async (): Promise<void> => {
    await library.add(files)
    await importAs('product')
    await client().matching.apply({ rules: null })
    await put(['b', 'a'], 'Linen shirt')
  }
  const toMatchAgain = ['LS-BLU-S_1', 'LS-RED-M_1', 'linen-shirt_1']

  it('go to each of them where a person decided, and are shown to rules again where these did', async () => {
    await prepare()
    expect(await client().catalogue.setTargets({ productIs: 'variant' })).toEqual({ moved: 2, open: 3 })
    expect(await matched()).toEqual({ [redS]: 'b* a*', [redM]: 'b* a*', [blue]: 'b* a*', Mug: 'mug-1' })
    expect((await asked()).toSorted()).toEqual([...toMatchAgain, 'c'].toSorted().map((name) => [name, null, [], false]))
    expect(await client().catalogue.setTargets({ productIs: 'product' })).toEqual({ moved: 2, open: 0 })
    expect(await matched()).toEqual({ 'Linen shirt': 'b* a*', Mug: 'mug-1' })
  })
  it('go to the first of them, or become a question, as the list says', async () => {
    await prepare()
    expect(await client().catalogue.setTargets({ productIs: 'variant', sharedPictures: 'first' })).toEqual({ moved: 2, open: 3 })
    expect(await matched()).toEqual({ [redS]: 'b* a*', Mug: 'mug-1' })
    await client().catalogue.setTargets({ productIs: 'product' })
    expect(await client().catalogue.setTargets({ productIs: 'variant', sharedPictures: 'none' })).toEqual({ moved: 0, open: 2 })
    expect((await asked()).filter(([, question]) => question !== null)).toEqual(
      ['a', 'b'].map((name) => [name, 'variant-unclear', [redS, redM, blue], false]),
    )
  })
  it('leave variants that they are not of by another word about shared pictures, if rules put them there', async () => {
    await library.add(files)
    await importAs('variant')
    await client().matching.apply({ rules: null })
    await put(['a'], blue)
    expect(await client().catalogue.setTargets({ sharedPictures: 'none' })).toEqual({ moved: 0, open: 1 })
    expect(await matched()).toEqual({ [redM]: 'LS-RED-M_1', [blue]: 'LS-BLU-S_1 a*', Mug: 'mug-1' })
    expect((await asked()).map(([name, , , isLookedAt]) => [name, isLookedAt])).toContainEqual(['linen-shirt_1', false])
  })
  it('follow once their product, which was removed meanwhile, is restored', async () => {
    await prepare()
    const shirt = (await client().catalogue.page({ offset: 0, limit: 9 })).rows.find(({ name }) => name === 'Linen shirt')
    const { undo } = await client().products.remove({ ref: shirt?.ref ?? '' })
    await client().catalogue.setTargets({ productIs: 'variant' })
    await client().products.undoEdit({ undo })
    expect(await matched()).toEqual({ [redS]: 'b* a*', [redM]: 'b* a*', [blue]: 'b* a*', Mug: 'mug-1' })
  })
})
