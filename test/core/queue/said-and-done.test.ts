import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestCore, type TestCore, waitFor, writePng } from '../../support/open-test-core.ts'
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts'

let folder: string
let service: ScriptedService
let open: TestCore

const add = async (...names: readonly string[]): Promise<void> => {
  const pictures = join(folder, 'pictures')
  await mkdir(pictures, { recursive: true })
  for (const name of names) await writePng(join(pictures, name), name)
  await open.client.intake.add({ named: names.map((name) => join(pictures, name)), recursive: false, upload: true })
}
const connect = (rates: object = { 'analyse-image': null }, more: object = {}) =>
  open.client.session.connect({ kind: 'api-key', baseUrl: service.baseUrl, apiKey: 'key', rates, ...more })
const ask = (question = 'White?') => open.client.questions.ask({ images: { kind: 'all' }, questions: [question], again: false })
const settled = async (): Promise<boolean> => {
  const { counts } = await open.client.queue.status()
  return counts.waiting === 0 && counts.running === 0
}
const uploads = () => service.received.filter((one) => one.path === '/v1/sources')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-said-'))
  service = await startScriptedService()
  open = await openTestCore(join(folder, 'data'))
})
afterEach(async () => {
  await open.core.stop()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('work that ran twice', () => {
  it('is listed once, with its note', async () => {
    await connect()
    await open.core.start()
    const before = await open.client.queue.repeats({ after: 0 })
    expect(before).toEqual({ last: 0, items: [] })
    service.answer = (_, index) => (index === 1 ? 'cut' : undefined)
    await add('mug.png')
    await waitFor(settled)
    const [job] = await open.client.jobs.list({ state: 'done' })
    const { items, last } = await open.client.queue.repeats({ after: before.last })
    expect(items).toEqual([
      { seq: last, jobId: job?.id, operation: 'upload-source', name: 'mug.png', note: { kind: 'done-after-attempts', attempts: 1 } },
    ])
    expect((await open.client.queue.repeats({ after: last })).items).toEqual([])
  })

  it('is listed while it is still not done', async () => {
    await connect()
    await open.core.start()
    service.answer = (_, index) => (index <= 2 ? 'cut' : { status: 400, body: { detail: 'Not now' } })
    await add('mug.png')
    await waitFor(settled)
    const { items } = await open.client.queue.repeats({ after: 0 })
    expect(items).toMatchObject([{ operation: 'upload-source', note: { kind: 'attempts-without-answer', attempts: 2 } }])
  })
})

describe('work that was interrupted by two ends of the process', () => {
  /** A job that is interrupted in the middle of its request: `status` is what a killed process leaves. */
  const leaveRunning = async (): Promise<void> => {
    await open.core.stop()
    const database = new DatabaseSync(join(folder, 'data', 'library.db'))
    database.exec(`UPDATE jobs SET state = 'running', status = '{"state":"running","startedAt":1}', attempts = attempts + 1`)
    database.close()
    open = await openTestCore(join(folder, 'data'), { secrets: open.secrets })
  }

  it('is reported by the process whose start finds that it may have run twice', async () => {
    await connect()
    await add('mug.png')
    await leaveRunning()
    expect(open.core.repeatsBefore).toBe(0)
    expect((await open.client.queue.repeats({ after: 0 })).items).toEqual([])
    await leaveRunning()
    const { items } = await open.client.queue.repeats({ after: open.core.repeatsBefore })
    expect(items).toMatchObject([{ operation: 'upload-source', name: 'mug.png' }])
    // The next process doesn't report it.
    await open.core.stop()
    open = await openTestCore(join(folder, 'data'), { secrets: open.secrets })
    expect(open.core.repeatsBefore).toBe(items[0]?.seq)
  })
})

describe('an upload that may have run and was cancelled', () => {
  const withoutId = (one: { readonly path: string }, index: number) =>
    one.path === '/v1/sources' && index === 1 ? { status: 201, body: { requestId: 'r' } } : undefined
  const attach = (current: { kind: 'nothing' } | null = { kind: 'nothing' }) =>
    open.client.products.attach({
      images: { kind: 'all' },
      product: { kind: 'id', productId: 'SKU-1' },
      attribute: 'Images',
      current,
      again: false,
    })
  const cancelUpload = async (): Promise<void> => {
    const [upload] = await open.client.jobs.list({ operation: 'upload-source' })
    await open.client.jobs.cancel({ jobIds: [upload?.id ?? ''] })
  }
  const repeats = async () => (await open.client.queue.repeats({ after: 0 })).items

  it('is mentioned when the picture is uploaded again for an attachment that waits for it', async () => {
    await connect()
    await open.core.start()
    service.answer = withoutId
    await add('mug.png')
    await waitFor(settled)
    await attach()
    await cancelUpload()
    const [parked] = await open.client.jobs.list({ state: 'parked' })
    await open.client.jobs.retry({ jobIds: [parked?.id ?? ''], choice: 'wait' })
    await waitFor(settled)
    expect(uploads()).toHaveLength(2)
    expect(await repeats()).toMatchObject([
      {
        operation: 'upload-source',
        note: { kind: 'done-after-attempts', attempts: 1 },
      },
    ])
  })

  it('is mentioned once: a later upload doesn’t repeat it', async () => {
    await connect()
    await open.core.start()
    service.answer = withoutId
    await add('mug.png')
    await waitFor(settled)
    await cancelUpload()
    await attach()
    await waitFor(settled)
    const [first] = await repeats()
    expect(first?.note).toEqual({ kind: 'done-after-attempts', attempts: 1 })
    const source = (await open.client.pictures.list())[0]?.sourceId ?? ''
    // It is deleted in the workspace, and uploaded again by the person's choice.
    service.answer = ({ method }) =>
      method === 'PATCH' ? { status: 400, body: { detail: `The source ${source} does not exist.` } } : undefined
    await add('cup.png')
    await attach(null)
    await waitFor(settled)
    service.answer = () => undefined
    const [gone] = await open.client.jobs.list({ state: 'parked' })
    await open.client.jobs.retry({ jobIds: [gone?.id ?? ''], choice: 'replace' })
    await waitFor(settled)
    expect(uploads()).toHaveLength(4)
    expect(await repeats()).toHaveLength(1)
  })

  it('counts with the next one that gets no answer', async () => {
    await connect()
    await open.core.start()
    service.answer = withoutId
    await add('mug.png')
    await waitFor(settled)
    await cancelUpload()
    service.answer = (one) => (one.path === '/v1/sources' ? { status: 201, body: { requestId: 'r' } } : undefined)
    await attach()
    await waitFor(settled)
    expect(await repeats()).toMatchObject([{ note: { kind: 'attempts-without-answer', attempts: 2 } }])
  })
})

describe('an upload that the service answered without an id', () => {
  it('is not sent again, so that it leaves at most one spare source', async () => {
    await connect()
    await open.core.start()
    service.answer = (one) => (one.path === '/v1/sources' ? { status: 201, body: { requestId: 'r' } } : undefined)
    await add('mug.png')
    await waitFor(settled)
    expect(uploads()).toHaveLength(1)
    const [job] = await open.client.jobs.list({ state: 'parked' })
    expect(job?.status).toMatchObject({ state: 'parked', choices: ['again'], reason: { code: 'odd-answer' } })
  })
})

describe('“Retry all”', () => {
  it('retries nothing in a workspace that is not active', async () => {
    await connect()
    await open.core.start()
    service.answer = () => ({ status: 400, body: { detail: 'No' } })
    await add('mug.png')
    await waitFor(settled)
    await open.client.workspaces.disconnect({})
    const { retried } = await open.client.jobs.retry({ jobIds: [], choice: 'retry' })
    expect(retried).toBe(0)
  })
})

describe('questions about pictures without an address', () => {
  it('use no turn of the rate limit, and the answer to asking counts them', async () => {
    await connect({ 'analyse-image': 60 }, { publishing: { kind: 'origin' } })
    await open.core.start()
    const names = Array.from({ length: 30 }, (_, index) => `${index}.png`)
    await add(...names)
    const result = await ask()
    expect(result).toMatchObject({ asked: 30, withoutAddress: 30, why: 'no-way' })
    await waitFor(settled, 5_000)
    const parked = await open.client.jobs.list({ state: 'parked' })
    expect(parked.map((job) => job.status.state === 'parked' && job.status.reason.code)).toEqual(names.map(() => 'no-address'))
  })
})
