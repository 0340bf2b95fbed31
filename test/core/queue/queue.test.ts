import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeError } from '../../../shared/base/describe-error.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../support/open-test-core.ts'
import { readAnswers } from '../../support/read-answers.ts'
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts'
import { told } from '../../support/told.ts'

let folder: string
let service: ScriptedService
let open: TestCore

const dataFolder = (): string => join(folder, 'data')
const addPictures = async (count: number): Promise<void> => {
  const pictures = join(folder, 'pictures')
  await mkdir(pictures, { recursive: true })
  for (let index = 1; index <= count; index++) await writePng(join(pictures, `picture ${index}.png`), `seed ${index}`)
  await open.client.intake.add({ named: [pictures], recursive: false, upload: true })
}
const connect = () =>
  open.client.session.connect({ kind: 'api-key', baseUrl: service.baseUrl, apiKey: 'key', rates: { 'analyse-image': null } })
const attachAll = (more: object = {}) =>
  open.client.products.attach({
    images: { kind: 'all' },
    product: { kind: 'new', name: 'Mug' },
    attribute: 'Images',
    current: null,
    again: false,
    ...more,
  })
const states = async (): Promise<Record<string, number>> => (await open.client.queue.status()).counts
const allSettled = async (): Promise<boolean> => {
  const counts = await states()
  return counts.waiting === 0 && counts.running === 0
}
const sentLists = () =>
  service.received.flatMap((one) =>
    one.method === 'PATCH' ? [(one.json() as { attributes: { Images: string[] } }).attributes.Images] : [],
  )
