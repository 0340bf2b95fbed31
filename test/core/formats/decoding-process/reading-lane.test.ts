import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createImagePool, type ImagePool } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'

const misbehaving = fileURLToPath(new URL('./misbehaving-worker.ts', import.meta.url))

let folder = ''
let pool: ImagePool
/** The niceness of each process that was started; undefined: the usual one. */
let started: (number | undefined)[] = []

const open = (taskMs = 15_000): ImagePool =>
  createImagePool({
    spawn: (niceness) => {
      started.push(niceness)
      return forkImageWorker(misbehaving, niceness)
    },
    workers: 1,
    limits: { taskMs: 15_000, rssBytes: 2 ** 30 },
    codeLimits: { taskMs, rssBytes: 2 ** 30 },
  })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-reading-'))
  started = []
  pool = open()
})
afterEach(async () => {
  await pool.stop()
  await rm(folder, { recursive: true })
})

const read = async (name: string, signal?: AbortSignal): Promise<string> => {
  const codes = await pool.readCodes({ path: join(folder, name), format: 'png' }, signal ? { signal } : {})
  return codes.map(({ text }) => text).join()
}
const inspect = async (name: string): Promise<number> =>
  (await pool.inspect({ path: join(folder, name), format: 'png', thumbnailPath: join(folder, `${name}.thumbnail`) })).width
const failure = (work: Promise<unknown>): Promise<{ code: string; kind: string }> =>
  work.then(
    () => ({ code: 'none', kind: 'none' }),
    (error) => ({ code: error.code, kind: error.failure.kind }),
  )

describe('the process that reads barcodes', () => {
  test('is one of its own, of lower priority than those that decode', async () => {
    const reader = await read('one')
    expect(await inspect('one')).not.toBe(Number(reader))
    expect(await read('two')).toBe(reader)
    expect(started).toEqual([10, undefined])
  })

  test('doesn’t keep a picture waiting that is to be decoded', async () => {
    const reading = failure(read('hangs'))
    await inspect('one')
    await pool.stop()
    expect((await reading).code).toBe('cancelled')
  })

  test('ends when there is nothing to read, and starts again', async () => {
    const first = await read('one')
    await pool.endReading()
    expect(await read('two')).not.toBe(first)
  })

  test('is replaced when it crashes, and the picture is read by the next one', async () => {
    expect(await read('crashes once')).toBe('')
    expect(started).toHaveLength(2)
  })

  test('gives up on a picture at which it crashed twice, and reads the next one', async () => {
    expect(await failure(read('crashes'))).toEqual({ code: 'image-process-failed', kind: 'image-process-ended' })
    expect(started).toHaveLength(2)
    expect(await read('fine')).not.toBe('')
  })

  test('is ended when a picture takes too long', async () => {
    pool = open(500)
    expect(await failure(read('hangs'))).toEqual({ code: 'image-process-failed', kind: 'decoding-over-time' })
  })

  test('is not believed when it answers another question', async () => {
    expect(await failure(read('confuses'))).toEqual({ code: 'image-process-failed', kind: 'image-process-answer-odd' })
  })

  test('gives a reading up at once when it is cancelled', async () => {
    const stop = new AbortController()
    const reading = failure(read('hangs', stop.signal))
    await expect.poll(() => started.length).toBe(1)
    stop.abort()
    expect((await reading).code).toBe('cancelled')
  })
})
