import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { FilePart } from '../../electron/core/formats/identified.ts'
import { headBytes, identifyFile } from '../../electron/core/formats/identify-file.ts'
import { forkImageWorker } from '../../electron/core/image-process/fork-image-worker.ts'
import { createImagePool, type ImagePool } from '../../electron/core/image-process/image-pool.ts'
import { readRssOf } from '../../electron/core/image-process/read-rss.ts'
import { AppError } from '../../shared/errors.ts'
import { type ImageFormat, imageFormat } from '../../shared/images.ts'
import type { SendingSettings } from '../../shared/sending-shapes.ts'
import { formatFiles } from '../fixtures/format-files.ts'
import { otherFormats } from '../fixtures/other-formats.ts'
import { createRandom } from '../fixtures/random.ts'

// Each decoder gets thousands of damaged files in the real image process: none may hang beyond its limit, take more memory than its cap, end
// anything outside of its process, or leave a file behind. Files for each format: PACKSHOT_FUZZ (2,000); the first seed: PACKSHOT_SEED.

const count = Number(process.env.PACKSHOT_FUZZ ?? 2000)
const seed = Number(process.env.PACKSHOT_SEED ?? Date.now() % 1_000_000)
const limits = { taskMs: 20_000, rssBytes: 1_500_000_000 }
const folder = mkdtempSync(join(tmpdir(), 'packshot-fuzz-'))
const entry = fileURLToPath(new URL('../../electron/core/image-process/image-process.ts', import.meta.url))
const settings: SendingSettings = { quality: 90, personal: 'remove', longestEdge: 100, largestBytes: null, background: null }

let mostRss = 0
const pool: ImagePool = createImagePool({
  spawn: () => forkImageWorker(entry),
  workers: 2,
  limits,
  readRss: async (pid) => {
    const rss = await readRssOf(pid)
    mostRss = Math.max(mostRss, rss ?? 0)
    return rss
  },
})
afterAll(async () => {
  await pool.stop()
  rmSync(folder, { recursive: true })
})

const drawn = sharp({ create: { width: 120, height: 80, channels: 3, background: '#c04020' } })
const samples: Readonly<Record<string, () => Promise<Buffer>>> = {
  ...otherFormats,
  ...Object.fromEntries(formatFiles.map(({ name, make }) => [name, async () => make()])),
  'plain.png': () => drawn.clone().png().toBuffer(),
  'placed.jpg': () =>
    drawn
      .clone()
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLongitude: '13/1 24/1 0/1' } })
      .jpeg()
      .toBuffer(),
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

const expected = ['damaged-image', 'too-many-pixels', 'file-too-large', 'unsupported-format']
/** One that a damaged file may cause in its own process. */
const contained = ['decoding-over-time', 'decoding-over-memory', 'image-process-ended']

test.for(imageFormat.options)('%s: damaged files end nothing but themselves', async (format) => {
  const own: Buffer[] = []
  for (const make of Object.values(samples)) {
    const bytes = await make()
    if (formatOf(bytes) === format) own.push(bytes)
  }
  expect(own.length).toBeGreaterThan(0)
  const random = createRandom(seed)
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
  const files = Array.from({ length: count }, (_, index) => damage(own[index % own.length] as Buffer, random))
  let next = 0
  const work = async (): Promise<void> => {
    while (next < files.length) {
      const number = next++
      await runOne(number, files[number] as Buffer)
    }
  }
  await Promise.all([work(), work()])
  const said = [...outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(', ')
  console.log(
    `${format}, seed ${seed}, ${count} files: ${said}; the slowest ${Math.round(slowest)} ms, at most ${Math.round(mostRss / 1_000_000)} MB`,
  )
  // Two attempts at the most, and the time that a worker takes to start.
  expect(slowest).toBeLessThan(2 * limits.taskMs + 10_000)
  expect(readdirSync(folder)).toEqual([])
})
