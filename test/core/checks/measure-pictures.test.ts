import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImageTask } from '../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { type MeasuredPixels, measuringVersion } from '../../../shared/checks/measurements.ts'
import { noBarcodes } from '../../support/no-barcodes.ts'
import { openTestCore, type TestCore, writePng } from '../../support/open-test-core.ts'

let folder = ''
let open: TestCore | undefined
/** What the image process was given, by part and the seed of the picture’s content. */
let given: string[] = []
/** What happens to a picture, by that seed; `hangs`: it ends only with the signal. */
let troubles: Record<string, AppError | 'hangs'> = {}
let ended = 0

const seedOf = (path: string): string => basename(path, '.png').split('~')[1] ?? path

const measured: MeasuredPixels = {
  measuredBy: measuringVersion,
  width: 2,
  height: 2,
  transparent: false,
  background: { color: [255, 255, 255], even: true, pureWhiteShare: 1 },
  subject: { left: 0, top: 0, width: 1, height: 1 },
  sharpness: { value: 300, verdict: 'sharp' },
}
const text = { words: ['Tea'], areaShare: 0.25 }
const unreadable = { words: [], areaShare: 0, isUnreadable: true as const }

type Signalled = { readonly signal?: AbortSignal }

const take = async (part: string, path: string, signal?: AbortSignal): Promise<void> => {
  const seed = seedOf(path)
  given.push(`${part} ${seed}`)
  const trouble = troubles[`${part} ${seed}`]
  if (trouble === 'hangs')
    await new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(new AppError('cancelled', { kind: 'decoding-cancelled' }))),
    )
  if (trouble instanceof AppError) throw trouble
}

const startImageProcess = () => ({
  ...noBarcodes,
  inspect: async ({ format }: Pick<ImageTask, 'format'>) => ({
    format,
    width: 2,
    height: 2,
    orientation: 1,
    hasAlpha: false,
    hasGps: false,
  }),
  prepare: () => {},
  stop: async () => {},
  measure: async ({ path }: Pick<ImageTask, 'path'>, { signal }: Signalled = {}) => {
    await take('pixels', path, signal)
    return measured
  },
  readPrint: async ({ path }: Pick<ImageTask, 'path'>, { signal }: Signalled = {}) => {
    await take('print', path, signal)
    return seedOf(path) === 'doubtful' ? unreadable : text
  },
  endMeasuring: async () => {
    ended++
  },
})

const openCore = async (): Promise<TestCore['client']> => {
  open = await openTestCore(join(folder, 'data'), { startImageProcess })
  await open.core.start()
  return open.client
}
const reopen = async (): Promise<TestCore['client']> => {
  await open?.core.stop()
  return openCore()
}

const add = async (client: TestCore['client'], ...seeds: string[]): Promise<void> => {
  const named = seeds.map((seed) => join(folder, `${seed}.png`))
  for (const [at, seed] of seeds.entries()) await writePng(named[at] ?? '', `seed of ${seed}`)
  await client.intake.add({ named, recursive: false, upload: false })
}

const idsOf = async (client: TestCore['client']): Promise<Record<string, string>> =>
  Object.fromEntries((await client.pictures.list()).map(({ id, name }) => [name.replace('.png', ''), id]))

/** By name; `undefined`: not measured yet. */
const read = async (client: TestCore['client'], ...names: string[]) => {
  const ids = await idsOf(client)
  const found = await client.checks.measurements({ imageIds: names.map((name) => ids[name] ?? '') })
  return names.map((name) => found.find(({ imageId }) => imageId === ids[name])?.measurement)
}
const untilNoneLeft = (client: TestCore['client'], print = false) =>
  open?.passUntil(async () => expect(await client.checks.measure({ print })).toEqual({ left: 0, unchecked: 0 }))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-measuring-'))
  given = []
  troubles = {}
  ended = 0
})
afterEach(async () => {
  await open?.core.stop()
  await rm(folder, { recursive: true })
})

