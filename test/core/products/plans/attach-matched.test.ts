import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { defaultMatchRules } from '../../../../shared/products/matching.ts'
import { nothingStated, type PlanStatements, planValidity } from '../../../../shared/products/plans.ts'
import { describePlan } from '../../../../shared/products/plans-words.ts'
import { waitFor, writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
let now = Date.now()
const library = prepareTestLibrary({ clock: { now: () => now } })
const client = () => library.client()

beforeEach(() => {
  now = Date.now()
})

const prepare = async (list: readonly string[], files: readonly string[]): Promise<void> => {
  await library.connect()
  const path = join(library.folder(), 'list.csv')
  await writeFile(path, `${list.join('\n')}\n`)
  await client().catalogue.importFile({ path, columns: {}, dryRun: false })
  for (const file of files) {
    const picture = join(library.folder(), 'drop', file)
    await mkdir(join(picture, '..'), { recursive: true })
    await writePng(picture, `seed of ${file}`)
  }
  await client().intake.add({ named: [join(library.folder(), 'drop')], recursive: true, upload: false })
  await client().matching.apply({ rules: [...defaultMatchRules] })
}

const list = ['Product ID;SKU;Name', 'prd_1;SKU-100;One', ';SKU-200;Linen shirt', 'prd_3;SKU-300;Three']
const files = ['SKU-100/1.png', 'SKU-100/2.png', 'SKU-200/3.png', 'SKU-300/4.png']

const start = async (answers: Partial<PlanStatements> = { unknown: 'nothing' }, validForMs: number = 3 * day): Promise<string> => {
  const statements = { ...nothingStated, ...answers }
  const { mark } = await client().plans.preview({ offset: 0, limit: 0, now: statements })
  const { planId } = await client().plans.start({ mark, now: statements, validForMs })
  await client().plans.settled({ planId })
  return planId
}

const states = async (planId: string): Promise<Record<string, string>> => {
  const { rows } = await client().plans.page({ planId, offset: 0, limit: 100 })
  return Object.fromEntries(rows.map((row) => [row.name, row.state]))
}

const idsOf = async (...names: string[]): Promise<(string | null)[]> => {
  const images = await client().pictures.list()
  return names.map((name) => images.find((one) => one.name === name)?.sourceId ?? null)
}

/** The list that each product got last. */
const held = (): Record<string, string[]> =>
  Object.fromEntries(
    library
      .service()
      .received.filter(({ method }) => method === 'PATCH')
      .map((one) => [one.path.split('/').at(-1) ?? '', (one.json() as { attributes: { Images: string[] } }).attributes.Images]),
  )

const finish = async (): Promise<void> => {
  await library.start()
  await library.settled()
}

describe('attaching all matched pictures', () => {
  it('puts each product’s pictures in order into its list, and creates what is missing', async () => {
    await prepare(list, files)
    const planId = await start()
    expect(await states(planId)).toEqual({ One: 'waiting', 'Linen shirt': 'waiting', Three: 'waiting' })
    await finish()
    expect(await states(planId)).toEqual({ One: 'done', 'Linen shirt': 'done', Three: 'done' })
    const created = (await client().products.find({ by: 'name', name: 'Linen shirt' }))?.productId ?? ''
    expect(held()).toEqual({
      prd_1: await idsOf('1.png', '2.png'),
      [created]: await idsOf('3.png'),
      prd_3: await idsOf('4.png'),
    })
    const { total, rows } = await client().plans.list({ offset: 0, limit: 10 })
    expect(total).toBe(1)
    expect(rows[0]).toMatchObject({ planId, products: 3, pictures: 4, doing: null, counts: { done: 3, waiting: 0 } })
    expect(rows[0]?.leftMs).toBeGreaterThan(2 * day)
    expect(await client().plans.preview({ offset: 0, limit: 10 })).toMatchObject({ changed: 0, added: 0, created: 0, unanswered: 0 })
  })

  it('starts only what was shown, once every kind of product is answered for', async () => {
    await prepare(list, files)
    const open = { ...nothingStated }
    const { mark } = await client().plans.preview({ offset: 0, limit: 0, now: open })
    const attempt = (more: object) => client().plans.start({ mark, now: open, validForMs: day, ...more })
    await expect(attempt({})).rejects.toMatchObject({ failure: { kind: 'plan-unanswered', products: 2 } })
    await expect(attempt({ validForMs: planValidity.shortestMs - 1 })).rejects.toThrow()
    await expect(attempt({ validForMs: planValidity.longestMs + 1 })).rejects.toThrow()
    const { id } = await library.row('4.png')
    await client().matching.notAProduct({ imageIds: [id] })
    await expect(attempt({ now: { ...open, unknown: 'nothing' } })).rejects.toMatchObject({ failure: { kind: 'plan-changed' } })
    await client().library.remove({ imageIds: (await client().pictures.list()).map((one) => one.id) })
    await expect(start()).rejects.toMatchObject({ failure: { kind: 'plan-empty' } })
    expect(await client().jobs.list({})).toEqual([])
    expect(await client().plans.list({ offset: 0, limit: 10 })).toEqual({ total: 0, rows: [] })
  })

  it('leaves out the products that a person skips', async () => {
    await prepare(list, files)
    const planId = await start({ unknown: 'skip' })
    expect(await states(planId)).toEqual({ 'Linen shirt': 'waiting' })
  })

  it('does what was confirmed, although a picture is moved to another product afterwards', async () => {
    await prepare(list, files)
    const planId = await start()
    const { rows } = await client().matching.page({ offset: 0, limit: 10 })
    const three = rows.find(({ product }) => product.sku === 'SKU-300')
    await client().matching.move({ imageIds: [(await library.row('1.png')).id], to: three!.product })
    const shown = async () => describePlan(await client().plans.preview({ offset: 0, limit: 10 }))
    // Said while its attach runs, and afterwards.
    const both = /^1 picture goes to 1 product\. 1 of these pictures stays in another product, too, where an earlier plan put it\./
    expect(await shown()).toMatch(both)
    await finish()
    expect(await states(planId)).toEqual({ One: 'done', 'Linen shirt': 'done', Three: 'done' })
    expect(held().prd_1).toEqual(await idsOf('1.png', '2.png'))
    expect(held().prd_3).toEqual(await idsOf('4.png'))
    expect(await shown()).toMatch(both)
    await client().plans.restore({ planId })
    await finish()
    expect(await shown()).not.toContain('another product')
  })

  it('shows the product that failed first, with its job, and leaves the others alone', async () => {
    await prepare(list, files)
    const { service } = library
    service().answer = ({ method, path }) =>
      method === 'PATCH' && path.endsWith('prd_3')
        ? { status: 404, body: { statusCode: 404, message: 'no such product', error: 'Not Found' } }
        : undefined
    const planId = await start()
    await finish()
    const { plan, rows } = await client().plans.page({ planId, offset: 0, limit: 2 })
    expect(rows[0]).toMatchObject({
      name: 'Three',
      state: 'attention',
      problem: { code: 'not-found' },
      job: { status: { state: 'parked' } },
    })
    expect(plan.counts).toMatchObject({ attention: 1, done: 2 })
    service().answer = () => undefined
    expect((await client().plans.resume({ planId })).counts.attention).toBe(0)
    await library.settled()
    expect(await states(planId)).toEqual({ One: 'done', 'Linen shirt': 'done', Three: 'done' })
  })

  it('is cancelled as a whole, with the products that it would create, and resumed', async () => {
    await prepare(list, files)
    const planId = await start()
    const cancelled = await client().plans.cancel({ planId })
    expect(cancelled.counts).toMatchObject({ cancelled: 3, waiting: 0 })
    const creations = await client().jobs.list({ operation: 'create-product' })
    expect(creations.map(({ status }) => status.state)).toEqual(['cancelled'])
    await finish()
    expect(held()).toEqual({})
    expect((await client().plans.resume({ planId })).counts.cancelled).toBe(0)
    await library.settled()
    expect(await states(planId)).toEqual({ One: 'done', 'Linen shirt': 'done', Three: 'done' })
    expect(Object.keys(held())).toHaveLength(3)
  })

  it('puts the previous lists back, and keeps what was added since', async () => {
    await prepare(
      [...list.map((line) => `${line};`), ''].map((line, at) => (at === 0 ? `${line}Images` : line === '' ? '' : line)),
      files,
    )
    const planId = await start({ list: 'use' })
    await finish()
    await library.add(['since.png'])
    await library.attach(['since.png'], 'unused', { product: { kind: 'id', productId: 'prd_1' } })
    await library.settled()
    const created = (await client().products.find({ by: 'name', name: 'Linen shirt' }))?.productId ?? ''
    await client().plans.restore({ planId })
    await library.settled()
    expect(await states(planId)).toEqual({ One: 'restored', 'Linen shirt': 'restored', Three: 'restored' })
    expect(held()).toEqual({ prd_1: await idsOf('since.png'), [created]: [], prd_3: [] })
    // Asked again, nothing more is changed.
    const before = library.service().received.length
    await client().plans.restore({ planId })
    await library.settled()
    expect(library.service().received.length).toBe(before)
  })

  it('keeps a list as it was before, where a picture of the plan was in it already', async () => {
    await prepare(['Product ID;SKU;Images', 'prd_1;SKU-100;src_theirs'], ['SKU-100/1.png', 'SKU-100/2.png'])
    const planId = await start({ list: 'use' })
    await finish()
    expect(held().prd_1).toEqual(['src_theirs', ...(await idsOf('1.png', '2.png'))])
    await client().plans.restore({ planId })
    await library.settled()
    expect(held().prd_1).toEqual(['src_theirs'])
  })

  it('stays with its workspace when another one is used meanwhile', async () => {
    await prepare(list, files)
    const first = (await client().session.get()).connection?.id
    const planId = await start()
    await client().plans.cancel({ planId })
    await client().session.connect({ kind: 'api-key', baseUrl: `${library.service().baseUrl}/other`, apiKey: 'key' })
    const second = (await client().session.get()).connection?.id
    expect(second).not.toBe(first)
    await client().plans.resume({ planId })
    const connections = async () => {
      await library.close()
      const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
      const rows = database.prepare("SELECT DISTINCT connection_id AS id FROM jobs WHERE operation = 'attach-sources'").all()
      database.close()
      return rows.map((row) => row.id)
    }
    expect((await client().plans.list({ offset: 0, limit: 10 })).total).toBe(0)
    expect(await connections()).toEqual([first])
  })

  it('takes one product for one, also when it is planned again after it was created', async () => {
    await prepare(['SKU;Name', 'SKU-100;Linen shirt', 'SKU-200;Linen shirt'], ['SKU-100/1.png', 'SKU-200/3.png'])
    await start()
    await finish()
    await writePng(join(library.folder(), 'drop', 'SKU-200', '9.png'), 'seed of 9')
    await client().intake.add({ named: [join(library.folder(), 'drop')], recursive: true, upload: false })
    await client().matching.apply({ rules: [...defaultMatchRules] })
    await start()
    await library.settled()
    const lists = Object.values(held()).toSorted((one, other) => one.length - other.length)
    expect(lists).toEqual([await idsOf('1.png'), await idsOf('3.png', '9.png')])
    expect(await client().jobs.list({ operation: 'create-product' })).toHaveLength(2)
  })

  it('attaches more pictures of one product than are written in one turn', async () => {
    const many = Array.from({ length: 130 }, (_, at) => `SKU-100/${String(at + 1).padStart(3, '0')}.png`)
    await prepare(list, many)
    const planId = await start()
    await finish()
    expect(await states(planId)).toEqual({ One: 'done' })
    expect(held().prd_1).toEqual(await idsOf(...many.map((file) => file.split('/')[1] ?? '')))
  })
})

describe('the time until which the answers of a plan count', () => {
  /** A plan of Friday 17:00 for three days, whose service can't be reached until `sentAfter`. */
  const confirmOffline = async (validForMs = 3 * day): Promise<string> => {
    await prepare(list, files)
    await library.service().stop()
    const planId = await start({ unknown: 'nothing' }, validForMs)
    await library.start()
    await offline()
    return planId
  }
  const offline = (): Promise<void> => waitFor(async () => (await client().queue.status()).holds.some(({ kind }) => kind === 'offline'))
  const reachAgain = async (): Promise<void> => {
    await library.service().start()
    await client().queue.retryNow()
    await library.settled()
  }

  it('covers a weekend offline: what was confirmed on Friday is sent on Monday evening', async () => {
    const planId = await confirmOffline()
    now += 3 * day - hour
    await reachAgain()
    expect(await states(planId)).toEqual({ One: 'done', 'Linen shirt': 'done', Three: 'done' })
  })

  it('ends: afterwards the lists are asked about, with the reason, and only they', async () => {
    const planId = await confirmOffline()
    now += 3 * day + hour
    await reachAgain()
    expect(await states(planId)).toEqual({ One: 'attention', 'Linen shirt': 'done', Three: 'attention' })
    const { rows } = await client().plans.page({ planId, offset: 0, limit: 1 })
    expect(rows[0]?.problem).toMatchObject({ code: 'current-unknown', failure: { kind: 'list-unknown', why: 'time-over' } })
    expect((await client().products.unsettled({ offset: 0, limit: 10 })).total).toBe(2)
  })

  it('is not prolonged by setting the clock back', async () => {
    const planId = await confirmOffline()
    now += 3 * day + hour
    await library.reopen()
    now -= 5 * day
    await library.start()
    await offline()
    await reachAgain()
    expect((await states(planId)).One).toBe('attention')
  })

  it('counts as over if the clock was set back while Packshot was closed', async () => {
    const planId = await confirmOffline(planValidity.longestMs)
    await library.close()
    now -= 2 * hour
    await library.reopen()
    await library.start()
    await reachAgain()
    expect((await states(planId)).One).toBe('attention')
  })

  it('is the connection’s again for facts of another origin', async () => {
    await prepare(list, files)
    await start()
    await finish()
    now += 2 * day
    const attach = library.attach(['4.png'], 'unused', { product: { kind: 'id', productId: 'prd_1' } })
    await expect(attach).rejects.toMatchObject({ code: 'current-unknown', failure: { why: 'too-old' } })
  })

  it('covers our own record, too, and a product that was created meanwhile', async () => {
    await prepare(list, files)
    await start()
    await finish()
    await writePng(join(library.folder(), 'drop', 'SKU-100', '8.png'), 'seed of 8')
    await client().intake.add({ named: [join(library.folder(), 'drop')], recursive: true, upload: false })
    await client().matching.apply({ rules: [...defaultMatchRules] })
    await library.service().stop()
    const planId = await start({})
    await offline()
    now += 3 * day - hour
    await reachAgain()
    expect(await states(planId)).toEqual({ One: 'done' })
  })

  it('lets no product be queued after it, if the end came in the middle', async () => {
    await prepare(list, files)
    const planId = await start()
    await client().plans.cancel({ planId })
    now += 4 * day
    await client().plans.resume({ planId })
    const { rows } = await client().plans.page({ planId, offset: 0, limit: 10 })
    expect(rows.map(({ state, problem }) => [state, problem?.failure.kind])).toEqual([
      ['failed', 'plan-over'],
      ['failed', 'plan-over'],
      ['failed', 'plan-over'],
    ])
    await waitFor(async () => (await client().plans.settled({ planId })).doing === null)
  })
})
