import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { saveSnapshot } from '../../../../electron/core/base/database/snapshots.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { defaultMatchRules } from '../../../../shared/products/matching.ts'
import { nothingStated, planValidity } from '../../../../shared/products/plans.ts'
import { waitFor, writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

let now = Date.now()
const library = prepareTestLibrary({ clock: { now: () => now } })
const client = () => library.client()
beforeEach(() => {
  now = Date.now()
})

const importList = async (rows: readonly string[]): Promise<void> => {
  const path = join(library.folder(), 'list.csv')
  await writeFile(path, `${['Product ID;SKU', ...rows].join('\n')}\n`)
  await client().catalogue.importFile({ path, columns: {}, dryRun: false })
}

/** Pictures in folders named by SKU, matched to the products of this list, and the plan for them. */
const start = async (list: readonly string[], folders: readonly string[], decide = async (): Promise<void> => {}): Promise<string> => {
  await importList(list)
  for (const folder of folders) {
    await mkdir(join(library.folder(), 'drop', folder), { recursive: true })
    await writePng(join(library.folder(), 'drop', folder, '1.png'), `seed of ${folder}`)
  }
  await client().intake.add({ named: [join(library.folder(), 'drop')], recursive: true, upload: false })
  await client().matching.apply({ rules: [...defaultMatchRules] })
  await decide()
  const answers = { ...nothingStated, unknown: 'nothing' } as const
  const { mark } = await client().plans.preview({ offset: 0, limit: 0, now: answers })
  const { planId } = await client().plans.start({ mark, now: answers, validForMs: planValidity.usualMs })
  await client().plans.settled({ planId })
  return planId
}

const rowsOf = async (planId: string) =>
  (await client().plans.page({ planId, offset: 0, limit: 100 })).rows.map(({ product, state, problem }) => [
    product.sku,
    state,
    problem?.failure.kind ?? null,
  ])

/** The list that the service got last. */
const lastList = (): string[] => {
  const last = library.service().received.findLast(({ method }) => method === 'PATCH')
  return (last?.json() as { attributes: { Images: string[] } } | undefined)?.attributes.Images ?? []
}

const finish = async (): Promise<void> => {
  await library.start()
  await library.settled()
}

describe('a product of a plan that failed', () => {
  it('is cancelled with the others, and fails again for its reason once it is resumed', async () => {
    await library.connect()
    const planId = await start(['prd_1;SKU-100', 'prd_2;SKU-100', 'prd_3;SKU-300'], ['SKU-300'], async () => {
      await library.add(['one.png'], false)
      const to = { key: 'sku:sku-100', productId: null, sku: 'SKU-100', gtin: null, name: null, handle: null }
      await client().matching.move({ imageIds: [(await library.row('one.png')).id], to })
    })
    const failed = ['SKU-100', 'failed', 'product-ambiguous']
    expect(await rowsOf(planId)).toEqual([failed, ['SKU-300', 'waiting', null]])
    expect(await client().plans.unfinished()).toEqual([{ planId, ahead: 0, failed: 1 }])
    expect((await client().plans.cancel({ planId })).counts).toMatchObject({ failed: 0, cancelled: 2 })
    expect(await rowsOf(planId)).toEqual([
      ['SKU-300', 'cancelled', null],
      ['SKU-100', 'cancelled', null],
    ])
    expect(await client().plans.unfinished()).toEqual([])
    await client().plans.resume({ planId })
    expect(await rowsOf(planId)).toEqual([failed, ['SKU-300', 'waiting', null]])
  })

  it('is cancelled, too, once the plan’s time is over, and attached by another plan, as its error advises', async () => {
    await library.connect()
    const planId = await start(['prd_3;SKU-300'], ['SKU-300'])
    await client().plans.cancel({ planId })
    now += 2 * planValidity.usualMs
    await client().plans.resume({ planId })
    expect(await rowsOf(planId)).toEqual([['SKU-300', 'failed', 'plan-over']])
    await client().plans.cancel({ planId })
    expect(await rowsOf(planId)).toEqual([['SKU-300', 'cancelled', null]])
    const answers = { ...nothingStated, unknown: 'nothing', old: 'as-known' } as const
    const { mark, added } = await client().plans.preview({ offset: 0, limit: 0, now: answers })
    expect(added).toBe(1)
    const again = await client().plans.start({ mark, now: answers, validForMs: planValidity.usualMs })
    await client().plans.settled({ planId: again.planId })
    expect(await rowsOf(again.planId)).toEqual([['SKU-300', 'waiting', null]])
    expect(await client().plans.unfinished()).toEqual([])
  })

  it('advises another plan where its answer counts no longer', async () => {
    await library.connect()
    const planId = await start(['prd_3;SKU-300'], ['SKU-300'])
    await client().plans.cancel({ planId })
    for (const serviceAppends of [true, false]) await client().connections.change({ serviceAppends })
    await client().plans.resume({ planId })
    expect(await rowsOf(planId)).toEqual([['SKU-300', 'failed', 'plan-list-unknown']])
  })

  it('stays attached where the service only adds to lists: restoring is refused as a whole', async () => {
    await library.connect()
    await client().connections.change({ serviceAppends: true })
    const planId = await start(['prd_3;SKU-300'], ['SKU-300'])
    await finish()
    await expect(client().plans.restore({ planId })).rejects.toMatchObject({ code: 'usage', failure: { kind: 'list-only-grows' } })
    expect(await rowsOf(planId)).toEqual([['SKU-300', 'done', null]])
  })
})

describe('a plan in a restored library', () => {
  /** What a kill leaves after this was asked for and before any of it was done; then the library is damaged, and that copy of it used. */
  const restoreWithAhead = async (doing: 'attach' | 'cancel' | 'restore'): Promise<void> => {
    await library.close()
    const data = join(library.folder(), 'data')
    const database = new DatabaseSync(join(data, 'library.db'))
    database.exec(`UPDATE plans SET doing = '${doing}'; UPDATE plan_products SET todo = 1;`)
    saveSnapshot(database, data, Date.now(), systemPlatform)
    database.close()
    await writeFile(join(data, 'library.db'), 'garbage '.repeat(10_000))
    await library.reopen()
    await library.connect()
  }

  it('does nothing that was ahead without a person’s word, and says so for each product', async () => {
    await library.connect()
    const planId = await start(['prd_3;SKU-300'], ['SKU-300'])
    await finish()
    const sent = library.service().received.length
    await restoreWithAhead('restore')
    await finish()
    await client().plans.settled({ planId })
    expect(library.service().received.length).toBe(sent)
    expect(await rowsOf(planId)).toEqual([['SKU-300', 'attention', 'plan-restored']])
    expect((await client().plans.page({ planId, offset: 0, limit: 1 })).plan).toMatchObject({
      doing: null,
      counts: { failed: 0, attention: 1 },
    })
    // Leaving it as it is settles it.
    await client().plans.resume({ planId })
    expect(await rowsOf(planId)).toEqual([['SKU-300', 'done', null]])
  })
})

describe('cancelling a plan', () => {
  it('cancels its uploads, too, but none that something else waits for', async () => {
    await library.connect()
    const planId = await start(['prd_1;SKU-100', 'prd_3;SKU-300'], ['SKU-100', 'SKU-300'])
    const { id } = (await library.page()).rows[0]!
    await library.attach([id], 'Mug')
    await client().plans.cancel({ planId })
    const waiting = (await client().jobs.list({ state: 'waiting' })).map(({ work }) => ('imageId' in work ? work.imageId : work.operation))
    expect(waiting.toSorted()).toEqual(['attach-sources', 'create-product', id])
  })

  it('leaves an attachment that may have been done, and a restore takes it out once it ended', async () => {
    await library.connect()
    let answers = false
    library.service().answer = ({ method }) => (method === 'PATCH' && !answers ? 'cut' : undefined)
    const planId = await start(['prd_3;SKU-300'], ['SKU-300'])
    await library.start()
    await waitFor(async () => (await client().jobs.list({ operation: 'attach-sources' })).some((job) => job.uncertainAttempts > 0))
    await waitFor(async () => (await client().queue.status()).counts.running === 0)
    await client().queue.pause()
    expect((await client().plans.cancel({ planId })).counts).toMatchObject({ waiting: 1, cancelled: 0 })
    expect(await client().plans.restore({ planId })).toMatchObject({ doing: 'restore', counts: { waiting: 1 } })
    answers = true
    now += 60_000
    await client().queue.resume()
    await client().queue.retryNow()
    await waitFor(async () => (await rowsOf(planId))[0]?.[1] === 'restored')
    expect(lastList()).toEqual([])
  })

  it('and resuming or restoring it doesn’t change how many pictures its action is about', async () => {
    await library.connect()
    const planId = await start(['prd_1;SKU-100', 'prd_3;SKU-300'], ['SKU-100', 'SKU-300'])
    const pictures = async () => (await client().actions.page({ offset: 0, limit: 1, text: '' })).rows[0]?.pictures
    expect(await pictures()).toBe(2)
    await client().plans.cancel({ planId })
    await client().plans.resume({ planId })
    expect(await pictures()).toBe(2)
    await finish()
    await library.add(['since.png'])
    await library.attach(['since.png'], 'unused', { product: { kind: 'id', productId: 'prd_1' } })
    await library.settled()
    await client().plans.restore({ planId })
    await library.settled()
    const { rows } = await client().actions.page({ offset: 0, limit: 10 })
    expect(rows.find(({ facts }) => facts?.kind === 'plan')?.pictures).toBe(2)
  })
})

it('restores only what the plan’s own job was about, not what a person attached beside it', async () => {
  await library.connect()
  const notThere = { status: 404, body: { statusCode: 404, message: 'not there', error: 'Not Found' } }
  let answer: 'cut' | typeof notThere | undefined = notThere
  library.service().answer = ({ method }) => (method === 'PATCH' ? answer : undefined)
  await library.add(['by hand.png'])
  await library.attach(['by hand.png'], 'unused', { product: { kind: 'id', productId: 'prd_3' }, current: { kind: 'nothing' } })
  await finish()
  const [byHand] = await client().jobs.list({ operation: 'attach-sources', state: 'parked' })
  await client().queue.pause()
  // The plan has this picture, too: its own job leaves it out.
  await importList(['prd_3;SKU-300'])
  await client().matching.move({
    imageIds: [(await library.row('by hand.png')).id],
    to: { key: 'id:prd_3', productId: 'prd_3', sku: 'SKU-300', gtin: null, name: null, handle: null },
  })
  const planId = await start(['prd_3;SKU-300'], ['SKU-300'])
  answer = 'cut'
  library.service().answer = ({ method }) => {
    if (method !== 'PATCH') return undefined
    const now = answer
    answer = undefined
    return now
  }
  await client().jobs.retry({ jobIds: [byHand?.id ?? ''], choice: 'retry' })
  await client().queue.resume()
  const patches = () => library.service().received.filter(({ method }) => method === 'PATCH')
  await waitFor(() => patches().length === 3)
  now += 60_000
  await client().queue.retryNow()
  await library.settled()
  expect(lastList()).toHaveLength(2)
  await client().plans.restore({ planId })
  await library.settled()
  const { sourceId } = (await client().pictures.list()).find(({ name }) => name === 'by hand.png')!
  expect(lastList()).toEqual([sourceId])
})
