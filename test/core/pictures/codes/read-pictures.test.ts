import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImageTask } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { mostStarts } from '../../../../electron/core/pictures/background/process-failures.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { PictureCode } from '../../../../shared/pictures/picture-codes.ts'
import { describeCodesLeft } from '../../../../shared/products/matching-words.ts'
import { noBarcodes } from '../../../support/no-barcodes.ts'
import { openTestCore, type TestCore, writePng } from '../../../support/open-test-core.ts'

let folder = ''
let open: TestCore | undefined
/** Pictures that the image process was given for reading, by the seed of their content. */
let given: string[] = []
/** What it finds, by that seed; `hangs`: it ends only with the signal. */
let finds: Record<string, readonly PictureCode[] | AppError | 'hangs'> = {}
let ended = 0
let decoding: Promise<void> = Promise.resolve()

/** The seed of an original: its file ends with the picture’s name. */
const seedOf = (path: string): string => basename(path, '.png').split('~')[1] ?? path

const code = (text: string): PictureCode => ({ format: 'ean-13', text })
const coffee = code('4006381333931')
const killed = new AppError('image-process-failed', { kind: 'image-process-ended', signal: 'SIGKILL', exitCode: null })

const startImageProcess = () => ({
  ...noBarcodes,
  inspect: async ({ format }: Pick<ImageTask, 'format'>) => {
    await decoding
    return { format, width: 2, height: 2, orientation: 1, hasAlpha: false, hasGps: false }
  },
  prepare: () => {},
  stop: async () => {},
  endReading: async () => {
    ended++
  },
  readCodes: async ({ path }: Pick<ImageTask, 'path'>, { signal }: { signal?: AbortSignal } = {}): Promise<readonly PictureCode[]> => {
    const seed = seedOf(path)
    given.push(seed)
    const found = finds[seed] ?? []
    if (found === 'hangs')
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(new AppError('cancelled', { kind: 'decoding-cancelled' }))),
      )
    if (found instanceof AppError) throw found
    return found
  },
})

const openCore = async (): Promise<TestCore['client']> => {
  open = await openTestCore(join(folder, 'data'), { startImageProcess })
  return open.client
}
/** Longer than any pause before pictures are looked for. */
const pass = async (): Promise<void> => open?.pass(10_000)
const reopen = async (): Promise<TestCore['client']> => {
  await open?.core.stop()
  return openCore()
}

/** Adds pictures, one for each seed. */
const add = async (client: TestCore['client'], ...seeds: string[]): Promise<void> => {
  const named = seeds.map((seed) => join(folder, `${seed}.png`))
  for (const [at, seed] of seeds.entries()) await writePng(named[at] ?? '', `seed of ${seed}`)
  await client.intake.add({ named, recursive: false, upload: false })
}

const importList = async (
  client: TestCore['client'],
  text = 'sku;gtin;name\nSKU-1004;4006381333931;Coffee\nSKU-1005;5901234123457;Tea\n',
) => {
  const path = join(folder, 'list.csv')
  await writeFile(path, text)
  await client.catalogue.importFile({ path, columns: {}, dryRun: false })
}

const preview = (client: TestCore['client']) => client.matching.preview({ rules: [{ by: 'barcode' }], limit: 100 })
const left = async (client: TestCore['client']): Promise<number | undefined> => (await preview(client)).barcodes?.left
const saidLeft = async (client: TestCore['client']): Promise<string[]> => {
  const { barcodes } = await preview(client)
  return barcodes ? describeCodesLeft(barcodes) : []
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-codes-'))
  given = []
  finds = {}
  ended = 0
  decoding = Promise.resolve()
})
afterEach(async () => {
  await open?.core.stop()
  open = undefined
  await rm(folder, { recursive: true })
})

