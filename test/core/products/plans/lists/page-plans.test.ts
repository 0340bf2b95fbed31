import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createJournal } from '../../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { createProductStore } from '../../../../../electron/core/products/ledger/product-store.ts'
import { createPlanLists } from '../../../../../electron/core/products/plans/lists/page-plans.ts'
import { createPlanStore } from '../../../../../electron/core/products/plans/plan-store.ts'

it('pages a plan of many products with its problems first, and reads their states once for all of its pages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-plans-'))
  const real = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  let walks = 0
  const journal: typeof real = {
    ...real,
    all: (sql, ...values) => {
      if (sql.includes('ORDER BY one.position')) walks += 1
      return real.all(sql, ...values)
    },
  }
  const plans = createPlanStore(journal)
  const products = createProductStore(journal, systemPlatform.clock)
  const rows = Array.from({ length: 600 }, (_, at) => ({
    product: { key: `id:${at}`, productId: `${at}`, sku: null, gtin: null, name: null, handle: null },
    ...{ name: `Product ${at}`, isCreated: false, imageIds: ['img_1', 'img_2'], target: null, statement: null },
    problem: at % 200 === 150 ? ({ code: 'uncertain', failure: { kind: 'plan-restored' } } as const) : null,
  }))
  const plan = { connectionId: null, attribute: 'Images', validForMs: 1 }
  const planId = journal.write(() => plans.confirm({ ...plan, asked: 1, confirmed: products.facts.now() }, rows))
  await journal.durable()
  const lists = createPlanLists(journal)
  const counts = { failed: 3, queueing: 597 }
  expect(lists.counted(planId)).toMatchObject({ plan: { products: 600, doing: 'attach' }, pictures: 1200, todo: 597, counts })
  const names = (offset: number, limit: number) => lists.page({ planId, offset, limit })?.rows.map(({ name }) => name)
  expect(names(0, 5)).toEqual(['Product 150', 'Product 350', 'Product 550', 'Product 0', 'Product 1'])
  expect(names(598, 10)).toEqual(['Product 598', 'Product 599'])
  expect(walks).toBe(1)
  expect(lists.list({ connectionId: null, offset: 0, limit: 10 })).toMatchObject({ total: 1, rows: [{ plan: { id: planId }, counts }] })
  journal.close()
  rmSync(folder, { recursive: true, force: true })
})
