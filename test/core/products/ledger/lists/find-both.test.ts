import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal, type Journal } from '../../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { systemTimers } from '../../../../../electron/core/base/platform/timers.ts'
import { createCatalogueStore } from '../../../../../electron/core/products/catalogue/catalogue-store.ts'
import { createBothFinder } from '../../../../../electron/core/products/ledger/lists/find-both.ts'
import { pageProducts } from '../../../../../electron/core/products/ledger/lists/page-products.ts'
import { createProductSearch } from '../../../../../electron/core/products/ledger/lists/search-products.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-both-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('shows each product once that is in the list and in our record, however many there are, and looks for them once', async () => {
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  const catalogue = createCatalogueStore(journal)
  const numbers = (count: number) => `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${count})`
  journal.write(() => {
    const list = catalogue.begin(null, 'list.csv', 1)
    journal.run(
      `${numbers(2_300)} INSERT INTO catalogue_entries (import, sku, sku_key, product_id, further, searched)
       SELECT ?, 'S-' || at, 's-' || at, CASE WHEN at % 2 = 0 THEN 'prd_' || at END, '[]', '' FROM n`,
      list,
    )
    catalogue.complete(list, { products: 2_300, missing: 0, refused: 0, noted: 0 })
    // Every product of the list but the last hundred, and one that it lacks.
    journal.run(
      `${numbers(2_200)} INSERT INTO products (ref, product_id, name, listed_as, added_at, created_by_us)
       SELECT 'ref_' || at, CASE WHEN at % 2 = 0 THEN 'prd_' || at END, 'P ' || at, CASE WHEN at % 2 = 1 THEN 'sku:s-' || at END, at, 1 FROM n`,
    )
    journal.run("INSERT INTO products (ref, product_id, name, added_at, created_by_us) VALUES ('ref_own', 'prd_own', 'Own', 0, 1)")
  })
  await journal.durable()
  let looked = 0
  const counted: Journal = {
    ...journal,
    all: (sql, ...values) => {
      if (sql.includes('listed_as')) looked += 1
      return journal.all(sql, ...values)
    },
  }
  const ports = {
    journal: counted,
    catalogue,
    findBoth: createBothFinder(counted),
    search: createProductSearch({ journal, catalogue, timers: systemTimers }),
  }
  const page = (offset: number) => pageProducts(ports, null, { offset, limit: 100, text: '', listed: true, withWork: false })
  const { total, rows } = await page(2_150)
  expect(total).toBe(2_301)
  expect(rows.map(({ name }) => name).slice(50, 52)).toEqual(['P 2200', 'S-2201'])
  expect(rows.slice(0, 51).map(({ listed }) => listed?.sku)).toEqual(Array.from({ length: 51 }, (_, at) => `S-${2_150 + at}`))
  await page(0)
  expect(looked).toBe(1)
  journal.write(() => journal.run("UPDATE products SET name = 'Ours' WHERE ref = 'ref_own'"))
  expect((await page(0)).rows[0]?.name).toBe('Ours')
  await journal.durable()
  journal.close()
})
