import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { askedQuestions } from '../../../../shared/answers/sheet.ts'
import type { MatchedProductRow } from '../../../../shared/products/matching.ts'
import { describeMatchChange, describePreview, describeSummary } from '../../../../shared/products/matching-words.ts'
import { nothingStated } from '../../../../shared/products/plans.ts'
import { describePlan } from '../../../../shared/products/plans-words.ts'
import { writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const client = () => library.client()

const day = 24 * 60 * 60 * 1000

/** Two products of the workspace with a picture each, and one that is of both. */
beforeEach(async () => {
  await library.connect()
  const path = join(library.folder(), 'list.csv')
  await writeFile(path, 'Product ID;SKU;Name\nprd_1;SKU-100;Mug\nprd_2;SKU-200;Cup\n')
  await client().catalogue.importFile({ path, columns: {}, dryRun: false })
  const drop = join(library.folder(), 'drop')
  await mkdir(drop, { recursive: true })
  for (const name of ['mug.png', 'cup.png', 'set.png']) await writePng(join(drop, name), `seed of ${name}`)
  await client().intake.add({ named: [drop], recursive: true, upload: false })
})

/** Which pictures each product has, in order. */
const shown = async (): Promise<Record<string, string[]>> => {
  const { rows } = await client().matching.page({ offset: 0, limit: 10 })
  return Object.fromEntries(rows.map(({ product, pictures }) => [product.name ?? '', pictures.map(({ name }) => name)]))
}

const product = async (name: string): Promise<MatchedProductRow> => {
  const [found] = await client().matching.products({ text: name, limit: 1 })
  if (!found) throw new Error(`${name} is not known`)
  return found.product
}

const id = async (name: string): Promise<string> => (await library.row(name)).id

const open = async (name: string): Promise<readonly string[]> =>
  (await client().matching.tray({ offset: 0, limit: 10 })).rows.filter((row) => row.name === name).map(({ name }) => name)

const inBoth = async (): Promise<void> => {
  await client().matching.move({ imageIds: [await id('mug.png'), await id('set.png')], to: await product('Mug') })
  await client().matching.move({ imageIds: [await id('cup.png')], to: await product('Cup') })
  await client().matching.move({ imageIds: [await id('set.png')], to: await product('Cup'), also: true })
}

describe('a picture in several products', () => {
  it('is added to a further one, ordered in each, and taken out of one alone', async () => {
    await inBoth()
    expect(await shown()).toEqual({ Mug: ['mug.png', 'set.png'], Cup: ['cup.png', 'set.png'] })
    const summary = await client().matching.summary()
    expect(summary).toMatchObject({ matched: 3, inSeveral: 1, products: 2, open: 0 })
    expect(describeSummary(summary)).toBe('3 pictures matched to 2 products · 1 in several products')
    expect(summary.last && describeMatchChange(summary.last)).toBe('1 picture also added to Cup (SKU-200)')
    const [mug] = (await client().matching.page({ offset: 0, limit: 10, text: 'Mug' })).rows
    expect(mug?.pictures.map(({ products }) => products)).toEqual([1, 2])

    await client().matching.move({ imageIds: [await id('set.png')], to: await product('Cup'), before: await id('cup.png') })
    expect(await shown()).toEqual({ Mug: ['mug.png', 'set.png'], Cup: ['set.png', 'cup.png'] })
    await client().matching.takeOut({ imageIds: [await id('set.png')], from: (await product('Mug')).key })
    expect(await shown()).toEqual({ Mug: ['mug.png'], Cup: ['set.png', 'cup.png'] })
    const { last } = await client().matching.summary()
    expect(last && describeMatchChange(last)).toBe('1 picture taken out of Mug (SKU-100)')
    expect(await open('set.png')).toEqual([])
    await client().matching.takeOut({ imageIds: [await id('set.png')], from: (await product('Cup')).key })
    expect(await open('set.png')).toEqual(['set.png'])
    for (let times = 0; times < 3; times += 1) await client().matching.undo()
    expect(await shown()).toEqual({ Mug: ['mug.png', 'set.png'], Cup: ['cup.png', 'set.png'] })
  })

  it('leaves one product for another, or all of them, as a person says', async () => {
    await inBoth()
    const other = { ...(await product('Mug')), key: 'new:Set', productId: null, sku: null, name: 'Set' }
    await client().matching.move({ imageIds: [await id('set.png')], to: other, from: (await product('Mug')).key })
    expect(await shown()).toEqual({ Mug: ['mug.png'], Cup: ['cup.png', 'set.png'], Set: ['set.png'] })
    await client().matching.move({ imageIds: [await id('set.png')], to: await product('Mug') })
    expect(await shown()).toEqual({ Mug: ['mug.png', 'set.png'], Cup: ['cup.png'] })
  })

  it('has a row for each in a table of pictures, and is shown with each in a sheet of products', async () => {
    await inBoth()
    const scope = { view: { setId: askedQuestions }, which: 'all' as const }
    const form = { kind: 'csv', separator: ';', bom: false, flat: false } as const
    const columns = (['name', 'sku', 'position'] as const).map((fact) => ({ header: fact, from: { kind: 'fact' as const, fact } }))
    const layout = { rows: 'pictures' as const, form, columns, comesBack: false }
    const written = await client().exports.preview({ ...scope, layout, limit: 10 })
    expect(written.rows.toSorted()).toEqual([
      ['cup.png', 'SKU-200', '1'],
      ['mug.png', 'SKU-100', '1'],
      ['set.png', 'SKU-100', '2'],
      ['set.png', 'SKU-200', '2'],
    ])
    expect(written.result.rows).toBe(4)
  })

  it('is found by a mapping that names it with several products, kept, and shown with each', async () => {
    const lines = 'file;product\nmug.png;SKU-100\ncup.png;SKU-200\nset.png;SKU-100\nset.png;SKU-200\n'
    await client().matching.setMapping({ mapping: { name: 'map.csv', bytes: Buffer.from(lines).toString('base64') } })
    const preview = await client().matching.preview({ rules: null })
    expect(describePreview(preview)).toBe('3 pictures match 2 products. 1 picture is in several products.')
    expect(preview.rows.map(({ name, match }) => [name, match.kind === 'matched' ? match.products.length : 0]).toSorted()).toEqual([
      ['cup.png', 1],
      ['mug.png', 1],
      ['set.png', 2],
    ])
    expect(await client().matching.apply({ rules: null })).toMatchObject({ changed: 3, left: 0 })
    expect(await client().matching.apply({ rules: null })).toMatchObject({ changed: 0, left: 0 })
    expect(await shown()).toEqual({ Mug: ['mug.png', 'set.png'], Cup: ['cup.png', 'set.png'] })
    expect((await client().matching.summary()).inSeveral).toBe(1)
    // A person who takes it out of one keeps it in the other, whatever the rules say.
    await client().matching.takeOut({ imageIds: [await id('set.png')], from: (await product('Mug')).key })
    expect(await client().matching.apply({ rules: null })).toMatchObject({ changed: 0, left: 0 })
    expect(await shown()).toEqual({ Mug: ['mug.png'], Cup: ['cup.png', 'set.png'] })
    await client().matching.undo()
    expect(await shown()).toEqual({ Mug: ['mug.png', 'set.png'], Cup: ['cup.png', 'set.png'] })
  })

  it('is uploaded once and attached to each, and the plan says so', async () => {
    await inBoth()
    const now = { ...nothingStated, unknown: 'nothing' as const }
    const plan = await client().plans.preview({ offset: 0, limit: 10, now })
    expect(plan).toMatchObject({ products: 2, pictures: 3, added: 3, inSeveral: 1, elsewhere: 0 })
    expect(describePlan(plan)).toBe('3 pictures go to 2 products. 1 of these pictures is in several products. It is uploaded once.')
    const { planId } = await client().plans.start({ mark: plan.mark, now, validForMs: day })
    await client().plans.settled({ planId })
    await library.start()
    await library.settled()
    const sourceOf = async (name: string) => (await client().pictures.list()).find((one) => one.name === name)?.sourceId ?? name
    const [mug, cup, set] = [await sourceOf('mug.png'), await sourceOf('cup.png'), await sourceOf('set.png')]
    const { received } = library.service()
    const held = received
      .filter(({ method }) => method === 'PATCH')
      .map((one) => [one.path.split('/').at(-1), (one.json() as { attributes: { Images: string[] } }).attributes.Images])
    expect(Object.fromEntries(held)).toEqual({ prd_1: [mug, set], prd_2: [cup, set] })
    expect(received.filter(({ method, path }) => method === 'POST' && path.endsWith('/sources'))).toHaveLength(3)
    expect(await client().plans.preview({ offset: 0, limit: 10 })).toMatchObject({ changed: 0, toAttach: 0, elsewhere: 0 })
  })
})
