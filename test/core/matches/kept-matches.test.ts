import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultMatchRules, type MatchRule } from '../../../shared/matching.ts'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

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

const productOf = async (name: string) => {
  const { rows } = await matching().page({ offset: 0, limit: 100 })
  const found = rows.find(({ product }) => product.name === name)
  if (!found) throw new Error(`${name} has no pictures`)
  return found.product
}

const first = { products: { 'SKU-1': ['a.png', 'b.png'], 'SKU-2': ['SKU-2_1.png'] }, tray: ['SKU-2_9.png?', 'loose.png'] }

describe('matches that are kept', () => {
  it('are what the rules found, with questions first in the tray, also after a restart', async () => {
    await prepare()
    expect(await apply()).toEqual({ changed: 4 })
    expect(await state()).toEqual(first)
    expect(await apply()).toEqual({ changed: 0 })
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
    expect(await matching().undo()).toEqual({ undone: { kind: 'move', pictures: 2, product: 'SKU-1', products: null } })
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
})
