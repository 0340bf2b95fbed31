import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { nothingStated, planValidity } from '../../../../shared/products/plans.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const client = () => library.client()

const start = async (): Promise<string> => {
  await library.add(['1.png'], false)
  const to = { key: 'id:prd_1', productId: 'prd_1', sku: null, gtin: null, name: null, handle: null }
  await client().matching.move({ imageIds: [(await library.row('1.png')).id], to })
  const now = { ...nothingStated, unknown: 'nothing' } as const
  const { mark } = await client().plans.preview({ offset: 0, limit: 0, now })
  const { planId } = await client().plans.start({ mark, now, validForMs: planValidity.usualMs })
  await client().plans.settled({ planId })
  return planId
}

const plansHere = async () => (await client().plans.list({ offset: 0, limit: 10 })).rows.map(({ planId, counts }) => [planId, counts.done])

it('becomes the plan of the workspace that is connected, and is done there', async () => {
  const planId = await start()
  expect(await plansHere()).toEqual([[planId, 0]])
  await library.connect()
  expect(await plansHere()).toEqual([[planId, 0]])
  await library.start()
  await library.settled()
  expect(await plansHere()).toEqual([[planId, 1]])
})

it('is cancelled with what waits when its workspace is disconnected, though most of it was still ahead: nothing of it is sent after connecting again', async () => {
  const many = Array.from({ length: 60 }, (_, at) => `${at}.png`)
  await library.connect()
  await library.add(many, false)
  for (const name of many) {
    const key = `prd_${name}`
    const to = { key: `id:${key}`, productId: key, sku: null, gtin: null, name: null, handle: null }
    await client().matching.move({ imageIds: [(await library.row(name)).id], to })
  }
  const now = { ...nothingStated, unknown: 'nothing' } as const
  const { mark } = await client().plans.preview({ offset: 0, limit: 0, now })
  const { planId } = await client().plans.start({ mark, now, validForMs: planValidity.usualMs })
  const { connectionId } = (await client().workspaces.list()).map(({ id }) => ({ connectionId: id }))[0] ?? { connectionId: '' }
  await client().workspaces.forget({ connectionId, queue: 'cancel' })
  await client().plans.settled({ planId })
  await library.connect()
  await library.start()
  await library.settled()
  expect(library.service().received.map(({ path }) => path)).toEqual([])
  expect(await library.counts()).toMatchObject({ waiting: 0, running: 0, parked: 0, done: 0 })
})

it('leaves no uploads behind when all is cancelled while those of one large product are being queued', async () => {
  const many = Array.from({ length: 400 }, (_, at) => `${at}.png`)
  await library.connect()
  await library.add(many, false)
  const to = { key: 'id:prd_1', productId: 'prd_1', sku: null, gtin: null, name: null, handle: null }
  await client().matching.move({ imageIds: (await client().pictures.list()).map(({ id }) => id), to })
  const now = { ...nothingStated, unknown: 'nothing' } as const
  const { mark } = await client().plans.preview({ offset: 0, limit: 0, now })
  const { planId } = await client().plans.start({ mark, now, validForMs: planValidity.usualMs })
  await waitFor(async () => expect((await library.counts()).waiting).toBeGreaterThan(0))
  await client().jobs.cancelWaiting({})
  await client().plans.settled({ planId })
  expect(await library.counts()).toMatchObject({ waiting: 0, running: 0, parked: 0, done: 0 })
})

it('leaves no job behind when it is cancelled at any moment, but the upload that something else waits for', async () => {
  await library.connect()
  const many = Array.from({ length: 150 }, (_, at) => `${at}.png`)
  await library.add(many, false)
  const images = await client().pictures.list()
  const to = { key: 'id:prd_1', productId: 'prd_1', sku: null, gtin: null, name: null, handle: null }
  await client().matching.move({ imageIds: images.map(({ id }) => id), to })
  const now = { ...nothingStated, unknown: 'nothing' } as const
  for (let turns = 0; turns < 12; turns++) {
    const { mark } = await client().plans.preview({ offset: 0, limit: 0, now })
    const { planId } = await client().plans.start({ mark, now, validForMs: planValidity.usualMs })
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    await client().plans.cancel({ planId })
    expect([turns, await client().jobs.list({ state: 'waiting' })]).toEqual([turns, []])
  }
  const { mark } = await client().plans.preview({ offset: 0, limit: 0, now })
  const { planId } = await client().plans.start({ mark, now, validForMs: planValidity.usualMs })
  await client().plans.settled({ planId })
  await library.attach(['7.png'], 'Mug')
  await client().plans.cancel({ planId })
  const left = (await client().jobs.list({ state: 'waiting' })).map(({ work }) => work.operation).sort()
  expect(left).toEqual(['attach-sources', 'create-product', 'upload-source'])
})
