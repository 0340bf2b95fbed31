import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImageWorker } from '../../../../electron/core/formats/decoding-process/decoding-messages.ts'
import { createImagePool, type ImagePool } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import type { ImageFacts } from '../../../../shared/pictures/pictures.ts'
import { writeTestPictures } from '../../../fixtures/test-pictures.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

let folder = ''
let pool: ImagePool
let spawned: ImageWorker[]

const start = (entry = './misbehaving-worker.ts', workers = 1, taskMs = 15_000): void => {
  const spawn = (): ImageWorker => {
    const worker = forkImageWorker(at(entry))
    spawned.push(worker)
    return worker
  }
  pool = createImagePool({ spawn, workers, limits: { taskMs, rssBytes: 2 ** 30 } })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-together-'))
  spawned = []
})
afterEach(async () => {
  await pool.stop()
  await rm(folder, { recursive: true })
})

const inspect = (name: string, pixels: number | undefined = 10_000, signal?: AbortSignal): Promise<ImageFacts> =>
  pool.inspect(
    { path: join(folder, name), format: 'png', thumbnailPath: join(folder, `thumbnail of ${name}`), ...(pixels ? { pixels } : {}) },
    { signal },
  )
/** What came of each: how many were decoded with it, or the code of its error. */
const inspectAll = (names: readonly string[]): Promise<readonly (number | string)[]> =>
  Promise.all(
    names.map((name) =>
      inspect(name).then(
        ({ height }) => height,
        ({ code }: { code: string }) => code,
      ),
    ),
  )
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `picture ${index}`)

test('small pictures that wait go to a worker together, at most sixteen', async () => {
  start()
  expect(await inspectAll(names(20))).toEqual([1, ...Array(16).fill(16), ...Array(3).fill(3)])
  expect(spawned).toHaveLength(1)
})

test('those that a window waits for go before the others', async () => {
  start()
  const ended: string[] = []
  const begin = (name: string, isShown: boolean) =>
    pool
      .inspect({ path: join(folder, name), format: 'png', thumbnailPath: join(folder, `thumbnail of ${name}`), pixels: 900_000, isShown })
      .then(() => ended.push(name))
  await Promise.all([...['first', 'a', 'b'].map((name) => begin(name, false)), ...['shown 1', 'shown 2'].map((name) => begin(name, true))])
  expect(ended).toEqual(['first', 'shown 1', 'shown 2', 'a', 'b'])
})

test('each worker gets its share of few pictures', async () => {
  start('./misbehaving-worker.ts', 2)
  expect(await inspectAll(names(10))).toEqual([1, 1, 4, 4, 4, 4, 2, 2, 1, 1].map(() => expect.any(Number)))
  expect(spawned).toHaveLength(2)
})

test('large ones, and ones that may be called off, go alone', async () => {
  start()
  const first = inspect('first')
  const all = [
    inspect('small 1'),
    inspect('large', 3_000_000),
    inspect('small 2'),
    inspect('small 3', 10_000, new AbortController().signal),
  ]
  await first
  expect((await Promise.all(all)).map(({ height }) => height)).toEqual([1, 1, 1, 1])
})

test('as many go together as two megapixels hold', async () => {
  start()
  const all = names(6).map((name) => inspect(name, 900_000))
  expect((await Promise.all(all)).map(({ height }) => height)).toEqual([1, 2, 2, 2, 2, 1])
})

test('one that cannot be read says nothing about the others', async () => {
  start()
  expect(await inspectAll(['first', 'a', 'gone', 'b'])).toEqual([1, 3, 'file-missing', 3])
})

test.each(['crashes', 'hangs', 'nonsense', 'one too few'])('one with which the worker %s harms no other', async (name) => {
  // The start of a worker is part of it, which takes long on a busy computer.
  start('./misbehaving-worker.ts', 1, name === 'hangs' ? 5_000 : 30_000)
  const alone = name === 'one too few' ? 1 : 'image-process-failed'
  expect(await inspectAll(['first', 'a', name, 'b'])).toEqual([1, 1, alone, 1])
  expect((await readdir(folder)).filter((one) => one.endsWith('.part'))).toEqual([])
})

test('stopping cancels those that are decoded together, and those that wait', async () => {
  start()
  const all = inspectAll(['first', 'hangs', ...names(20)])
  await expect.poll(async () => (await readdir(folder)).some((one) => one.endsWith('.part'))).toBe(true)
  await pool.stop()
  expect(new Set((await all).slice(1))).toEqual(new Set(['cancelled']))
})

test('the real process gives each its facts and its thumbnail, and refuses the damaged one', async () => {
  start('../../../../electron/core/formats/decoding-process/decoding-process.ts')
  const paths = await writeTestPictures(folder, 6, { bytes: 10_000 })
  await writeFile(paths[3] ?? '', 'This is no picture.')
  const results = await Promise.allSettled(
    paths.map((path) => pool.inspect({ path, format: 'jpeg', thumbnailPath: `${path}.thumbnail`, pixels: 38_400 })),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(results[3]).toMatchObject({ reason: { code: 'damaged-image' } })
  expect(results[5]).toMatchObject({ value: { format: 'jpeg', width: 240, height: 160 } })
  expect((await readdir(folder)).filter((one) => one.endsWith('.thumbnail'))).toHaveLength(5)
})
