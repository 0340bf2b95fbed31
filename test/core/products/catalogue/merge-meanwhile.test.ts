import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createJournal, type Journal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createCatalogueStore } from '../../../../electron/core/products/catalogue/catalogue-store.ts'
import { mergeProducts, toStoredEntry } from '../../../../electron/core/products/catalogue/merge-products.ts'

const product = (sku: string, name: string) => ({
  ...{ productId: null, sku, gtin: null, name, handle: null, shows: null, showsAt: null, further: [], missingSince: null },
})

it('keeps what a person changes in the list while a colleague’s products are merged into it', async () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const inner = createJournal(database, systemPlatform)
  const catalogue = createCatalogueStore(inner)
  inner.write(() => {
    const list = catalogue.begin(null, 'List', 1)
    for (let at = 0; at < 60; at++) catalogue.add(list, toStoredEntry(product(`S-${at}`, `Mug ${at}`)))
    catalogue.complete(list, { products: 60, missing: 0, refused: 0, noted: 0 })
  })
  const seqOf = (sku: string): number =>
    Number(inner.get("SELECT seq FROM catalogue_entries JOIN catalogue_lists USING (import) WHERE state = 'current' AND sku = ?", sku)?.seq)
  let writes = 0
  const journal: Journal = {
    ...inner,
    write: (act) => {
      writes += 1
      // After the first piece of the new list.
      if (writes === 3) inner.write(() => catalogue.rewrite([{ seq: seqOf('S-1'), entry: toStoredEntry(product('S-1', 'Renamed')) }]))
      return inner.write(act)
    },
  }
  const theirs = [{ product: product('S-99', 'Theirs'), taken: new Map<string, string>() }]
  const ports = { journal, catalogue, clock: systemPlatform.clock }
  expect(await mergeProducts(ports, null, { name: 'Theirs', products: theirs, targets: null }, new AbortController().signal)).toBe(1)
  expect(catalogue.current(null)).toMatchObject({ products: 61 })
  expect(catalogue.entry(seqOf('S-1'))).toMatchObject({ name: 'Renamed' })
  expect(catalogue.entry(seqOf('S-99'))).toMatchObject({ name: 'Theirs' })
  expect(catalogue.hasUnfinished()).toBe(false)
  inner.close()
})
