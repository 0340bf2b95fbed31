import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImagePool, type ImagePool } from '../../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import type { ImageFormat } from '../../../../../shared/pictures/picture-formats.ts'
import type { ImageFacts } from '../../../../../shared/pictures/pictures.ts'
import { sendingFor } from '../../../../../shared/service/sending.ts'
import * as heif from '../../../../fixtures/heif-files.ts'
import { createRandom } from '../../../../fixtures/random.ts'
import { seed } from '../../../../support/seed.ts'

const entry = fileURLToPath(new URL('../../../../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
let folder = ''
let pool: ImagePool
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-heic-'))
  pool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 1, limits: { taskMs: 60_000, rssBytes: 1_500_000_000 } })
})
afterAll(async () => {
  await pool.stop()
  await rm(folder, { recursive: true })
})

let count = 0
const write = async (bytes: Uint8Array): Promise<string> => {
  count += 1
  const path = join(folder, `${count}.heic`)
  await writeFile(path, bytes)
  return path
}
const inspect = async (bytes: Uint8Array, format: ImageFormat = 'heic'): Promise<ImageFacts> => {
  const path = await write(bytes)
  return pool.inspect({ path, format, thumbnailPath: `${path}.thumbnail` })
}
const convert = async (bytes: Uint8Array, format: ImageFormat = 'heic'): Promise<Buffer> => {
  const path = await write(bytes)
  await pool.convert({ path, format, settings: sendingFor(null, null), target: `${path}.sent` })
  return sharp(`${path}.sent`).toBuffer()
}

/** The color at a corner: 1 is near the upper left, then clockwise. */
const cornersOf = async (picture: Buffer): Promise<string[]> => {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): string => {
    const [red = 0, , blue = 0] = data.subarray((y * info.width + x) * 3)
    return blue > red ? 'blue' : 'red'
  }
  const [right, bottom] = [info.width - 6, info.height - 6]
  return [at(5, 5), at(right, 5), at(right, bottom), at(5, bottom)]
}
const sizeOf = async (picture: Buffer): Promise<string> => {
  const { width, height } = await sharp(picture).metadata()
  return `${width} × ${height}`
}

const { plain, pictureItem, turn, mirror, crop, gridItem, writeHeif } = heif
const one = (...properties: readonly Buffer[]): Buffer => writeHeif({ items: [pictureItem(plain(), ...properties)] })
/** The same drawing, four times as wide and high. */
const large = (...properties: readonly Buffer[]): Buffer => writeHeif({ items: [pictureItem(heif.large(), ...properties)] })
/** Four columns and three rows are beyond its size. */
const ofMore = (...properties: readonly Buffer[]): Buffer =>
  writeHeif({ items: [pictureItem({ ...plain(), size: [116, 77] }, ...properties)] })
const tiles = [heif.corner(), heif.allRed(), heif.allRed(), heif.allRed()].map((coded) => pictureItem(coded))
const grid = (...properties: readonly Buffer[]): Buffer =>
  writeHeif({ brand: 'mif1', items: [...tiles, gridItem(2, 2, [120, 80], [1, 2, 3, 4], ...properties)], primary: 5 })