describe('reading barcodes in the background', () => {
  it('begins when a list with GTINs or SKUs comes, with the pictures that are there', async () => {
    const client = await openCore()
    await open?.core.start()
    await add(client, 'one', 'two')
    await pass()
    expect(given).toHaveLength(0)
    finds = { one: [coffee] }
    await importList(client)
    await expect.poll(() => left(client)).toBe(0)
    expect(given).toEqual(['one', 'two'])
    const { rows, matched } = await preview(client)
    expect(matched).toBe(1)
    expect(rows.find(({ name }) => name === 'one.png')?.match).toMatchObject({
      kind: 'matched',
      products: [{ why: { by: 'barcode', text: '4006381333931' } }],
    })
    await expect.poll(() => ended).toBeGreaterThan(0)
  })

  it('does not begin for a list without numbers', async () => {
    const client = await openCore()
    await open?.core.start()
    await add(client, 'one')
    await importList(client, 'name\nCoffee\nTea\n')
    await pass()
    expect(given).toHaveLength(0)
    expect((await client.matching.summary()).barcodesLeft).toBe(0)
    expect(await saidLeft(client)).toEqual(['Barcodes are read once you import a product list with SKUs or GTINs.'])
    finds = { one: 'hangs' }
    await importList(client)
    expect(await saidLeft(client)).toEqual(['1 picture is still being read for barcodes.'])
    expect((await client.matching.summary()).barcodesLeft).toBe(1)
  })

  it('waits while pictures are being checked, and reads each content once', async () => {
    const client = await openCore()
    await importList(client)
    await open?.core.start()
    await add(client, 'one')
    await expect.poll(() => left(client)).toBe(0)
    let release = (): void => {}
    decoding = new Promise((resolve) => {
      release = resolve
    })
    const adding = add(client, 'two', 'three')
    await pass()
    expect(given).toHaveLength(1)
    await expect.poll(() => client.matching.readBarcodes({})).toEqual({ left: 2, unchecked: 2 })
    release()
    await adding
    await expect.poll(() => left(client)).toBe(0)
    expect(given.toSorted()).toEqual(['one', 'three', 'two'])
    const imageIds = (await preview(client)).rows.map(({ imageId }) => imageId)
    await client.library.remove({ imageIds })
    expect(await left(client)).toBe(0)
    await client.library.restore({ imageIds })
    await add(client, 'one')
    await pass()
    expect(given).toHaveLength(3)
  })

  it('tells only the preview of matches what it read', async () => {
    const client = await openCore()
    await importList(client)
    await open?.core.start()
    const changed = new Set<string>()
    const leave = new AbortController()
    const events = await client.events.subscribe(undefined, { signal: leave.signal })
    let isFirst = true
    const listening = (async () => {
      for await (const event of events) {
        if (!isFirst) for (const subject of event.changed) changed.add(subject)
        isFirst = false
      }
    })().catch(() => {})
    await expect.poll(() => isFirst).toBe(false)
    await add(client, 'one')
    await expect.poll(() => changed).toContain('barcodes')
    expect(changed).not.toContain('products')
    leave.abort()
    await listening
  })

  it('keeps what it found, and continues after a restart in the middle', async () => {
    const client = await openCore()
    await importList(client)
    await open?.core.start()
    finds = { one: [coffee], two: 'hangs' }
    await add(client, 'one', 'two', 'three')
    await expect.poll(() => given).toContain('two')
    finds = { ...finds, two: [code('5901234123457')] }
    const again = await reopen()
    expect(await left(again)).toBe(2)
    await open?.core.start()
    await expect.poll(() => left(again)).toBe(0)
    expect(given.filter((seed) => seed === 'one')).toHaveLength(1)
    expect((await preview(again)).matched).toBe(2)
  })

  it('notes a picture that can’t be read, and never tries it again', async () => {
    const client = await openCore()
    await importList(client)
    await open?.core.start()
    finds = { bad: new AppError('damaged-image', { kind: 'unexpected', said: 'damaged' }) }
    await add(client, 'bad', 'good')
    await expect.poll(() => left(client)).toBe(0)
    expect((await preview(client)).barcodes).toMatchObject({ left: 0, unreadable: 1 })
    const again = await reopen()
    await open?.core.start()
    await pass()
    expect(given.filter((seed) => seed === 'bad')).toHaveLength(1)
    expect((await preview(again)).barcodes).toMatchObject({ left: 0, unreadable: 1 })
  })

  it('reads a picture whose copy was damaged once its file was added again', async () => {
    const client = await openCore()
    await importList(client)
    await add(client, 'one')
    const [staged = ''] = (await readdir(join(folder, 'data', 'originals'), { recursive: true })).filter((name) => name.endsWith('.png'))
    await truncate(join(folder, 'data', 'originals', staged), 20)
    finds = { one: new AppError('damaged-image', { kind: 'unexpected', said: 'damaged' }) }
    await open?.core.start()
    await expect.poll(() => given).toEqual(['one'])
    await expect.poll(async () => (await preview(client)).barcodes).toMatchObject({ left: 1, unreadable: 0 })
    await add(client, 'one')
    finds = { one: [coffee] }
    const again = await reopen()
    await open?.core.start()
    await expect.poll(async () => (await preview(again)).matched).toBe(1)
  })

  it('gives a picture up at which the process ends in three starts, and tries it once in each', async () => {
    finds = { bad: killed }
    let client = await openCore()
    await importList(client)
    await add(client, 'bad', 'good')
    for (let start = 1; start <= mostStarts + 1; start++) {
      await open?.core.start()
      await expect.poll(() => given.filter((seed) => seed === 'bad').length).toBe(Math.min(start, mostStarts))
      await expect.poll(async () => (await preview(client)).barcodes).toMatchObject(start < mostStarts ? { left: 1 } : { unreadable: 1 })
      client = await reopen()
    }
    expect(given.filter((seed) => seed === 'bad')).toHaveLength(mostStarts)
    expect(given.filter((seed) => seed === 'good')).toHaveLength(1)
  })

  it('reads everything after kills at random moments, as if there had been none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.subarray(['one', 'two', 'three'], { minLength: 1 }), { minLength: 1, maxLength: mostStarts - 1 }),
        async (kills) => {
          given = []
          await open?.core.stop()
          await rm(join(folder, 'data'), { recursive: true, force: true })
          let client = await openCore()
          await importList(client)
          await add(client, 'one', 'two', 'three')
          for (const seeds of [...kills, []]) {
            finds = { one: [coffee], ...Object.fromEntries(seeds.map((seed) => [seed, killed])) }
            await open?.core.start()
            // Each is tried once a start.
            await expect.poll(async () => (await client.matching.readBarcodes({ waitMs: 200 })).left).toBe(0)
            if (seeds.length > 0) client = await reopen()
          }
          expect((await preview(client)).barcodes).toMatchObject({ left: 0, unreadable: 0 })
          expect((await preview(client)).matched).toBe(1)
        },
      ),
      { numRuns: 3 },
    )
  }, 60_000)

  it.each([
    ['the process was killed', killed],
    ['reading took too long under load', new AppError('image-process-failed', { kind: 'decoding-over-time', limitMs: 1_000 })],
    ['the process did not start', new AppError('image-process-failed', { kind: 'image-process-unstarted' })],
    ['the original was missing', new AppError('file-missing', { kind: 'file-gone', name: 'one.png' })],
  ])('tries again at the next start where %s', async (_, problem) => {
    const client = await openCore()
    await importList(client)
    await open?.core.start()
    finds = { one: problem }
    await add(client, 'one', 'two')
    await expect.poll(() => left(client)).toBe(1)
    await pass()
    expect(given.filter((seed) => seed === 'one')).toHaveLength(1)
    finds = { one: [coffee] }
    const again = await reopen()
    await open?.core.start()
    await expect.poll(() => left(again)).toBe(0)
    expect((await preview(again)).matched).toBe(1)
  })

  it('is done at once when somebody asks, without a list, and says how many are left', async () => {
    const client = await openCore()
    await add(client, 'one', 'two')
    expect((await preview(client)).barcodes).toMatchObject({ left: 2, unreadable: 0 })
    finds = { two: 'hangs' }
    expect(await client.matching.readBarcodes({ waitMs: 0 })).toEqual({ left: 2, unchecked: 0 })
    await expect.poll(() => given).toContain('two')
    finds = {}
    const again = await reopen()
    expect(await again.matching.readBarcodes({ waitMs: 60_000 })).toEqual({ left: 0, unchecked: 0 })
    expect(await left(again)).toBe(0)
  })

  it('is not counted where no rule asks for barcodes', async () => {
    const client = await openCore()
    await add(client, 'one')
    expect((await client.matching.preview({ rules: [{ by: 'sku' }] })).barcodes).toBeNull()
  })

  it('changes nothing in a library that is only read', async () => {
    await add(await openCore(), 'one')
    await open?.core.stop()
    open = await openTestCore(join(folder, 'data'), { startImageProcess, access: 'read' })
    expect(await left(open.client)).toBe(1)
    await expect(open.client.matching.readBarcodes({})).rejects.toMatchObject({ code: 'read-only' })
    expect(given).toEqual([])
  })
})
