import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const matching = () => library.client().matching

const prepare = async (): Promise<void> => {
  const drop = join(library.folder(), 'drop')
  await mkdir(drop, { recursive: true })
  for (const file of ['IMG_1.png', 'IMG_2.png']) await writePng(join(drop, file), `seed of ${file}`)
  await library.client().intake.add({ named: [drop], recursive: true, upload: false })
  await importList()
}

const importList = async (): Promise<void> => {
  const path = join(library.folder(), 'list.csv')
  await writeFile(path, 'SKU,Name\nHAT-1,Wool hat dark green\nCUP-2,Stoneware cup')
  await library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
}

const answer = async (name: string, text: string): Promise<void> => {
  const cell = { imageId: (await library.row(name)).id, question: 'What does the label say?', text, seen: null }
  await library.client().sheet.edit({ cells: [cell], kind: 'typed' })
}

const tray = async () => {
  const { rows } = await matching().tray({ offset: 0, limit: 100 })
  return rows.map(({ name, question, suggestions }) => [name, question, suggestions.map(({ product, field }) => `${product.sku} ${field}`)])
}

describe('products that answers suggest', () => {
  it('are shown for pictures without a product, follow the answer, and never match by themselves', async () => {
    await prepare()
    await answer('IMG_1.png', 'A dark green wool hat')
    await answer('IMG_2.png', 'Item CUP-2')
    const suggested = [
      ['IMG_1.png', null, ['HAT-1 name']],
      ['IMG_2.png', null, ['CUP-2 sku']],
    ]
    expect(await tray()).toEqual(suggested)
    const acts = {
      apply: () => matching().apply({ rules: null }),
      preview: () => matching().preview({ rules: null }),
      import: importList,
      undo: () => matching().undo(),
      takeOut: async () => matching().takeOut({ imageIds: [(await library.row('IMG_1.png')).id] }),
    }
    const act = fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[]))
    for (const sequence of fc.sample(fc.array(act, { minLength: 3, maxLength: 4 }), { numRuns: 3 }))
      for (const one of sequence) {
        await acts[one]()
        expect(await matching().page({ text: '', offset: 0, limit: 10 })).toEqual({ total: 0, pictures: 0, rows: [] })
        expect(await tray()).toEqual(suggested)
      }
    await library.reopen()
    expect(await tray()).toEqual(suggested)
    const { rows, matched, products } = await matching().preview({ rules: null })
    expect(matched).toBe(0)
    expect(rows.at(-1)?.suggestions.map(({ productKey }) => products.find(({ key }) => key === productKey)?.sku)).toEqual(['CUP-2'])
    await answer('IMG_1.png', 'A stoneware cup')
    expect((await tray()).find(([name]) => name === 'IMG_1.png')?.[2]).toEqual(['CUP-2 name'])
  })

  it('are accepted by a person, whose decision stays', async () => {
    await prepare()
    await answer('IMG_2.png', 'Stoneware cup, item CUP-2')
    const row = (await matching().tray({ offset: 0, limit: 10 })).rows.find(({ name }) => name === 'IMG_2.png')
    const [suggestion] = row?.suggestions ?? []
    if (!row || !suggestion) throw new Error('Nothing is suggested')
    await matching().move({ imageIds: [row.imageId], to: suggestion.product })
    await matching().apply({ rules: null })
    const { rows } = await matching().page({ text: '', offset: 0, limit: 10 })
    expect(rows.map(({ product, pictures }) => [product.sku, pictures.map(({ name, by }) => [name, by])])).toEqual([
      ['CUP-2', [['IMG_2.png', 'person']]],
    ])
    expect(await tray()).toEqual([['IMG_1.png', null, []]])
  })
})
