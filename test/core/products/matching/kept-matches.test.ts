import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultMatchRules, type MatchRule } from '../../../../shared/products/matching.ts'
import { writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const matching = () => library.client().matching

const addFiles = async (files: readonly string[]): Promise<void> => {
  for (const file of files) {
    const path = join(library.folder(), 'drop', file)
    await mkdir(join(path, '..'), { recursive: true })
    await writePng(path, `seed of ${file}`)
  }
  await library.client().intake.add({ named: [join(library.folder(), 'drop')], recursive: true, upload: false })
}

const prepare = async (): Promise<void> => {
  await addFiles(['SKU-1/b.png', 'SKU-1/a.png', 'SKU-2_1.png', 'SKU-1/SKU-2_9.png', 'loose.png'])
  await library.attach(['loose.png'], 'SKU-1')
  await library.attach(['loose.png'], 'SKU-2')
}

const apply = (rules: readonly MatchRule[] = defaultMatchRules) => matching().apply({ rules: [...rules] })

/** Products with their pictures, and the pictures without; a question has its mark. */
const state = async () => {
  const { rows } = await matching().page({ offset: 0, limit: 100 })
  const tray = await matching().tray({ offset: 0, limit: 100 })
  return {
    products: Object.fromEntries(
      rows.map(({ product, pictures }) => [product.name, pictures.map(({ name, by }) => (by === 'person' ? `${name}!` : name))]),
    ),
    tray: tray.rows.map(({ name, question }) => (question === null ? name : `${name}?`)),
  }
}

const idOf = async (name: string): Promise<string> => (await library.row(name)).id

const productOf = async (name: string | null) => {
  const { rows } = await matching().page({ offset: 0, limit: 100 })
  const found = rows.find(({ product }) => product.name === name)
  if (!found) throw new Error(`${name} has no pictures`)
  return found.product
}

const first = { products: { 'SKU-1': ['a.png', 'b.png'], 'SKU-2': ['SKU-2_1.png'] }, tray: ['SKU-2_9.png?', 'loose.png'] }

describe('matches that are kept', () => {
  it('are what the rules found, with questions first in the tray, also after a restart', async () => {
    await prepare()
    expect(await apply()).toMatchObject({ changed: 4 })
    expect(await state()).toEqual(first)
    expect(await apply()).toMatchObject({ changed: 0 })
    await library.reopen()
    expect(await state()).toEqual(first)
    const [question] = (await matching().tray({ offset: 0, limit: 1 })).rows
    expect(question).toMatchObject({ question: 'different-texts', candidates: [{ why: { by: 'folder' } }, { why: { by: 'sku' } }] })
  })

  it('stay as a person decided when rules are applied again', async () => {
    await prepare()
    await apply()
    await matching().move({ imageIds: [await idOf('SKU-2_9.png')], to: await productOf('SKU-1'), place: 2 })
    await matching().notAProduct({ imageIds: [await idOf('loose.png')] })
    const decided = { products: { 'SKU-1': ['a.png', 'SKU-2_9.png!', 'b.png'], 'SKU-2': ['SKU-2_1.png'] }, tray: [] }
    expect(await state()).toEqual(decided)
    await apply([{ by: 'sku' }])
    expect((await state()).products['SKU-1']).toContain('SKU-2_9.png!')
    expect((await state()).tray).toEqual(['a.png', 'b.png'])
  })

  it('are undone change by change, each as a whole, also after a restart', async () => {
    await prepare()
    await apply()
    await matching().move({ imageIds: [await idOf('loose.png'), await idOf('SKU-2_1.png')], to: await productOf('SKU-1') })
    expect((await state()).products).toEqual({ 'SKU-1': ['a.png', 'b.png', 'loose.png!', 'SKU-2_1.png!'] })
    await matching().notAProduct({ imageIds: [await idOf('a.png')] })
    await library.reopen()
    expect(await matching().undo()).toMatchObject({ undone: { kind: 'not-a-product', pictures: 1 } })
    expect(await matching().undo()).toMatchObject({ undone: { kind: 'move', pictures: 2, product: 'SKU-1', products: null } })
    expect(await state()).toEqual(first)
    expect(await matching().undo()).toMatchObject({ undone: { kind: 'apply', pictures: 4 } })
    expect((await state()).products).toEqual({})
    expect(await matching().undo()).toEqual({ undone: null })
  })

  it('leave out pictures that leave the library, and come back with them', async () => {
    await prepare()
    await apply()
    const imageIds = [await idOf('a.png')]
    await library.client().library.remove({ imageIds })
    expect((await state()).products['SKU-1']).toEqual(['b.png'])
    await library.client().library.restore({ imageIds })
    expect((await state()).products['SKU-1']).toEqual(['a.png', 'b.png'])
  })

  it('of no workspace yet become those of the first one', async () => {
    await prepare()
    await apply()
    await library.connect()
    expect((await state()).products).toEqual(first.products)
  })

  it('are those of a workspace that is connected while rules are applied', async () => {
    await prepare()
    await Promise.all([apply(), library.connect()])
    expect((await state()).products).toEqual(first.products)
    expect(await matching().undo()).toMatchObject({ undone: { kind: 'apply', pictures: 4 } })
  })

  it('are undone one after another, however fast a person clicks', async () => {
    await prepare()
    await apply()
    await matching().notAProduct({ imageIds: [await idOf('loose.png')] })
    const undone = await Promise.all([matching().undo(), matching().undo(), matching().undo()])
    expect(undone.map((one) => one.undone?.kind)).toEqual(['not-a-product', 'apply', undefined])
  })

  it('keep the order that a person made when rules are applied again, with the removed pictures between', async () => {
    await addFiles(['SKU-1/a.png', 'SKU-1/b.png', 'SKU-1/c.png', 'SKU-1/d.png', 'loose.png'])
    await library.attach(['loose.png'], 'SKU-1')
    await apply()
    await matching().move({ imageIds: [await idOf('d.png')], to: await productOf('SKU-1'), place: 2 })
    const wanted = ['a.png', 'd.png!', 'b.png', 'c.png']
    expect((await state()).products['SKU-1']).toEqual(wanted)
    expect(await apply()).toMatchObject({ changed: 0 })
    const removed = { imageIds: [await idOf('a.png')] }
    await library.client().library.remove(removed)
    await matching().move({ imageIds: [await idOf('loose.png')], to: await productOf('SKU-1'), place: 2 })
    expect((await state()).products['SKU-1']).toEqual(['d.png!', 'loose.png!', 'b.png', 'c.png'])
    expect(await apply()).toMatchObject({ changed: 0 })
    await library.client().library.restore(removed)
    expect((await state()).products['SKU-1']).toEqual(['a.png', 'd.png!', 'loose.png!', 'b.png', 'c.png'])
  })

  it('decided without a workspace win over those of the workspace that is connected again', async () => {
    await prepare()
    await library.connect()
    await apply()
    const [one, two] = [await productOf('SKU-1'), await productOf('SKU-2')]
    await matching().move({ imageIds: [await idOf('loose.png')], to: one })
    await matching().move({ imageIds: [await idOf('a.png')], to: one, place: 2 })
    await library.client().workspaces.disconnect()
    await matching().move({ imageIds: [await idOf('loose.png')], to: two })
    await library.connect()
    const { products } = await state()
    expect(products['SKU-1']).toEqual(['b.png', 'a.png!'])
    expect(products['SKU-2']?.toSorted()).toEqual(['SKU-2_1.png', 'loose.png!'])
    // Neither side knows what the other did.
    expect(await matching().undo()).toEqual({ undone: null })
    expect(await state()).toMatchObject({ products })
  })
})

describe('pictures that a person decided about', () => {
  it('are counted on their own, and are no questions any more', async () => {
    await prepare()
    await apply()
    await matching().move({ imageIds: [await idOf('SKU-2_9.png')], to: await productOf('SKU-1') })
    const preview = await matching().preview({ rules: [...defaultMatchRules] })
    expect(preview).toMatchObject({ pictures: 5, decided: 1, matched: 3, questions: 0, unmatched: 1 })
    expect(preview.rows.map(({ name }) => name)).not.toContain('SKU-2_9.png')
  })
})

describe('a new product list', () => {
  const importList = async (lines: readonly string[]): Promise<void> => {
    const path = join(library.folder(), 'list.csv')
    await writeFile(path, lines.join('\n'))
    await library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
  }
  const kept = async () => {
    const { rows } = await matching().page({ offset: 0, limit: 100 })
    return rows.map(({ product, pictures }) => [product.productId, product.sku, ...pictures.map(({ name }) => name)])
  }

  it('that names ids, or lacks them again, leaves each product one, also in the undo', async () => {
    await addFiles(['SKU-1/a.png', 'SKU-1/b.png', 'x.png'])
    await importList(['SKU', 'SKU-1'])
    await apply()
    const seen = (await matching().page({ offset: 0, limit: 1 })).rows[0]?.product
    if (!seen) throw new Error('nothing is kept')
    await matching().move({ imageIds: [await idOf('b.png')], to: seen, place: 1 })
    await importList(['SKU,Product ID', 'SKU-1,prd_1'])
    expect(await kept()).toEqual([['prd_1', 'SKU-1', 'b.png', 'a.png']])
    await matching().move({ imageIds: [await idOf('x.png')], to: seen })
    expect(await kept()).toEqual([['prd_1', 'SKU-1', 'b.png', 'a.png', 'x.png']])
    await matching().undo()
    await matching().undo()
    expect(await kept()).toEqual([['prd_1', 'SKU-1', 'a.png', 'b.png']])
    await importList(['SKU', 'SKU-1'])
    expect(await kept()).toEqual([['prd_1', 'SKU-1', 'a.png', 'b.png']])
  })

  it('with two products of one SKU makes what rules found a question, and leaves what a person decided', async () => {
    await addFiles(['SKU-1/a.png', 'SKU-1/b.png'])
    await importList(['SKU', 'SKU-1'])
    await apply()
    await matching().move({ imageIds: [await idOf('b.png')], to: await productOf(null) })
    await importList(['SKU,Product ID', 'SKU-1,prd_1', 'SKU-1,prd_2'])
    expect(await kept()).toEqual([[null, 'SKU-1', 'b.png']])
    const { rows } = await matching().tray({ offset: 0, limit: 10 })
    expect(rows).toMatchObject([
      { name: 'a.png', question: 'same-text', candidates: [{ productKey: 'id:prd_1' }, { productKey: 'id:prd_2' }] },
    ])
  })
})
