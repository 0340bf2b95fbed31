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
/** How many threads are up. */
let ready: number
let stop: () => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-reader-'))
  threads = []
  opened = await openTestCore(join(folder, 'data'), {
    startReader: () => {
      const thread = startReaderThread(entry, join(folder, 'data'))
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

  it('are answered before the library is closed', async () => {
    await drop(['a.png'])
    await untilReady()
    const waiting = names()
    // Its message is on its way before the end is asked for.
    await new Promise((resolve) => setImmediate(resolve))
    await stop()
    expect(await waiting).toEqual(['a.png'])
  })
})