describe('a HEIC is shown as its properties say', () => {
  it.each([
    ['as it is', one(), '120 × 80', 1],
    ['turned once', one(turn(1)), '80 × 120', 4],
    ['turned twice', one(turn(2)), '120 × 80', 3],
    ['turned three times', one(turn(3)), '80 × 120', 2],
    ['mirrored, top and bottom', one(mirror(0)), '120 × 80', 4],
    ['mirrored, left and right', one(mirror(1)), '120 × 80', 2],
    ['turned, then mirrored', one(turn(3), mirror(1)), '80 × 120', 1],
    ['cropped', one(crop(100, 60)), '100 × 60', 1],
    ['cropped, then turned', one(crop(100, 60), turn(3)), '60 × 100', 2],
    ['cropped by much', large(crop(360, 240)), '360 × 240', 1],
    ['cropped by much, then turned', large(crop(360, 240), turn(3)), '240 × 360', 2],
    ['cropped by much, then turned and mirrored', large(crop(360, 240), turn(1), mirror(0)), '240 × 360', 1],
    ['turned, then cropped by much', large(turn(2), crop(360, 240)), '360 × 240', 3],
    ['of more rows than it says', ofMore(), '116 × 77', 1],
    ['of tiles', grid(), '120 × 80', 1],
    ['of tiles, turned', grid(turn(3)), '80 × 120', 2],
    ['described at its end', writeHeif({ items: [pictureItem(plain())], isMetaLast: true }), '120 × 80', 1],
  ])('%s', async (_, bytes, size, blue) => {
    const [facts, sent] = [await inspect(bytes), await convert(bytes)]
    expect(`${facts.width} × ${facts.height}`).toBe(size)
    expect(facts).toMatchObject({ format: 'heic', orientation: 1, hasAlpha: false, hasGps: false })
    expect(await sizeOf(sent)).toBe(size)
    expect(await cornersOf(sent)).toEqual([1, 2, 3, 4].map((corner) => (corner === blue ? 'blue' : 'red')))
  })

  it('and an AVIF, too', async () => {
    const source = await sharp(await convert(heif.plainHeic()))
      .avif({ quality: 95 })
      .toBuffer()
    for (const [properties, size, blue] of [
      [[turn(1)], '80 × 120', 4],
      [[turn(3)], '80 × 120', 2],
      [[mirror(1)], '120 × 80', 2],
      [[turn(3), mirror(1)], '80 × 120', 1],
    ] as const) {
      const bytes = writeHeif({ brand: 'avif', brands: ['mif1', 'avif'], items: [pictureItem(heif.readCoded(source), ...properties)] })
      const [facts, sent] = [await inspect(bytes, 'avif'), await convert(bytes, 'avif')]
      expect([`${facts.width} × ${facts.height}`, await sizeOf(sent)]).toEqual([size, size])
      expect(await cornersOf(sent)).toEqual([1, 2, 3, 4].map((corner) => (corner === blue ? 'blue' : 'red')))
    }
  })
})

describe('what is read of a HEIC', () => {
  it('the main one of several pictures, and how many there are', async () => {
    const items = [pictureItem(heif.allRed()), pictureItem(plain()), pictureItem(heif.allRed())]
    const bytes = writeHeif({ items, primary: 2 })
    expect(await inspect(bytes)).toMatchObject({ width: 120, height: 80, reading: { pages: 3 } })
    expect(await cornersOf(await convert(bytes))).toEqual(['blue', 'red', 'red', 'red'])
  })

  it('the first frame of a sequence, and how many there are', async () => {
    const bytes = heif.writeSequence([plain(), plain()])
    expect(await inspect(bytes)).toMatchObject({ width: 120, height: 80, reading: { pages: 2 } })
    expect(await cornersOf(await convert(bytes))).toEqual(['blue', 'red', 'red', 'red'])
  })

  it('bits beyond eight, transparency, and a position', async () => {
    expect(await inspect(heif.wideHeic())).toMatchObject({ hasAlpha: false, reading: { bits: 10 } })
    const glass = await inspect(heif.glassHeic())
    expect(glass).toMatchObject({ hasAlpha: true })
    expect(glass).not.toHaveProperty('reading')
    const gps = { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '13/1 24/1 0/1', GPSLongitudeRef: 'E' }
    const tagged = await sharp(await convert(one()))
      .withExif({ IFD3: gps })
      .jpeg()
      .toBuffer()
    const { exif } = await sharp(tagged).metadata()
    const items = [pictureItem(plain()), heif.exifItem(exif?.subarray(6) ?? Buffer.alloc(0), 1)]
    expect(await inspect(writeHeif({ items }))).toMatchObject({ hasGps: true })
  })

  it('colors that nclx says, in sRGB', async () => {
    const [asSrgb, asP3] = [await convert(one()), await convert(one(heif.nclx(12, 13, 6)))]
    const redOf = async (picture: Buffer): Promise<number[]> => [
      ...(await sharp(picture).extract({ left: 110, top: 10, width: 1, height: 1 }).raw().toBuffer()),
    ]
    const [plainRed, wideRed] = [await redOf(asSrgb), await redOf(asP3)]
    // The same numbers are a stronger red in Display P3.
    expect(wideRed[0]).toBeGreaterThan((plainRed[0] ?? 0) + 8)
    expect(wideRed[1]).toBeLessThan((plainRed[1] ?? 0) - 8)
  })
})

