import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJournal } from '../../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { foldProduct, judgeByText } from '../../../../../electron/core/products/ledger/lists/judge-product.ts'
import { pageMatches } from '../../../../../electron/core/products/matching/lists/page-matches.ts'
import { readMatched } from '../../../../../electron/core/products/plans/lists/plan-targets.ts'

const skus = ['AB-1000', 'AB-1001', 'CD-2000', 'Mug 10', 'mug-10', 'Bowl']
const productOf = (sku: string) => ({ key: `sku:${sku}`, productId: null, sku, gtin: null, name: null, handle: null })
const picture = fc.record({
  sku: fc.option(fc.constantFrom(...skus)),
  place: fc.integer({ min: 1, max: 4 }),
  isThere: fc.boolean(),
  isOfOther: fc.boolean(),
})

it('pages matched products with their pictures in order, and plans have the same ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-pages-'))
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
  fc.assert(
    fc.property(fc.array(picture, { maxLength: 30 }), fc.constantFrom('', 'ab', 'mug', '10', 'nothing'), (pictures, text) => {
      journal.write(() => {
        journal.run('DELETE FROM matches')
        journal.run('DELETE FROM images')
        for (const [at, { sku, place, isThere, isOfOther }] of pictures.entries()) {
          const id = `img_${String(at).padStart(2, '0')}`
          journal.run(
            `INSERT INTO images (id, name, origin, added_at, format, bytes, width, height, removed_at) VALUES (?, ?, '{}', 1, 'png', 1, 1, 1, ?)`,
            ...[id, `${at}.png`, isThere ? null : 1],
          )
          const columns =
            sku === null ? ['', 'not-a-product', null, null] : [`sku:${sku}`, 'matched', JSON.stringify(productOf(sku)), place]
          journal.run("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, 'person', 'null')", isOfOther ? 'other' : '', id, ...columns)
        }
      })
      const shown = pictures.flatMap(({ sku, place, isThere, isOfOther }, at) =>
        sku !== null && isThere && !isOfOther ? [{ sku, place, id: `img_${String(at).padStart(2, '0')}` }] : [],
      )
      const all = skus
        .map((sku) => ({ sku, of: shown.filter((one) => one.sku === sku) }))
        .filter(({ of }) => of.length > 0)
        .toSorted((one, other) => compare(one.sku, other.sku))
        .map(
          ({ sku, of }) =>
            [sku, of.toSorted((one, other) => one.place - other.place || compare(one.id, other.id)).map(({ id }) => id)] as const,
        )
      const judge = judgeByText(text)
      const rankOf = (sku: string): number | null => (text === '' ? 0 : judge(foldProduct(productOf(sku))))
      const found = all
        .flatMap((one) => [{ one, rank: rankOf(one[0]) }].filter(({ rank }) => rank !== null))
        .toSorted((one, other) => Number(one.rank) - Number(other.rank))
        .map(({ one }) => one)
      const page = (offset: number) => pageMatches(journal, null, { offset, limit: 2, text })
      const paged = [0, 2, 4].flatMap((offset) =>
        page(offset).rows.map(({ product, pictures }) => [product.sku, pictures.map(({ imageId }) => imageId)]),
      )
      expect(paged).toEqual(found)
      expect(page(0)).toMatchObject({ total: found.length, pictures: found.reduce((sum, [, ids]) => sum + ids.length, 0) })
      expect(readMatched(journal, null).map(({ product, imageIds }) => [product.sku, imageIds])).toEqual(all)
    }),
    { numRuns: 100, seed: 37 },
  )
  journal.close()
  rmSync(folder, { recursive: true, force: true })
})
