import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { createCatalogueStore } from '../../../../../electron/core/products/catalogue/catalogue-store.ts'
import { readProducts } from '../../../../../electron/core/products/matching/lists/match-subjects.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-subjects-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => {
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  const catalogue = createCatalogueStore(journal)
  const importList = (skus: readonly string[]): void =>
    journal.write(() => {
      const number = catalogue.begin(null, 'list.csv', 1)
      for (const [at, sku] of skus.entries()) {
        const rest = { productId: null, gtin: null, name: null, handle: null, shows: null, showsAt: null, further: '[]', searched: '' }
        catalogue.add(number, { row: at + 2, sku, skuKey: sku.toLowerCase(), ...rest })
      }
      catalogue.complete(number, { products: skus.length, missing: 0, refused: 0, noted: 0 })
    })
  return { journal, importList }
}

it('reads the products of the import that counts, and those of our record that it lacks', () => {
  const { journal, importList } = open()
  importList(['OLD-1000', 'OLD-1001'])
  importList(['AB-1006', 'AB-1007', 'AB-1008'])
  const read = () => readProducts(journal, null).map(({ sku, productId, name }) => [sku, productId, name])
  expect(read()).toEqual([
    ['AB-1006', null, null],
    ['AB-1007', null, null],
    ['AB-1008', null, null],
  ])
  journal.write(() =>
    journal.run(
      `INSERT INTO products (ref, product_id, name, created_by_us, added_at) VALUES
       ('one', 'prd_1', 'ab-1007', 1, 1), ('two', 'prd_2', 'AB1008', 1, 1), ('three', 'prd_3', 'Mug', 1, 1)`,
    ),
  )
  expect(read()).toEqual([
    ['AB-1006', null, null],
    ['AB-1007', 'prd_1', null],
    ['AB-1008', 'prd_2', null],
    [null, 'prd_3', 'Mug'],
  ])
  journal.close()
})
