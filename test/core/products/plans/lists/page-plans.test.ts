import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createJournal, type Journal } from '../../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { createProductStore } from '../../../../../electron/core/products/ledger/product-store.ts'
import { createPlanPages } from '../../../../../electron/core/products/plans/lists/page-plans.ts'
import { createPlanStore } from '../../../../../electron/core/products/plans/plan-store.ts'

type Ports = Parameters<typeof createPlanPages>[0]

it('pages a plan of many products with its problems first, in turns that leave room for other work', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-plans-'))
  const { database } = openDatabase(folder, systemPlatform)
  let [monotonic, turns] = [0, 0]
  // Each look at the time finds a turn used up.
  const tick = (): number => {
    monotonic += 10
    return monotonic
  }
  const real = createJournal(database, { ...systemPlatform, clock: { now: Date.now, monotonic: tick } })
  const nextTurn = (): Promise<void> => {
    turns += 1
    return real.nextTurn()
  }
  const journal: Journal = { ...real, nextTurn }
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
  const pages = createPlanPages({ journal, plans, products } as unknown as Ports)
  turns = 0
  expect(await pages.summarise(planId)).toMatchObject({
    products: 600,
    pictures: 1200,
    doing: 'attach',
    counts: { failed: 3, queueing: 597 },
  })
  expect(turns).toBe(3)
  const names = async (offset: number, limit: number) => (await pages.page(planId, { offset, limit })).map(({ name }) => name)
  expect(await names(0, 5)).toEqual(['Product 150', 'Product 350', 'Product 550', 'Product 0', 'Product 1'])
  expect(await names(598, 10)).toEqual(['Product 598', 'Product 599'])
  // Nothing has changed: the same reading serves all of its pages.
  expect(turns).toBe(3)
  expect((await pages.list(null, { offset: 0, limit: 10 })).rows).toMatchObject([{ planId, products: 600 }])
  journal.close()
  rmSync(folder, { recursive: true, force: true })
})
