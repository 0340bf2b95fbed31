import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImageWorker } from '../../../../electron/core/formats/decoding-process/decoding-messages.ts'
import { createImagePool, type ImagePool, type ImagePoolPorts } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { sendingFor } from '../../../../shared/service/sending.ts'
import { writeHostileFiles } from '../../../fixtures/hostile-files.ts'
import { waitFor } from '../../../support/open-test-core.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const misbehaving = at('./misbehaving-worker.ts')
const real = at('../../../../electron/core/formats/decoding-process/decoding-process.ts')

let folder = ''
let pool: ImagePool | undefined
let spawned: ImageWorker[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-pool-'))
  spawned = []
})
afterEach(async () => {
  await pool?.stop()
  await rm(folder, { recursive: true })
})

const start = (ports: Partial<ImagePoolPorts> = {}): ImagePool => {
  pool = createImagePool({
    spawn: () => {
      const worker = forkImageWorker(misbehaving)
      spawned.push(worker)
      return worker
    },
    workers: 1,
    limits: { taskMs: 120_000, rssBytes: 2 ** 30 },
    ...ports,
  })
  return pool
}

/** Gives the pool a picture whose name tells the worker how to misbehave. Resolves with the pid of the worker that answered. */
const inspect = async (name: string, signal?: AbortSignal): Promise<number> => {
  const facts = await pool?.inspect(
    { path: join(folder, name), format: 'png', thumbnailPath: join(folder, `thumbnail of ${name}`) },
    { signal },
  )
  return facts?.width ?? 0
}
const failure = async (name: string): Promise<{ code: string; message: string }> =>
  inspect(name).then(
    () => ({ code: 'none', message: '' }),
    (error) => error,
  )
