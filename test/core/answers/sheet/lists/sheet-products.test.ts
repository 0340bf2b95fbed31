import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { readSheetProducts } from '../../../../../electron/core/answers/sheet/lists/sheet-products.ts'
import { createJournal } from '../../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'

it('knows the id that a product of the list got in its workspace after it was matched', async () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const product = { key: 'sku:m-1', productId: null, sku: 'M-1', gtin: null, name: 'Mug', handle: null }
  const add = (ref: string, workspace: string, id: string | null): unknown =>
    journal.run(
      "INSERT INTO products (ref, connection_id, product_id, name, created_by_us, added_at, listed_as) VALUES (?, ?, ?, 'Mug', 1, 1, 'sku:m-1')",
      ref,
      workspace,
      id,
    )
  journal.write(() => {
    journal.run(
      `INSERT INTO images (id, name, origin, added_at, format, bytes, width, height) VALUES ('img_1', '1', '{}', 1, 'png', 1, 1, 1)`,
    )
    journal.run(
      "INSERT INTO matches (connection_id, image_id, state, product_key, product, place, decided_by, why) VALUES ('a', 'img_1', 'matched', ?, ?, 1, 'rule', '{}')",
      product.key,
      JSON.stringify(product),
    )
    add('ref_1', 'b', 'p-of-another-workspace')
    add('ref_2', 'a', null)
  })
  const idNow = () => readSheetProducts(journal, 'a').list.map((one) => one.product.productId)
  expect(idNow()).toEqual([null])
  journal.write(() => journal.run("UPDATE products SET product_id = 'p-1' WHERE ref = 'ref_2'"))
  expect(idNow()).toEqual(['p-1'])
})
