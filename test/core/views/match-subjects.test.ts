import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCatalogueStore } from '../../../electron/core/catalogue/catalogue-store.ts'
import { createJournal } from '../../../electron/core/database/journal.ts'
import { openDatabase } from '../../../electron/core/database/open-database.ts'
import { systemPlatform } from '../../../electron/core/platform/platform.ts'
import { walkProducts } from '../../../electron/core/views/match-subjects.ts'

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
