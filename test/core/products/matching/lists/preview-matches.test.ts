import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../../shared/base/errors.ts'
import { defaultMatchRules, type MatchRule } from '../../../../../shared/products/matching.ts'
import { describeUnknownInMapping } from '../../../../../shared/products/matching-words.ts'
import { writePng } from '../../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../../support/open-test-library.ts'

const library = prepareTestLibrary()

const addFiles = async (files: readonly string[]): Promise<void> => {
  for (const file of files) {
    const path = join(library.folder(), 'drop', file)
    await mkdir(join(path, '..'), { recursive: true })
    await writePng(path, `seed of ${file}`)
  }
  await library.client().intake.add({ named: [join(library.folder(), 'drop')], recursive: true, upload: false })
}

const preview = (rules: readonly MatchRule[] = defaultMatchRules, page = {}) =>
  library.client().matching.preview({ rules: [...rules], ...page })

describe('a preview of matches', () => {
  it('finds known products by the folder and by the name, asks where they differ, and counts all', async () => {
    await addFiles(['SKU-100/02.png', 'SKU-100/01.png', 'SKU-200_front.png', 'SKU-100/SKU-200_2.png', 'IMG_0001.png'])
    await library.attach(['IMG_0001.png'], 'SKU-100')
    await library.attach(['IMG_0001.png'], 'SKU-200')
    const found = await preview()
    expect(found).toMatchObject({ pictures: 5, matched: 3, questions: 1, unmatched: 1, knownProducts: 2, matchedProducts: 2 })
    expect(found.rows.map(({ name, match }) => [name, match.kind, match.kind === 'matched' ? match.products[0]?.place : 0])).toEqual([
      ['SKU-200_2.png', 'question', 0],
      ['IMG_0001.png', 'unmatched', 0],
      ['01.png', 'matched', 1],
      ['02.png', 'matched', 2],
      ['SKU-200_front.png', 'matched', 1],
    ])
    expect(found.products.map(({ name }) => name).toSorted()).toEqual(['SKU-100', 'SKU-200'])
    expect((await preview(defaultMatchRules, { offset: 1, limit: 1 })).rows.map(({ name }) => name)).toEqual(['IMG_0001.png'])
    expect(await preview([{ by: 'folder' }])).toMatchObject({ matched: 3, questions: 0 })
  })

  it('reads the folders that were added, not those around them, and names in any script', async () => {
    const drop = join(library.folder(), 'SKU-200', 'shoot')
    await mkdir(join(drop, 'SKU-100'), { recursive: true })
    await writePng(join(drop, 'IMG_0001.png'), 'one')
    await writePng(join(drop, 'SKU-100', 'IMG_0002.png'), 'two')
    await writePng(join(drop, 'SKU-100_٢.png'), 'three')
    await library.client().intake.add({ named: [drop], recursive: true, upload: false })
    for (const name of ['SKU-100', 'SKU-200']) await library.attach(['IMG_0001.png'], name)
    const { rows, products } = await preview()
    const called = new Map(products.map(({ key, name }) => [key, name]))
    expect(
      rows.map(({ name, match }) => [
        name,
        match.kind === 'matched' ? match.products.map((one) => called.get(one.productKey)).join() : match.kind,
      ]),
    ).toEqual([
      ['IMG_0001.png', 'unmatched'],
      ['IMG_0002.png', 'SKU-100'],
      ['SKU-100_٢.png', 'SKU-100'],
    ])
  })

  it('counts all lines of a mapping that name no product, and has the first hundred', async () => {
    await addFiles(['SKU-100/1.png'])
    await library.attach(['1.png'], 'SKU-100')
    const files = Array.from({ length: 120 }, (_, at) => ({ file: `${at}.png`, product: `SKU-9${at}` }))
    const { unknownInMapping } = await preview([{ by: 'mapping', files: [...files, { file: '1.png', product: 'SKU-100' }] }])
    expect([unknownInMapping.total, unknownInMapping.first.length]).toEqual([120, 100])
    expect(describeUnknownInMapping(unknownInMapping)).toBe(
      '120 lines of the mapping file name an unknown product, such as 0.png → SKU-90.',
    )
  })

  it('refuses a pattern with its reason', async () => {
    const refused = await preview([{ by: 'pattern', pattern: '{any}' }]).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(AppError)
    expect((refused as AppError).message).toBe(
      'The pattern “{any}” can’t be used. Nothing in it names a product. Add {sku}, {id}, {gtin}, {handle} or {product}. Nothing was changed.',
    )
  })

  it('proposes products for folders where none are known', async () => {
    await addFiles(['SKU-1/b.png', 'SKU-1/a.png', 'SKU-2/a2.png', 'loose.png'])
    const proposed = await library.client().matching.folders()
    expect(proposed.map(({ name, imageIds }) => [name, imageIds.length])).toEqual([
      ['SKU-1', 2],
      ['SKU-2', 1],
    ])
  })
})
