import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createImagePool } from '../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { readRssOf } from '../../electron/core/formats/decoding-process/read-rss.ts'
import type { FilePart } from '../../electron/core/formats/kinds/identified.ts'
import { headBytes, identifyFile } from '../../electron/core/formats/kinds/identify-file.ts'
import { AppError } from '../../shared/base/errors.ts'
import { type ImageFormat, imageFormat } from '../../shared/pictures/picture-formats.ts'
import type { SendingSettings } from '../../shared/service/sending-shapes.ts'
import { createRandom } from '../fixtures/random.ts'
import { fuzzSamples } from './fuzz-samples.ts'

// Each decoder gets thousands of damaged files in the real image process: none may hang beyond its limit, take more memory than its cap, end
// anything outside of its process, or leave a file behind. Files for each format: PACKSHOT_FUZZ (2,000); the first seed: PACKSHOT_SEED.

const count = Number(process.env.PACKSHOT_FUZZ ?? 2000)
const seed = Number(process.env.PACKSHOT_SEED ?? Date.now() % 1_000_000)
const limits = { taskMs: 20_000, rssBytes: 1_500_000_000 }
const folder = mkdtempSync(join(tmpdir(), 'packshot-fuzz-'))
const entry = fileURLToPath(new URL('../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
const settings: SendingSettings = { quality: 90, personal: 'remove', longestEdge: 100, largestBytes: null, background: null }

afterAll(() => rmSync(folder, { recursive: true }))

/** Ticks of 10 ms that processes took which this one started and that have ended, on Linux (proc_pid_stat: `cutime`, `cstime`). */
const ticksOfEnded = (): number => {
  if (process.platform !== 'linux') return Number.NaN
  // A name with spaces is in brackets before these.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[13]) + Number(fields[14])
}

/** The real image processes, of one format's files. */
const openPool = () => {
  let mostRss = 0
  const before = ticksOfEnded()
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
  const stop = async (): Promise<{ readonly seconds: number; readonly megabytes: number }> => {
    await pool.stop()
    return { seconds: (ticksOfEnded() - before) / 100, megabytes: Math.round(mostRss / 1_000_000) }
  }
  return { pool, stop }
}

const formatOf = (bytes: Buffer): ImageFormat | undefined => {
  let part: FilePart | undefined
  let head = headBytes
  for (let step = 0; step < 8; step++) {
    const found = identifyFile(bytes.subarray(0, head), bytes.length, part)
    if (found.kind === 'image') return found.format
    if (found.kind === 'refused') return undefined
    if (found.kind === 'need-more') head = found.bytes
    else part = { at: found.at, bytes: bytes.subarray(found.at, found.at + found.bytes) }
  }
  throw new Error('The header is never known')
}

/** One to three changes: of single bytes, to extreme numbers, cut off, a part twice, a part missing, a part of zeros. */
const damage = (original: Buffer, random: () => number): Buffer => {
  const upTo = (most: number): number => Math.floor(random() * most)
  let bytes: Buffer = Buffer.from(original)
  // Headers decide most.
  const place = (): number => (random() < 0.5 ? upTo(Math.min(600, bytes.length)) : upTo(bytes.length))
  const fill = (value: number, at: number, length: number): void => void bytes.fill(value, at, Math.min(at + length, bytes.length))
  const ways = [
    () => {
      for (let left = 1 + upTo(16); left > 0; left--) bytes[place()] = upTo(256)
    },
    () => {
      const [at, value] = [place(), [0, 1, 0x7f, 0x80, 0xff][upTo(5)] ?? 0]
      fill(value, at, [1, 2, 4, 8][upTo(4)] ?? 1)
    },
    () => {
      bytes = bytes.subarray(0, 1 + upTo(bytes.length - 1))
    },
    () => {
      const [at, length] = [place(), 1 + upTo(200)]
      bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)])
    },
    () => {
      const at = place()
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + upTo(200))])
    },
    () => {
      fill(0, place(), upTo(400))
    },
  ]
  for (let left = 1 + upTo(3); left > 0 && bytes.length > 1; left--) ways[upTo(ways.length)]?.()
  return bytes
}

/** A PNG whose checksums are right again: with a wrong one nothing behind it is decoded. */
const withChecksums = (png: Buffer): Buffer => {
  const bytes = Buffer.from(png)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) break
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end)
    at = end + 4
  }
  return bytes
}

const expected = ['damaged-image', 'too-many-pixels', 'file-too-large', 'unsupported-format']
/** One that a damaged file may cause in its own process. */
const contained = ['decoding-over-time', 'decoding-over-memory', 'image-process-ended']

test.for(imageFormat.options)('%s: damaged files end nothing but themselves', async (format) => {
  const own: Buffer[] = []
  for (const make of Object.values(fuzzSamples)) {
    const bytes = await make()
    if (formatOf(bytes) === format) own.push(bytes)
  }
  expect(own.length).toBeGreaterThan(0)
  const random = createRandom(seed)
  const { pool, stop } = openPool()
  const outcomes = new Map<string, number>()
  let slowest = 0
  const note = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  const attempt = async (work: () => Promise<unknown>, said: string): Promise<boolean> => {
    const begin = performance.now()
    try {
      await work()
      note(said)
      return true
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const kind = error.failure.kind
      if (!expected.includes(error.code)) expect(contained, `${error.code} ${kind}`).toContain(kind)
      note(contained.includes(kind) ? kind : error.code)
      return false
    } finally {
      slowest = Math.max(slowest, performance.now() - begin)
    }
  }
  const runOne = async (number: number, bytes: Buffer): Promise<void> => {
    // What its header says decides; a file that says it is of another kind is that decoder's.
    if (formatOf(bytes) !== format) return note('refused by its header')
    const path = join(folder, `${number}`)
    writeFileSync(path, bytes)
    const isGood = await attempt(() => pool.inspect({ path, format, thumbnailPath: `${path}.thumb` }), 'decoded')
    if (isGood) await attempt(() => pool.convert({ path, format, settings, target: `${path}.sent` }), 'converted')
    for (const left of ['', '.thumb', '.sent']) rmSync(`${path}${left}`, { force: true })
  }
  const files = Array.from({ length: count }, (_, index) => {
    const damaged = damage(own[index % own.length] as Buffer, random)
    return format === 'png' && random() < 0.8 ? withChecksums(damaged) : damaged
  })
  let next = 0
  const work = async (): Promise<void> => {
    while (next < files.length) {
      const number = next++
      await runOne(number, files[number] as Buffer)
    }
  }
  await Promise.all([work(), work()])
  const { seconds, megabytes } = await stop()
  const said = [...outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(', ')
  console.log(
    `${format}, seed ${seed}, ${count} files: ${said}; the slowest ${Math.round(slowest)} ms, ${seconds} s of processors, at most ${megabytes} MB`,
  )
  // Two attempts at the most, and the time that a worker takes to start.
  expect(slowest).toBeLessThan(2 * limits.taskMs + 10_000)
  expect(readdirSync(folder)).toEqual([])
})