const sent = (path: string) => service.received.filter((one) => one.path.startsWith(path))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-queue-'))
  service = await startScriptedService()
  open = await openTestCore(dataFolder())
})
afterEach(async () => {
  await open.core.stop()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('the queue', () => {
  it('accepts everything before a connection exists, and runs the whole chain in order afterwards', async () => {
    await addPictures(12)
    await open.client.questions.ask({ images: { kind: 'all' }, questions: ['White?', 'Colours?'], again: false })
    await attachAll()
    expect((await open.client.queue.status()).holds).toMatchObject([{ kind: 'no-connection' }])
    await connect()
    await open.core.start()
    await waitFor(allSettled)
    expect(await states()).toMatchObject({ done: 12 + 24 + 2, parked: 0 })
    const [patch] = service.received.filter((one) => one.method === 'PATCH')
    const images = await open.client.pictures.list()
    expect(images.map((one) => one.name)).toEqual(Array.from({ length: 12 }, (_, index) => `picture ${index + 1}.png`))
    expect(patch?.json()).toEqual({ attributes: { Images: images.map((one) => one.sourceId) } })
    expect(await readAnswers(open.client)).toHaveLength(24)
  })

  it('runs nothing twice when everything is requested a second time', async () => {
    await connect()
    await open.core.start()
    for (let round = 0; round < 2; round++) {
      await addPictures(3)
      await open.client.questions.ask({ images: { kind: 'all' }, questions: ['White?'], again: false })
      await attachAll()
      await waitFor(allSettled)
    }
    expect(service.received).toHaveLength(3 + 3 + 1 + 1)
  })

  it('holds while the service is down, loses nothing, and resumes by itself', async () => {
    await connect()
    await service.stop()
    await addPictures(5)
    await open.core.start()
    await waitFor(async () => (await open.client.queue.status()).holds.some((hold) => hold.kind === 'offline'))
    expect((await states()).parked).toBe(0)
    await service.start()
    await waitFor(allSettled)
    expect((await states()).done).toBe(5)
  })

  it('parks one job after eight 500 answers while its neighbours succeed', async () => {
    let bad = 0
    const refuse = async () => {
      // The first one fails after neighbours have succeeded, or it would not count.
      if (bad++ === 0) await waitFor(async () => (await readAnswers(open.client)).length > 0)
      return { status: 500, body: { statusCode: 500, message: 'no luck', error: 'Internal Server Error' } }
    }
    service.answer = (request) => (request.path === '/v1/image/analysis' && request.json().question === 'Bad?' ? refuse() : undefined)
    await addPictures(10)
    await connect()
    await open.client.questions.ask({ images: { kind: 'some', images: ['picture 1.png'] }, questions: ['Bad?'], again: false })
    await open.client.questions.ask({ images: { kind: 'all' }, questions: ['Good?'], again: false })
    await open.core.start()
    await waitFor(allSettled)
    expect(bad).toBe(8)
    const [parked] = await open.client.jobs.list({ state: 'parked' })
    expect(told(parked?.status)).toMatchObject({ reason: { code: 'service-failed', message: expect.stringContaining('no luck') } })
    expect((await states()).done).toBe(20)
  })

  it('parks nothing when the whole service fails, and says so in one hold', async () => {
    service.answer = () => ({ status: 503, body: '<html><title>Down</title></html>' })
    await addPictures(6)
    await connect()
    await open.core.start()
    await waitFor(async () => (await open.client.queue.status()).holds.some((hold) => hold.kind === 'failing'))
    expect((await states()).parked).toBe(0)
    service.answer = () => undefined
    await waitFor(allSettled, 50_000)
    expect((await states()).done).toBe(6)
  })

  it('is not slowed down by one 503 among many successes', async () => {
    service.answer = (_, index) => (index === 5 ? { status: 503, body: '' } : undefined)
    await addPictures(50)
    await connect()
    await open.core.start()
    await open.passUntil(allSettled, 10_000)
    expect((await states()).done).toBe(50)
    expect(service.received).toHaveLength(51)
  })

  it('sends an upload again after a lost answer and says that a spare source may exist', async () => {
    service.answer = (request, index) => (request.path === '/v1/sources' && index === 1 ? 'cut' : undefined)
    await addPictures(1)
    await connect()
    await open.core.start()
    await waitFor(allSettled)
    const [job] = await open.client.jobs.list({})
    expect(job).toMatchObject({ status: { state: 'done' }, attempts: 2, notes: [{ kind: 'done-after-attempts', attempts: 1 }] })
  })

  it('parks a create-product whose answer was lost, and continues with the id that a person enters', async () => {
    service.answer = (request) => (request.path === '/v1/products' ? 'cut' : undefined)
    await addPictures(2)
    await connect()
    await attachAll()
    await open.core.start()
    await waitFor(async () => (await states()).parked === 1)
    const [parked] = await open.client.jobs.list({ state: 'parked' })
    expect(parked?.status).toMatchObject({ choices: ['exists', 'again'], reason: { code: 'uncertain' } })
    expect((await open.client.jobs.retry({ jobIds: [], choice: 'retry' })).retried).toBe(0)
    await open.client.jobs.retry({ jobIds: [parked?.id ?? ''], choice: 'exists', productId: 'prd_there', current: { kind: 'nothing' } })
    await waitFor(allSettled)
    expect(sent('/v1/products/prd_there')).toHaveLength(1)
    expect(sent('/v1/products')).toHaveLength(2)
  })

  it('cancelling the creation of a product cancels its attachments, and removes it from the list', async () => {
    service.answer = (request) =>
      request.path === '/v1/products'
        ? { status: 400, body: { statusCode: 400, message: 'name is too long', error: 'Bad Request' } }
        : request.path === '/v1/sources'
          ? { status: 503 }
          : undefined
    await addPictures(2)
    await connect()
    await attachAll()
    await open.core.start()
    await waitFor(async () => (await states()).parked === 1)
    const [parked] = await open.client.jobs.list({ state: 'parked' })
    // One while uploads are still queued, one that waits for it.
    await attachAll({ attribute: 'Gallery' })
    expect(await open.client.products.list()).toHaveLength(1)
    await open.client.jobs.cancel({ jobIds: [parked?.id ?? ''] })
    const attaches = await open.client.jobs.list({ operation: 'attach-sources' })
    expect(attaches.map(({ status }) => status.state)).toEqual(['cancelled', 'cancelled'])
    expect(await open.client.products.list()).toEqual([])
    service.answer = () => undefined
    await open.client.queue.resume()
    expect((await attachAll()).pictures).toBe(2)
    await waitFor(allSettled)
    expect(sentLists()).toHaveLength(1)
  })

  it('a product with a mistyped id leaves the list once its work is cancelled', async () => {
    service.answer = (request) =>
      request.path.startsWith('/v1/products/') ? { status: 404, body: { message: 'no such product' } } : undefined
    await addPictures(1)
    await connect()
    await open.core.start()
    await attachAll({ product: { kind: 'id', productId: 'SKU-12x' }, current: { kind: 'nothing' } })
    await waitFor(async () => (await states()).parked === 1)
    expect(await open.client.products.list()).toHaveLength(1)
    const [parked] = await open.client.jobs.list({ state: 'parked' })
    await open.client.jobs.cancel({ jobIds: [parked?.id ?? ''] })
    expect(await open.client.products.list()).toEqual([])
  })

  it('“it exists” for a product whose list is known keeps that list', async () => {
    service.answer = (request) => (request.path === '/v1/products' ? 'cut' : undefined)
    await addPictures(2)
    await connect()
    await open.core.start()
    await attachAll({ product: { kind: 'id', productId: 'prd_known' }, current: { kind: 'ids', ids: ['src_of_a_colleague'] } })
    await waitFor(allSettled)
    await attachAll()
    await waitFor(async () => (await states()).parked === 1)
    const [parked] = await open.client.jobs.list({ state: 'parked' })
    await open.client.jobs.retry({ jobIds: [parked?.id ?? ''], choice: 'exists', productId: 'prd_known' })
    await waitFor(allSettled)
    // Its pictures are already there, after a colleague's.
    expect(sentLists()).toHaveLength(1)
    expect(await open.client.products.list()).toHaveLength(1)
  })

  it('stays paused after a restart, until a person resumes', async () => {
    await open.core.stop()
    open = await openTestCore(dataFolder(), { keepsPause: true })
    await connect()
    await open.client.queue.pause()
    await addPictures(2)
    await open.core.stop()
    open = await openTestCore(dataFolder(), { keepsPause: true, secrets: open.secrets })
    await open.core.start()
    expect((await open.client.queue.status()).holds).toMatchObject([{ kind: 'paused' }])
    await open.pass(10_000)
    expect(sent('/v1/sources')).toHaveLength(0)
    await open.client.queue.resume()
    await waitFor(allSettled)
    expect(sent('/v1/sources')).toHaveLength(2)
    await open.core.stop()
    open = await openTestCore(dataFolder(), { keepsPause: true, secrets: open.secrets })
    expect((await open.client.queue.status()).holds).toEqual([])
  })

  it('a pause that ends with its core doesn’t pause the next one', async () => {
    await open.client.queue.pause()
    expect((await open.client.queue.status()).holds.map((hold) => hold.kind)).toContain('paused')
    await open.core.stop()
    open = await openTestCore(dataFolder(), { keepsPause: true })
    expect((await open.client.queue.status()).holds.map((hold) => hold.kind)).not.toContain('paused')
  })

  it('holds an operation that the workspace does not allow once, instead of parking every job', async () => {
    service.answer = (request) =>
      request.path === '/v1/sources'
        ? { status: 403, body: { statusCode: 403, message: 'product feature is off', error: 'Forbidden' } }
        : undefined
    await addPictures(20)
    await connect()
    await open.core.start()
    await waitFor(async () => (await open.client.queue.status()).holds.some((hold) => hold.kind === 'not-allowed'))
    expect((await open.client.queue.status()).holds).toHaveLength(1)
    expect((await states()).parked).toBe(0)
  })

  it('offers nothing to attach when every upload failed', async () => {
    service.answer = (request) => (request.path === '/v1/sources' ? { status: 400, body: { message: ['bad file'] } } : undefined)
    await addPictures(2)
    await connect()
    await attachAll()
    await open.core.start()
    await waitFor(async () => (await states()).parked === 3)
    const [attach] = await open.client.jobs.list({ operation: 'attach-sources' })
    expect(told(attach?.status)).toMatchObject({
      state: 'parked',
      choices: ['wait'],
      reason: { message: expect.stringMatching(/^None of the 2 pictures/), action: expect.not.stringContaining('0') },
    })
  })

  it('lets a person choose before attaching when some uploads failed', async () => {
    service.answer = (request) =>
      request.path === '/v1/sources' && request.body.includes('seed 2')
        ? { status: 400, body: { statusCode: 400, message: ['bad file'], error: 'Bad Request' } }
        : undefined
    await addPictures(3)
    await connect()
    await attachAll()
    await open.core.start()
    await waitFor(async () => (await states()).parked === 2)
    const attach = (await open.client.jobs.list({ operation: 'attach-sources' }))[0]
    expect(told(attach?.status)).toMatchObject({
      state: 'parked',
      choices: ['ready', 'wait'],
      reason: { message: expect.stringContaining('2 are ready') },
    })
    await open.client.jobs.retry({ jobIds: [attach?.id ?? ''], choice: 'ready' })
    await waitFor(async () => (await states()).parked === 1 && (await allSettled()))
    expect(sentLists()).toEqual([[expect.any(String), expect.any(String)]])
  })

  it('attaches after uploading cancelled pictures again, if a person chooses to wait for them', async () => {
    await addPictures(2)
    await attachAll({ product: { kind: 'id', productId: 'prd_1' }, current: { kind: 'nothing' } })
    const cancelUpload = async () => {
      const upload = (await open.client.jobs.list({ operation: 'upload-source', state: 'waiting' }))[0]
      await open.client.jobs.cancel({ jobIds: [upload?.id ?? ''] })
    }
    const attached = async () => (await open.client.jobs.list({ operation: 'attach-sources' }))[0]
    const wait = async () => open.client.jobs.retry({ jobIds: [(await attached())?.id ?? ''], choice: 'wait' })
    await cancelUpload()
    await cancelUpload()
    expect(told((await attached())?.status)).toMatchObject({
      choices: ['wait'],
      reason: { message: 'None of the 2 pictures is uploaded: this was cancelled. Nothing was attached.' },
    })
    await wait()
    expect(await attached()).toMatchObject({ status: { state: 'waiting' }, blockedBy: 2 })
    // It stops waiting once its upload is cancelled, too.
    await cancelUpload()
    await cancelUpload()
    expect((await attached())?.status).toMatchObject({ state: 'parked', reason: { code: 'depends-on-failed' } })
    await wait()
    await connect()
    await open.core.start()
    await waitFor(allSettled)
    expect((await states()).parked).toBe(0)
    expect(sentLists()).toEqual([[expect.any(String), expect.any(String)]])
  })

  it('attaches to a colleague’s product only after being told what it holds, and keeps that', async () => {
    await addPictures(2)
    await connect()
    await open.core.start()
    await waitFor(allSettled)
    const product = { kind: 'id' as const, productId: 'prd_theirs' }
    await expect(attachAll({ product })).rejects.toMatchObject({ code: 'current-unknown' })
    await attachAll({ product, images: { kind: 'some', images: ['picture 1.png'] }, current: { kind: 'ids', ids: ['src_theirs'] } })
    await attachAll({ product, images: { kind: 'some', images: ['picture 2.png'] } })
    await waitFor(allSettled)
    const lists = service.received
      .filter((one) => one.method === 'PATCH')
      .map((one) => (one.json() as { attributes: { Images: string[] } }).attributes.Images)
    expect(lists[0]?.[0]).toBe('src_theirs')
    expect(lists.at(-1)).toHaveLength(3)
    expect(lists.at(-1)?.slice(0, lists[0]?.length)).toEqual(lists[0])
  })

  it('names the picture that is missing from a product that does not exist, in the service’s own words', async () => {
    service.answer = (request) =>
      request.method === 'PATCH' ? { status: 404, body: { statusCode: 404, message: 'no such product', error: 'Not Found' } } : undefined
    await addPictures(1)
    await connect()
    await attachAll({ product: { kind: 'id', productId: 'prd_none' }, current: { kind: 'nothing' } })
    await open.core.start()
    await waitFor(allSettled)
    const [parked] = await open.client.jobs.list({ state: 'parked' })
    expect(told(parked?.status)).toMatchObject({ reason: { code: 'not-found', message: expect.stringContaining('no such product') } })
  })

  it('refuses only the bad files of a folder, each with its reason', async () => {
    const pictures = join(folder, 'mixed')
    await mkdir(pictures)
    await writePng(join(pictures, 'good.png'), 'good')
    await writeFile(join(pictures, 'text.png'), 'just some text, not a picture')
    await writeFile(join(pictures, 'empty.jpg'), '')
    const summary = await open.client.intake.add({ named: [pictures, join(folder, 'missing.png')], recursive: false, upload: true })
    expect(summary.added.map((one) => one.name)).toEqual(['good.png'])
    expect(Object.fromEntries(summary.refused.map((one) => [one.name, one.problem.code]))).toEqual({
      'text.png': 'unsupported-format',
      'empty.jpg': 'empty-file',
      'missing.png': 'file-missing',
    })
    expect(summary.refused.every(({ problem }) => Object.values(describeError(problem)).every((said) => said !== ''))).toBe(true)
  })

  it('keeps everything that was acknowledged when it ends midway', async () => {
    await connect()
    await addPictures(4)
    await open.client.questions.ask({ images: { kind: 'all' }, questions: ['White?'], again: false })
    await open.core.stop()
    open = await openTestCore(dataFolder(), { secrets: open.secrets })
    await open.core.start()
    await waitFor(allSettled)
    expect((await states()).done).toBe(8)
  })
})

describe('a product that we created', () => {
  it('is known to have empty lists, and keeps one list whatever the case of its name', async () => {
    await addPictures(2)
    await connect()
    await open.core.start()
    await attachAll({ images: { kind: 'some', images: ['picture 1.png'] }, attribute: 'images' })
    await attachAll({ images: { kind: 'some', images: ['picture 2.png'] }, attribute: 'Images' })
    await attachAll({ images: { kind: 'some', images: ['picture 2.png'] }, attribute: 'Manuals' })
    await waitFor(allSettled)
    expect((await states()).parked).toBe(0)
    const sent = service.received.flatMap((one) => (one.method === 'PATCH' ? [one.json().attributes as Record<string, string[]>] : []))
    expect(Object.assign({}, ...sent)).toEqual({
      images: [expect.any(String)],
      Images: [expect.any(String), expect.any(String)],
      Manuals: [expect.any(String)],
    })
  })

  it('asks for its content when our record is older than a day', async () => {
    let shift = 0
    await open.core.stop()
    open = await openTestCore(dataFolder(), { clock: { now: () => Date.now() + shift } })
    await addPictures(2)
    await connect()
    await open.core.start()
    await attachAll({ images: { kind: 'some', images: ['picture 1.png'] } })
    await waitFor(allSettled)
    shift = 25 * 60 * 60 * 1000
    const second = { images: { kind: 'some' as const, images: ['picture 2.png'] } }
    await expect(attachAll(second)).rejects.toMatchObject({ code: 'current-unknown' })
    await attachAll({ ...second, current: { kind: 'as-known' } })
    await waitFor(allSettled)
    expect(sentLists().at(-1)).toHaveLength(2)
  })
})