describe('a HEIC is refused', () => {
  const broken = { ...pictureItem(heif.allRed()), data: heif.allRed().data.subarray(0, 20) }
  const three = tiles.slice(0, 3)
  it.each([
    ['cut off', heif.plainHeic().subarray(0, -60), 'picture-cut-off'],
    [
      'with a broken tile',
      writeHeif({ items: [...three, broken, gridItem(2, 2, [120, 80], [1, 2, 3, 4])], primary: 5 }),
      'picture-part-missing',
    ],
    [
      'with a tile that is not there',
      writeHeif({ items: [...three, gridItem(2, 2, [120, 80], [1, 2, 3, 9])], primary: 4 }),
      'picture-undecodable',
    ],
    ['with too few tiles', writeHeif({ items: [...three, gridItem(2, 2, [120, 80], [1, 2, 3])], primary: 4 }), 'picture-undecodable'],
    ['made of itself', writeHeif({ items: [...three, gridItem(2, 2, [120, 80], [1, 2, 3, 4])], primary: 4 }), 'picture-undecodable'],
    ['larger than its header says', writeHeif({ items: [pictureItem({ ...plain(), size: [8, 8] })] }), 'picture-undecodable'],
    ['of more rows than it says, and cropped', ofMore(crop(100, 60)), 'picture-undecodable'],
    ['of more rows than it says, and turned', ofMore(turn(3)), 'picture-undecodable'],
    ['of more rows than it says, and mirrored', ofMore(mirror(1)), 'picture-undecodable'],
    ['of fewer rows than it says', writeHeif({ items: [pictureItem({ ...plain(), size: [120, 82] })] }), 'picture-undecodable'],
    [
      'with a size in its header that is too large',
      writeHeif({ items: [pictureItem({ ...plain(), size: [9000, 9000] })] }),
      'picture-over-pixel-limit',
    ],
  ])('%s', async (_, bytes, kind) => {
    const failed = await inspect(bytes).then(
      () => undefined,
      (error) => error.failure.kind,
    )
    expect(failed).toBe(kind)
    // The next one is read.
    expect(await inspect(one())).toMatchObject({ width: 120 })
  })

  it('where it would take more memory than it may', async () => {
    const small = createImagePool({ spawn: () => forkImageWorker(entry), workers: 1, limits: { taskMs: 60_000, rssBytes: 40_000_000 } })
    const path = await write(one())
    const inspected = small.inspect({ path, format: 'heic', thumbnailPath: `${path}.never` })
    await expect(inspected).rejects.toMatchObject({ code: 'image-process-failed', failure: { kind: 'decoding-over-memory' } })
    await small.stop()
  })
})

/** Some bytes of a file changed, moved or left out. */
const mutate = (bytes: Buffer, random: () => number): Buffer => {
  const out = Buffer.from(bytes)
  const place = (): number => Math.floor(random() * out.length)
  for (let change = 0; change < 1 + random() * 8; change += 1) {
    const kind = random()
    if (kind < 0.5) out[place()] = Math.floor(random() * 256)
    else if (kind < 0.8)
      out.writeUInt32BE(random() < 0.5 ? 0xffff_ffff : Math.floor(random() * 1_000_000), Math.min(place(), out.length - 4))
    else out.copyWithin(place(), place(), place())
  }
  return random() < 0.1 ? out.subarray(0, place()) : out
}

it('broken files of any kind are taken or refused, and never end the process', async () => {
  const random = createRandom(seed)
  const sources = [one(turn(1)), grid(), heif.glassHeic(), heif.wideHeic(), heif.writeSequence([plain(), plain()])]
  for (let round = 0; round < 100; round += 1) {
    const bytes = mutate(sources[round % sources.length] ?? one(), random)
    const outcome = await inspect(bytes).then(
      () => 'taken',
      ({ code, failure }) => `${code} ${failure.kind}`,
    )
    expect(outcome).toMatch(/^(taken|damaged-image |too-many-pixels )/)
  }
}, 120_000)
