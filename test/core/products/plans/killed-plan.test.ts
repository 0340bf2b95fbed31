import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { findDamage } from '../../../../electron/core/base/database/find-damage.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { defaultMatchRules } from '../../../../shared/products/matching.ts'
import { nothingStated } from '../../../../shared/products/plans.ts'
import { openTestCore, type TestCore, writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

/** A kill leaves what the last commit left: the library's files are copied after each of them. */
let copies: string[] | undefined
let made = 0
const copy = (): void => {
  if (!copies) return
  const from = join(library.folder(), 'data')
  const to = join(library.folder(), `killed-${made++}`)
  mkdirSync(to)
  for (const name of ['library.db', 'library.db-wal']) if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
  copies.push(to)
}
const soon = (act: () => void): void =>
  systemPlatform.timers.soon(() => {
    act()
    copy()
  })
let monotonic = 0
const library = prepareTestLibrary({
  timers: { ...systemPlatform.timers, soon },
  // Each product is a turn of its own.
  clock: { now: Date.now, monotonic: () => (monotonic += 10) },
})
const client = () => library.client()

const products = 9
const skus = Array.from({ length: products }, (_, at) => `SKU-${at + 1}00`)

/** Products that exist and new ones, two pictures each. */
const prepare = async (): Promise<void> => {
  await library.connect()
  const path = join(library.folder(), 'list.csv')
  const rows = skus.map((sku, at) => `${at % 3 === 0 ? '' : `prd_${at}`};${sku}`)
  await writeFile(path, `${['Product ID;SKU', ...rows].join('\n')}\n`)
  await client().catalogue.importFile({ path, columns: {}, dryRun: false })
  for (const sku of skus) {
    await mkdir(join(library.folder(), 'drop', sku), { recursive: true })
    for (const name of ['1.png', '2.png']) await writePng(join(library.folder(), 'drop', sku, name), `${sku} ${name}`)
  }
  await client().intake.add({ named: [join(library.folder(), 'drop')], recursive: true, upload: false })
  await client().matching.apply({ rules: [...defaultMatchRules] })
}

const start = async (): Promise<string> => {
  const now = { ...nothingStated, unknown: 'nothing' } as const
  const { mark } = await client().plans.preview({ offset: 0, limit: 0, now })
  const { planId } = await client().plans.start({ mark, now, validForMs: 24 * 60 * 60 * 1000 })
  await client().plans.settled({ planId })
  return planId
}

/** Does something, and returns the folders that a kill before it, and after each of its writes, would have left. */
const killDuring = async (act: () => Promise<unknown>): Promise<readonly string[]> => {
  copies = []
  copy()
  await act()
  const found = copies
  copies = undefined
  for (const folder of found) cpSync(join(library.folder(), 'data', 'originals'), join(folder, 'originals'), { recursive: true })
  return found
}

/** Opens what a kill left, lets it continue, and reads what is there then. The workspace can't be reached. */
const continueIn = async <T>(folder: string, look: (open: TestCore, database: DatabaseSync) => Promise<T>): Promise<T> => {
  const open = await openTestCore(folder, {})
  try {
    await open.core.start()
    for (const { planId } of (await open.client.plans.list({ offset: 0, limit: 10 })).rows) await open.client.plans.settled({ planId })
    const database = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
    expect(findDamage(database, 'whole')).toBeNull()
    const found = await look(open, database)
    database.close()
    return found
  } finally {
    await open.core.stop()
  }
}

const countBy = (database: DatabaseSync, sql: string): Record<string, number> =>
  Object.fromEntries(
    database
      .prepare(sql)
      .all()
      .map((row) => [String(row.state), Number(row.n)]),
  )

it('queues each product exactly once, wherever a kill comes after the confirmation, and nothing before it', async () => {
  await prepare()
  const folders = await killDuring(start)
  expect(folders.length).toBeGreaterThan(products)
  const ends: number[] = []
  for (const folder of folders) {
    await continueIn(folder, async ({ client: after }, database) => {
      const [plan] = (await after.plans.list({ offset: 0, limit: 10 })).rows
      const jobs = countBy(database, "SELECT state, count(*) AS n FROM jobs WHERE operation = 'attach-sources' GROUP BY state")
      ends.push(plan ? 1 : 0)
      if (!plan) {
        expect(jobs).toEqual({})
        expect(database.prepare('SELECT count(*) AS n FROM plan_products').get()).toEqual({ n: 0 })
        return
      }
      expect(plan).toMatchObject({ doing: null, products, counts: { waiting: products, failed: 0 } })
      expect(jobs).toEqual({ waiting: products })
      const each = database.prepare(
        `SELECT count(*) AS pictures, count(DISTINCT image_id) AS different FROM attach_pictures GROUP BY job_id`,
      )
      expect(each.all()).toEqual(Array.from({ length: products }, () => ({ pictures: 2, different: 2 })))
      expect(countBy(database, "SELECT state, count(*) AS n FROM jobs WHERE operation = 'create-product' GROUP BY state")).toEqual({
        waiting: 3,
      })
      expect(database.prepare('SELECT count(DISTINCT ref) AS n FROM products').get()).toEqual({ n: products })
    })
  }
  // The kills were before and after the confirmation.
  expect(new Set(ends)).toEqual(new Set([0, 1]))
})

it('cancels, and resumes, the whole plan, wherever a kill comes', async () => {
  await prepare()
  await library.client().queue.pause()
  const planId = await start()
  const cancelled: unknown[] = []
  for (const folder of await killDuring(() => client().plans.cancel({ planId })))
    await continueIn(folder, async ({ client: after }, database) => {
      const { counts, doing } = (await after.plans.page({ planId, offset: 0, limit: 0 })).plan
      expect(doing).toBe(null)
      cancelled.push([counts.cancelled, countBy(database, 'SELECT state, count(*) AS n FROM jobs GROUP BY state').waiting ?? 0])
    })
  // All of it, with its uploads and the products to create, or nothing.
  expect(new Set(cancelled.map((one) => JSON.stringify(one)))).toEqual(new Set([`[0,${products * 3 + 3}]`, `[${products},0]`]))
  const [, ...resumed] = await killDuring(() => client().plans.resume({ planId }))
  expect(resumed.length).toBeGreaterThan(products)
  for (const folder of resumed)
    await continueIn(folder, async (_, database) => {
      const open = "SELECT state, count(*) AS n FROM jobs WHERE operation = 'attach-sources' AND state <> 'cancelled' GROUP BY state"
      expect(countBy(database, open)).toEqual({ waiting: products })
    })
})

it('restores each list exactly once, wherever a kill comes', async () => {
  await prepare()
  const planId = await start()
  await library.start()
  await library.settled()
  await client().queue.pause()
  const [, ...killed] = await killDuring(() => client().plans.restore({ planId }))
  expect(killed.length).toBeGreaterThan(products)
  for (const folder of killed)
    await continueIn(folder, async ({ client: after }, database) => {
      const { plan } = await after.plans.page({ planId, offset: 0, limit: 0 })
      const replaced = database
        .prepare(
          "SELECT count(*) AS n, count(DISTINCT work ->> '$.productRef') AS lists, max(wanted) AS wanted FROM replaced_lists JOIN jobs ON id = job_id",
        )
        .get()
      expect([plan.doing, plan.counts.restoring, replaced]).toEqual([null, products, { n: products, lists: products, wanted: '[]' }])
    })
})

it('is stopped with its action, or with all waiting work, while it still queues its products', async () => {
  await prepare()
  const ways = [
    async ({ client: after }: TestCore): Promise<void> => {
      const action = (await after.actions.page({ offset: 0, limit: 10 })).rows.find(({ facts }) => facts?.kind === 'plan')
      const { cancelled, left } = await after.actions.cancel({ action: action?.action ?? 0 })
      expect([cancelled, left]).toEqual([action?.counts.waiting, 0])
    },
    async ({ client: after }: TestCore): Promise<void> => void (await after.jobs.cancelWaiting({})),
  ]
  // What kills left between the first and the last product, before anything continues.
  for (const folder of await killDuring(start)) {
    const open = await openTestCore(folder, {})
    try {
      const [plan] = (await open.client.plans.list({ offset: 0, limit: 1 })).rows
      if (!plan || plan.counts.waiting === 0 || plan.counts.queueing === 0) continue
      const stop = ways.shift()
      if (!stop) break
      await stop(open)
      await open.core.start()
      const { counts, doing } = await open.client.plans.settled({ planId: plan.planId })
      expect([doing, counts.cancelled]).toEqual([null, products])
      expect(await open.client.jobs.list({ state: 'waiting' })).toEqual([])
    } finally {
      await open.core.stop()
    }
  }
  expect(ways).toEqual([])
})
