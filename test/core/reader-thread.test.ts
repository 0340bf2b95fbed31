import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startReaderThread } from '../../electron/core/base/database/reader.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../support/open-test-core.ts'

const entry = fileURLToPath(new URL('../../electron/core/reader-thread.ts', import.meta.url))
const view = { sort: { by: 'name', descending: false }, filter: { text: '.png' }, offset: 0, limit: 100 } as const

let folder: string
let opened: TestCore
let threads: Worker[]
/** How often one was started, whether it came up or not. */
let starts: number
/** What is started as a thread. */
let start: () => Worker
/** How many threads are up. */
let ready: number
let stop: () => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-reader-'))
  threads = []
  starts = 0
  start = () => startReaderThread(entry, join(folder, 'data'))
  opened = await openTestCore(join(folder, 'data'), {
    startReader: () => {
      starts += 1
      const thread = start()
      threads.push(thread)
      return thread
    },
    log: ({ event }) => {
      if (event === 'reader-ready') ready += 1
    },
  })
  let stopped: Promise<void> | undefined
  stop = () => {
    stopped ??= opened.core.stop()
    return stopped
  }
})
afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

/** A list is asked for, and the thread that this starts is up. */
const untilReady = async (): Promise<void> => {
  ready = 0
  await opened.client.library.page(view)
  await opened.pass(1_000)
  await waitFor(() => ready === 1)
}

const drop = async (names: readonly string[]): Promise<void> => {
  const paths = names.map((name) => join(folder, name))
  for (const [at, path] of paths.entries()) await writePng(path, names[at] ?? '')
  await opened.core.addFiles(paths)
}
const names = async (): Promise<string[]> => (await opened.client.library.page(view)).rows.map(({ name }) => name)
const idsOf = async (): Promise<string[]> => (await opened.client.library.page(view)).rows.map(({ id }) => id)

describe('lists in a thread of their own', () => {
  it('show what a command did as soon as it has answered, each time', async () => {
    await drop(['a.png', 'b.png', 'c.png'])
    await untilReady()
    expect(await names()).toEqual(['a.png', 'b.png', 'c.png'])
    const [first = '', ...others] = await idsOf()
    for (let round = 0; round < 20; round++) {
      await opened.client.library.remove({ imageIds: [first] })
      expect(await idsOf()).toEqual(others)
      await opened.client.library.restore({ imageIds: [first] })
      expect(await idsOf()).toEqual([first, ...others])
    }
    expect(threads).toHaveLength(1)
  })

  it('show what is written in the turn of the call, before it is on disk', async () => {
    await drop(['a.png', 'b.png'])
    await untilReady()
    const [first = ''] = await idsOf()
    const removed = opened.client.library.remove({ imageIds: [first] })
    expect(await names()).toEqual(['b.png'])
    await removed
  })

  it('are read without it once it has ended by itself, and the next ones in another', async () => {
    await drop(['a.png'])
    await untilReady()
    expect(await names()).toEqual(['a.png'])
    const waiting = [names(), names()]
    await threads[0]?.terminate()
    expect(await Promise.all(waiting)).toEqual([['a.png'], ['a.png']])
    expect(threads).toHaveLength(1)
    await untilReady()
    expect(await names()).toEqual(['a.png'])
    expect(threads).toHaveLength(2)
  })

  it.each([
    [
      'can’t be started',
      () => {
        throw new Error('no thread left')
      },
    ],
    ['ends as soon as it is started', () => startReaderThread(join(folder, 'not-there.js'), folder)],
  ])('are read here while it %s, and each list tries again', async (_how, fails) => {
    start = fails
    await drop(['a.png'])
    for (const tries of [1, 2]) {
      expect(await names()).toEqual(['a.png'])
      await opened.pass(1_000)
      expect(starts).toBe(tries)
      // Until its end is known, it counts as one that is coming up.
      await Promise.all(threads.map((thread) => thread.terminate()))
    }
    expect(await names()).toEqual(['a.png'])
  })

  it('are answered before the library is closed', async () => {
    await drop(['a.png'])
    await untilReady()
    const waiting = names()
    // Its message is on its way before the end is asked for.
    await new Promise((resolve) => setImmediate(resolve))
    await stop()
    expect(await waiting).toEqual(['a.png'])
  })

  it('are two where one is slow: it sees what was written before, and holds up none of the others', async () => {
    await drop(['SKU-100.png', 'b.png'])
    await untilReady()
    const folders = await opened.client.matching.foldersOutline()
    expect(threads).toHaveLength(1)
    await opened.client.library.remove({ imageIds: [(await idsOf()).at(-1) ?? ''] })
    const { pictures } = await opened.client.matching.preview({ rules: [{ by: 'sku' }] })
    expect({ pictures, folders: folders.pictures }).toEqual({ pictures: 1, folders: 2 })
    expect(threads).toHaveLength(2)
  })
})
