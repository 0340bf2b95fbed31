import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../../support/open-test-core.ts'
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts'

let folder: string
let service: ScriptedService
let open: TestCore
/** Runs once, when the size of an original is requested next. */
let whileFreeing: (() => Promise<unknown>) | undefined

const dataFolder = (): string => join(folder, 'data')
const add = async (...names: readonly string[]): Promise<void> => {
  const pictures = join(folder, 'pictures')
  await mkdir(pictures, { recursive: true })
  for (const name of names) await writePng(join(pictures, name), name)
  await open.client.intake.add({ named: names.map((name) => join(pictures, name)), recursive: false, upload: true })
}
const connect = () =>
  open.client.session.connect({
    kind: 'api-key',
    baseUrl: service.baseUrl,
    apiKey: 'key',
    rates: { 'analyse-image': null },
    publishing: { kind: 'data' },
  })
const ask = (question: string) => open.client.questions.ask({ images: { kind: 'all' }, questions: [question], again: false })
const attach = () =>
  open.client.products.attach({
    images: { kind: 'all' },
    product: { kind: 'new', name: 'Mug' },
    attribute: 'Images',
    current: null,
    again: false,
  })
const settled = async (): Promise<boolean> => {
  const { counts } = await open.client.queue.status()
  return counts.waiting === 0 && counts.running === 0
}
const originals = async (): Promise<string[]> =>
  (await readdir(join(dataFolder(), 'originals'), { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => one.name)
const lists = () =>
  service.received.flatMap((one) =>
    one.method === 'PATCH' ? [(one.json() as { attributes: { Images: string[] } }).attributes.Images] : [],
  )

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-back-'))
  service = await startScriptedService()
  open = await openTestCore(dataFolder(), {
    files: {
      ...systemFiles,
      facts: async (path) => {
        const meanwhile = path.includes('originals') ? whileFreeing : undefined
        if (meanwhile) whileFreeing = undefined
        await meanwhile?.()
        return systemFiles.facts(path)
      },
    },
  })
})
afterEach(async () => {
  whileFreeing = undefined
  await open.core.stop()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

it('a picture that is added again after our copy was lost continues its upload and its questions', async () => {
  await add('mug.png')
  await ask('White?')
  await rm(join(dataFolder(), 'originals'), { recursive: true })
  await connect()
  await open.core.start()
  await waitFor(settled)
  expect((await open.client.queue.status()).counts).toMatchObject({ parked: 2 })
  await add('mug.png')
  await waitFor(settled)
  expect((await open.client.queue.status()).counts).toMatchObject({ parked: 0, done: 2 })
})

it('a removed picture whose file comes back under another name has that name, and the file’s next version is offered', async () => {
  const at = (name: string): string => join(folder, 'pictures', name)
  await add('mug.png')
  const [mug] = await open.client.pictures.list()
  await open.client.library.remove({ imageIds: [mug?.id ?? ''] })
  await rename(at('mug.png'), at('cup.png'))
  const added = await open.client.intake.add({ named: [at('cup.png')], recursive: false, upload: true })
  expect(added.added).toMatchObject([{ id: mug?.id, name: 'cup.png', origin: { kind: 'file', path: at('cup.png') } }])
  expect(await open.client.pictures.list()).toMatchObject([{ id: mug?.id, name: 'cup.png' }])
  await writePng(at('cup.png'), 'changed')
  await open.client.intake.add({ named: [at('cup.png')], recursive: false, upload: true })
  expect((await open.client.versions.page({ offset: 0, limit: 10 })).rows).toMatchObject([{ earlierId: mug?.id }])
})

it('a question that is asked while originals are being freed keeps the file that it needs', async () => {
  await connect()
  await open.core.start()
  await add('mug.png')
  await waitFor(settled)
  await open.client.queue.pause()
  whileFreeing = () => ask('White?')
  await open.client.settings.freeOriginals()
  expect(await originals()).toHaveLength(1)
  await open.client.queue.resume()
  await waitFor(settled)
  expect((await open.client.queue.status()).counts).toMatchObject({ parked: 0 })
})

describe('a source that was deleted in the workspace', () => {
  /** The service rejects every list with the source of the first picture, in its own words. */
  const refuseFirst = async (): Promise<string> => {
    await connect()
    await open.core.start()
    await add('mug.png', 'cup.png')
    await waitFor(settled)
    const gone = (await open.client.pictures.list())[0]?.sourceId ?? ''
    service.answer = (one) =>
      one.method === 'PATCH' && one.body.includes(`"${gone}"`)
        ? { status: 400, body: { detail: `Images: the source ${gone} does not exist.` } }
        : undefined
    await attach()
    await waitFor(settled)
    const [job] = await open.client.jobs.list({ state: 'parked' })
    expect(job?.status).toMatchObject({
      choices: ['replace', 'leave-out', 'retry'],
      reason: { code: 'source-gone', failure: { kind: 'sources-gone', ids: [gone] } },
    })
    return job?.id ?? ''
  }

  it('is uploaded again and replaces the old one, if a person chooses so', async () => {
    const id = await refuseFirst()
    const [first, second] = await open.client.pictures.list()
    await open.client.jobs.retry({ jobIds: [id], choice: 'replace' })
    await waitFor(settled)
    expect((await open.client.queue.status()).counts).toMatchObject({ parked: 0 })
    const [renewed] = await open.client.pictures.list()
    expect(renewed?.sourceId).not.toBe(first?.sourceId)
    expect(lists().at(-1)).toEqual([renewed?.sourceId, second?.sourceId])
  })

  it('is left out, if a person chooses so', async () => {
    const id = await refuseFirst()
    const [first, second] = await open.client.pictures.list()
    await open.client.jobs.retry({ jobIds: [id], choice: 'leave-out' })
    await waitFor(settled)
    expect((await open.client.queue.status()).counts).toMatchObject({ parked: 0 })
    expect(lists().at(-1)).toEqual([second?.sourceId])
    expect(await open.client.jobs.list({ operation: 'attach-sources' })).toMatchObject([{ work: { pictures: 1 } }])
    // It is not about that picture any more.
    const { row } = await open.client.library.details({ imageId: first?.id ?? '' })
    expect(row.state).toBe('uploaded')
  })
})
