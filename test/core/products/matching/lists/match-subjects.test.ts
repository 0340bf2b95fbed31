import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { createCatalogueStore } from '../../../../../electron/core/products/catalogue/catalogue-store.ts'
import { walkProducts } from '../../../../../electron/core/products/matching/lists/match-subjects.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-subjects-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const count = 1_200

it('reads the products of one import, even if another one ends meanwhile and the rows of the first are removed', async () => {
  const { database } = openDatabase(folder, systemPlatform)
  const journal = createJournal(database, systemPlatform)
  const catalogue = createCatalogueStore(journal)
  const importList = (called: string): void =>
    journal.write(() => {
      const number = catalogue.begin(null, 'list.csv', 1)
      for (let at = 0; at < count; at += 1) {
        const sku = `${called}-${1000 + at}`
        const rest = { productId: null, gtin: null, name: null, handle: null, shows: null, showsAt: null, further: '[]', searched: '' }
        catalogue.add(number, { row: at + 2, sku, skuKey: sku.toLowerCase(), ...rest })
      }
      catalogue.complete(number, { products: count, missing: 0, refused: 0, noted: 0 })
    })
  importList('OLD')
  let turns = 0
  const busy = {
    ...journal,
    nextTurn: async () => {
      turns += 1
      if (turns === 1) {
        importList('NEW')
        journal.write(() => {
          while (catalogue.removePiece(500));
        })
      }
      await journal.nextTurn()
    },
  }
  const skus: (string | null)[] = []
  for await (const piece of walkProducts(busy, null)) skus.push(...piece.map(({ sku }) => sku))
  expect(skus).toHaveLength(count)
  expect(skus.every((sku) => sku?.startsWith('NEW-'))).toBe(true)
  journal.close()
})

it('compares a long list with our record in short turns', async () => {
  const { database } = openDatabase(folder, systemPlatform)
  const journal = createJournal(database, systemPlatform)
  const catalogue = createCatalogueStore(journal)
  journal.write(() => {
    const number = catalogue.begin(null, 'list.csv', 1)
    for (let at = 0; at < count; at += 1) {
      const sku = `AB-${1000 + at}`
      const rest = { productId: null, gtin: null, name: null, handle: null, shows: null, showsAt: null, further: '[]', searched: '' }
      catalogue.add(number, { row: at + 2, sku, skuKey: sku.toLowerCase(), ...rest })
    }
    catalogue.complete(number, { products: count, missing: 0, refused: 0, noted: 0 })
  })
  let now = 0
  let turns = 0
  /** Each look at the clock is 10 ms later. */
  const slow = {
    ...journal,
    monotonic: () => {
      now += 10
      return now
    },
    nextTurn: async () => {
      turns += 1
      await journal.nextTurn()
    },
  }
  const walk = async (): Promise<{ found: string[]; turns: number }> => {
    turns = 0
    const found: string[] = []
    for await (const piece of walkProducts(slow, null)) found.push(...piece.map(({ sku, productId }) => `${sku} ${productId}`))
    return { found: found.filter((one) => !one.endsWith('null')), turns }
  }
  const before = await walk()
  expect(before.found).toEqual([])
  journal.write(() =>
    journal.run(
      `INSERT INTO products (ref, product_id, name, created_by_us, added_at) VALUES
       ('one', 'prd_1', 'ab-1007', 1, 1), ('two', 'prd_2', 'AB1008', 1, 1)`,
    ),
  )
  const after = await walk()
  expect(after.found).toEqual(['AB-1007 prd_1', 'AB-1008 prd_2'])
  expect(after.turns - before.turns).toBeGreaterThan(count / 60)
  journal.close()
})