/** A worker decodes this picture, whose name has “held” in it, until it is let go. */
const hasBegun = (name: string): boolean => existsSync(join(folder, `${name}.begun`))
const letGo = (name: string): void => writeFileSync(join(folder, `${name}.go`), '')
const isAlive = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the pool of image processes', () => {
  test('starts no worker before there is work, keeps it afterwards, and ends it when stopped', async () => {
    start()
    expect(spawned).toHaveLength(0)
    const first = await inspect('one')
    expect(await inspect('two')).toBe(first)
    expect(spawned).toHaveLength(1)
    await pool?.stop()
    expect(isAlive(first)).toBe(false)
    expect((await failure('three')).code).toBe('cancelled')
  })

  test('starts a worker early when pictures are about to come, and uses it for the first of them', async () => {
    start().prepare()
    expect(spawned).toHaveLength(1)
    expect(await inspect('one')).toBe(spawned[0]?.pid)
    expect(spawned).toHaveLength(1)
  })

  test('processes as many pictures at once as it has workers, in order', async () => {
    start({ workers: 2 })
    const names = ['held 1', 'held 2', 'held 3', 'held 4']
    const inspected = Promise.all(names.map((name) => inspect(name)))
    const begun = (): string[] => names.filter(hasBegun)
    await waitFor(() => expect(begun()).toEqual(['held 1', 'held 2']))
    letGo('held 1')
    await waitFor(() => expect(begun()).toEqual(['held 1', 'held 2', 'held 3']))
    for (const name of names) letGo(name)
    expect(new Set(await inspected).size).toBe(2)
  })

  test('retries a picture once when its worker is killed, without affecting other pictures', async () => {
    start({ workers: 2 })
    const [first, second] = [inspect('held 1'), inspect('held 2')]
    await waitFor(() => hasBegun('held 1') && hasBegun('held 2'))
    spawned[0]?.kill()
    for (const name of ['held 1', 'held 2']) letGo(name)
    const pids = await Promise.all([first, second])
    expect(pids[0]).not.toBe(spawned[0]?.pid)
    expect(pids[1]).toBe(spawned[1]?.pid)
    expect(await inspect('crashes once')).toBeGreaterThan(0)
  })

  test('gives up on a picture that kills two workers, and continues with the others', async () => {
    start()
    const neighbours = [failure('crashes'), inspect('fine')] as const
    const error = await neighbours[0]
    expect(error.code).toBe('image-process-failed')
    expect(error.message).toContain('SIGKILL')
    expect(await neighbours[1]).toBeGreaterThan(0)
    expect(spawned).toHaveLength(3)
  })

  test('survives when an idle worker dies', async () => {
    start()
    const first = await inspect('one')
    spawned[0]?.kill()
    await expect.poll(() => isAlive(first)).toBe(false)
    expect(await inspect('two')).not.toBe(first)
  })

  test.each(['hangs', 'spins'])('ends a worker that %s at its time limit', async (name) => {
    const limits = { taskMs: 2_500, rssBytes: 2 ** 30 }
    start({ limits })
    const error = await failure(name)
    // A slow computer needs that long to start the next one.
    limits.taskMs = 120_000
    expect(error.code).toBe('image-process-failed')
    expect(error.message).toContain('longer than 2.5 s')
    expect(isAlive(spawned[0]?.pid)).toBe(false)
    expect((await readdir(folder)).filter((file) => file.endsWith('.part'))).toEqual([])
    expect(await inspect('fine')).toBe(spawned[1]?.pid)
  })

  test('ends a worker whose memory grows beyond the cap', async () => {
    start({ limits: { taskMs: 120_000, rssBytes: 200 * 1024 * 1024 } })
    const error = await failure('grows')
    expect(error.code).toBe('image-process-failed')
    expect(error.message).toContain('more than 200 MB of memory')
    expect(isAlive(spawned[0]?.pid)).toBe(false)
    expect(await inspect('fine')).toBeGreaterThan(0)
  })

  test('relies on the memory that the worker reports where the system doesn’t report it', async () => {
    start({ readRss: async () => undefined })
    expect((await failure('tells of its growth')).message).toContain('1024 MB of memory')
  })

  test('runs one memory check at a time, however long a check takes', async () => {
    let looking = 0
    let most = 0
    let looks = 0
    start({
      readRss: async () => {
        looks++
        most = Math.max(most, ++looking)
        // Time itself: longer than two pauses between checks.
        await new Promise((resolve) => setTimeout(resolve, 600))
        looking--
        return undefined
      },
    })
    const hanging = failure('hangs')
    await waitFor(() => looks > 2)
    expect(most).toBe(1)
    await pool?.stop()
    expect((await hanging).code).toBe('cancelled')
  })

  test('keeps a converted file whose worker is ended because of its memory', async () => {
    start()
    const target = join(folder, 'sent')
    const path = join(folder, 'large afterwards')
    expect(await pool?.convert({ path, format: 'webp', settings: sendingFor(null, null), target })).toBe('jpeg')
    expect(await readFile(target, 'utf8')).toBe('a sent file')
    await expect.poll(() => isAlive(spawned[0]?.pid)).toBe(false)
  })

  test('replaces a worker whose memory has grown large', async () => {
    start()
    const large = await inspect('large afterwards')
    expect(await inspect('fine')).not.toBe(large)
  })

  test('rejects answers that make no sense', async () => {
    start()
    expect((await failure('nonsense')).message).toContain('makes no sense')
    expect(await inspect('fine')).toBe(spawned[1]?.pid)
  })

  test.each(['forges a sign-out', 'adds facts'])('rejects a failure that a worker may not report: one that %s', async (name) => {
    start()
    expect(await failure(name)).toMatchObject({ code: 'image-process-failed', failure: { kind: 'image-process-answer-odd' } })
  })

  test('cancels running and waiting pictures', async () => {
    start()
    const underWay = new AbortController()
    const waiting = new AbortController()
    const tasks = [inspect('hangs', underWay.signal), inspect('fine 1', waiting.signal), inspect('fine 2')].map((task) =>
      task.then(String, (error) => error.code),
    )
    waiting.abort()
    expect(await tasks[1]).toBe('cancelled')
    underWay.abort()
    expect(await tasks[0]).toBe('cancelled')
    expect(Number(await tasks[2])).toBeGreaterThan(0)
  })

  test('cancels everything when it is stopped while working', async () => {
    start({ workers: 2 })
    const tasks = ['hangs 1', 'hangs 2', 'fine 1', 'fine 2'].map(failure)
    await expect.poll(() => spawned.length).toBe(2)
    await pool?.stop()
    expect((await Promise.all(tasks)).map(({ code }) => code)).toEqual(new Array(4).fill('cancelled'))
    expect(spawned.map(({ pid }) => isAlive(pid))).toEqual([false, false])
  })

  test('reports when the image process cannot be started', async () => {
    start({ spawn: () => forkImageWorker(join(folder, 'not there.js')) })
    const error = await failure('fine')
    expect(error.code).toBe('image-process-failed')
    expect(error.message).toContain('exit code 1')
  })
})

describe('when the parent dies', () => {
  test.each(['idle', 'decoding'])('a worker that is %s dies too', async (state) => {
    const hostile = await writeHostileFiles(folder, ['bomb, 400 MB of pixels.png'])
    const picture = state === 'decoding' ? [hostile[0]?.path ?? '', join(folder, 'thumbnail')] : []
    const pid = await new Promise<number>((resolve) => {
      execFile(process.execPath, [at('./parent-that-dies.ts'), real, ...picture], (_, output) => resolve(Number(output)))
    })
    expect(pid).toBeGreaterThan(0)
    await waitFor(() => !isAlive(pid))
  })
})