describe('measuring pictures in the background', () => {
  it('waits until somebody asks, measures each content once, and ends its process', async () => {
    const client = await openCore()
    await add(client, 'one', 'two')
    await open?.pass(10_000)
    expect(given).toHaveLength(0)
    await untilNoneLeft(client)
    expect(given).toEqual(['pixels one', 'pixels two'])
    expect(await read(client, 'one')).toEqual([{ ...measured, text: null, textUnread: 'not-yet' }])
    await open?.passUntil(() => ended > 0)
    const again = await reopen()
    await untilNoneLeft(again)
    expect(given).toHaveLength(2)
  })

  it('reads print only for those who ask for it', async () => {
    const client = await openCore()
    await add(client, 'one')
    await untilNoneLeft(client, true)
    expect(given).toEqual(['pixels one', 'print one'])
    expect(await read(client, 'one')).toEqual([{ ...measured, text }])
  })

  it('keeps that something may be print over a restart', async () => {
    const client = await openCore()
    await add(client, 'doubtful')
    await untilNoneLeft(client, true)
    expect(await read(await reopen(), 'doubtful')).toEqual([{ ...measured, text: unreadable }])
  })

  it('notes what can’t be measured or read, and never tries it again; the others are measured', async () => {
    const damaged = new AppError('damaged-image', { kind: 'unexpected', said: 'damaged' })
    troubles = { 'pixels bad': damaged, 'print unreadable': damaged }
    const client = await openCore()
    await add(client, 'bad', 'good', 'unreadable')
    await untilNoneLeft(client, true)
    expect(await read(client, 'bad', 'good', 'unreadable')).toEqual([
      'failed',
      { ...measured, text },
      { ...measured, text: null, textUnread: 'failed' },
    ])
    const before = given.length
    const again = await reopen()
    await untilNoneLeft(again, true)
    expect(given).toHaveLength(before)
  })

  it('measures a picture whose copy was damaged once its file was added again', async () => {
    const client = await openCore()
    await add(client, 'one')
    const [staged = ''] = (await readdir(join(folder, 'data', 'originals'), { recursive: true })).filter((name) => name.endsWith('.png'))
    await truncate(join(folder, 'data', 'originals', staged), 20)
    const damaged = new AppError('damaged-image', { kind: 'unexpected', said: 'damaged' })
    troubles = { 'pixels one': damaged, 'print one': damaged }
    await untilNoneLeft(client, true)
    expect(await read(client, 'one')).toEqual([undefined])
    await add(client, 'one')
    troubles = {}
    const again = await reopen()
    await untilNoneLeft(again, true)
    expect(await read(again, 'one')).toEqual([{ ...measured, text }])
  })

  it('tries again at the next start where the image process did not start', async () => {
    troubles = { 'pixels one': new AppError('image-process-failed', { kind: 'image-process-unstarted' }) }
    const client = await openCore()
    await add(client, 'one', 'two')
    await untilNoneLeft(client)
    expect(await read(client, 'one', 'two')).toEqual([undefined, { ...measured, text: null, textUnread: 'not-yet' }])
    troubles = {}
    const again = await reopen()
    await untilNoneLeft(again)
    expect(await read(again, 'one')).toEqual([{ ...measured, text: null, textUnread: 'not-yet' }])
  })

  it('continues after an end in the middle', async () => {
    troubles = { 'pixels two': 'hangs' }
    const client = await openCore()
    await add(client, 'one', 'two')
    await client.checks.measure({})
    await open?.passUntil(() => given.includes('pixels two'))
    troubles = {}
    const again = await reopen()
    expect((await read(again, 'one'))[0]).toBeDefined()
    await untilNoneLeft(again)
    expect(given).toEqual(['pixels one', 'pixels two', 'pixels two'])
  })

  it('measures again what another version measured', async () => {
    const client = await openCore()
    await add(client, 'one')
    await untilNoneLeft(client, true)
    await open?.core.stop()
    const database = new DatabaseSync(join(folder, 'data', 'library.db'))
    database.exec(`UPDATE measurements SET measured_by = ${measuringVersion + 1}; UPDATE printed_texts SET measured_by = 0`)
    database.close()
    const again = await openCore()
    await open?.passUntil(async () => expect((await read(again, 'one'))[0]).toBeUndefined())
    await untilNoneLeft(again, true)
    expect(given).toEqual(['pixels one', 'print one', 'pixels one', 'print one'])
  })
})
