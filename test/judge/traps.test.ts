import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { createImagePool, type ImagePool } from '../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { readRssOf } from '../../electron/core/formats/decoding-process/read-rss.ts'
import { describeError } from '../../shared/base/describe-error.ts'
import { AppError } from '../../shared/base/errors.ts'
import { sendingFor } from '../../shared/service/sending.ts'
import { readFormatFile } from '../fixtures/format-files.ts'
import { type TrapFile, trapFiles } from '../fixtures/trap-files.ts'
import { identifyWhole } from '../support/identify-whole.ts'
import { lackOf } from '../support/lacks.ts'

// Traps at full size, one after the other beside a picture that is no trap: each is taken or refused with its reason, within the time and the memory
// of an image process, harms no other and leaves nothing behind. Prints each with its time and memory.

const entry = fileURLToPath(new URL('../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
/** As the app has them (core/node-ports.ts). */
const limits = { taskMs: 60_000, rssBytes: 1_500 * 1024 * 1024 }
const settings = sendingFor(null, null)
const folder = mkdtempSync(join(tmpdir(), 'packshot-traps-'))
afterAll(() => rmSync(folder, { recursive: true }))

const reasonOf = (error: unknown): string => {
  if (!(error instanceof AppError)) throw error
  return describeError(error).message
}

const rows: string[] = []
afterAll(() => console.log(['trap | bytes | outcome | ms | memory, MB', ...rows].join('\n')))

/** Decoded, and converted as it would be sent; its pages, if there are several. */
const take = async (pool: ImagePool, bytes: Buffer, { format }: Pick<TrapFile, 'format'>, path: string): Promise<number | undefined> => {
  const found = identifyWhole(bytes)
  if (found.kind === 'refused') throw found.error
  expect(found.format).toBe(format)
  const facts = await pool.inspect({ path, format, thumbnailPath: `${path}.thumbnail` })
  await pool.convert({ path, format, settings, target: `${path}.sent` })
  return facts.reading?.pages
}

describe('a trap of full size', () => {
  test.for(trapFiles)('$name', async (trap) => {
    let mostRss = 0
    const pool = createImagePool({
      spawn: () => forkImageWorker(entry),
      workers: 2,
      limits,
      readRss: async (pid) => {
        const rss = await readRssOf(pid)
        mostRss = Math.max(mostRss, rss ?? 0)
        return rss
      },
    })
    const own = join(folder, 'trap')
    const beside = join(folder, 'beside')
    mkdirSync(own)
    mkdirSync(beside)
    try {
      const bytes = await trap.make('large')
      writeFileSync(join(own, 'trap'), bytes)
      const neighbour = readFormatFile('plain.jp2')
      writeFileSync(join(beside, 'neighbour'), neighbour)
      const begun = performance.now()
      const [outcome, other] = await Promise.all([
        take(pool, bytes, trap, join(own, 'trap')).catch((error: unknown) => error),
        take(pool, neighbour, { format: 'jp2' }, join(beside, 'neighbour')).then(
          () => 'taken',
          (error) => error,
        ),
      ])
      const refusedFor = trap.refusedFor ?? trap.largeRefusedFor
      const said = outcome instanceof Error ? reasonOf(outcome) : outcome === undefined ? 'taken' : `taken, first of ${outcome}`
      rows.push(
        [trap.name, bytes.length, said, Math.round(performance.now() - begun), Math.round(mostRss / 1_000_000)]
          .map((one) => (typeof one === 'number' ? one.toLocaleString('en') : one))
          .join(' | '),
      )
      expect(other).toBe('taken')
      expect(readdirSync(beside).toSorted()).toEqual(['neighbour', 'neighbour.sent', 'neighbour.thumbnail'])
      expect(mostRss).toBeLessThan(limits.rssBytes)
      expect(readdirSync(own).toSorted()).toEqual(refusedFor ? ['trap'] : ['trap', 'trap.sent', 'trap.thumbnail'])
      if (refusedFor) expect(outcome instanceof AppError && outcome.failure.kind, String(outcome)).toBe(refusedFor)
      else expect(outcome).toBe(trap.pages?.('large'))
    } finally {
      await pool.stop()
      for (const left of [own, beside]) rmSync(left, { recursive: true })
    }
  })
})

test('a disk that is full while a thumbnail or a sent file is written: it is told, and nothing is left', async (context) => {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const root = process.platform === 'linux' && process.getuid?.() === 0
  const mounted = root && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0
  if (!mounted) return context.skip(lackOf('no-mounts'))
  const pool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 1, limits })
  try {
    writeFileSync(join(disk, 'others'), Buffer.alloc(64 * 1024 - 200))
    const path = join(folder, 'full.psd')
    writeFileSync(path, readFormatFile('adobe rgb.psd'))
    const thumbnail = pool.inspect({ path, format: 'psd', thumbnailPath: join(disk, 'thumbnail') })
    await expect(thumbnail).rejects.toMatchObject({ code: 'disk-full', failure: { kind: 'thumbnail-without-room' } })
    const sent = pool.convert({ path, format: 'psd', settings: { ...settings, quality: 100 }, target: join(disk, 'sent') })
    await expect(sent).rejects.toMatchObject({ code: 'disk-full', failure: { kind: 'conversion-without-room' } })
    expect(readdirSync(disk)).toEqual(['others'])
    // With room again, the same process makes both.
    rmSync(join(disk, 'others'))
    await pool.inspect({ path, format: 'psd', thumbnailPath: join(disk, 'thumbnail') })
    await pool.convert({ path, format: 'psd', settings, target: join(disk, 'sent') })
    expect(readdirSync(disk).toSorted()).toEqual(['sent', 'thumbnail'])
  } finally {
    await pool.stop()
    spawnSync('umount', [disk])
  }
})
