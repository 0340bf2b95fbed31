import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImagePool, type ImagePool } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { toDamage } from '../../../../electron/core/formats/decoding-process/open-picture.ts'
import { identifyFile } from '../../../../electron/core/formats/kinds/identify-file.ts'
import { describeError } from '../../../../shared/base/describe-error.ts'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { ImageFormat } from '../../../../shared/pictures/picture-formats.ts'
import type { ImageFacts } from '../../../../shared/pictures/pictures.ts'

const entry = fileURLToPath(new URL('../../../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
let folder = ''
let pool: ImagePool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-rare-'))
  pool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 1, limits: { taskMs: 30_000, rssBytes: 1_500_000_000 } })
})
afterAll(async () => {
  await pool.stop()
  await rm(folder, { recursive: true })
})

const inspect = async (bytes: Uint8Array, format: ImageFormat): Promise<ImageFacts> => {
  await writeFile(join(folder, 'picture'), bytes)
  return pool.inspect({ path: join(folder, 'picture'), format, thumbnailPath: join(folder, 'thumbnail') })
}

const [compression, sampleFormat] = [259, 339]
const grayTiff = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#8899aa' } })
    .toColourspace('grey16')
    .tiff({ compression: 'none' })
    .toBuffer()

/** A TIFF whose first directory says something else: one SHORT. */
const withTag = (tiff: Buffer, tag: number, value: number): Buffer => {
  const bytes = Buffer.from(tiff)
  const directory = bytes.readUInt32LE(4)
  const at = Array.from({ length: bytes.readUInt16LE(directory) }, (_, index) => directory + 2 + 12 * index)
  const place = at.find((one) => bytes.readUInt16LE(one) === tag)
  if (place === undefined) throw new Error(`there is no tag ${tag}`)
  bytes.writeUInt16LE(value, place + 8)
  return bytes
}

describe('a TIFF that is whole, but that libvips reads wrongly or not at all', () => {
  it('is refused by name where its numbers have a sign', async () => {
    const tiff = await grayTiff()
    expect(await inspect(tiff, 'tiff')).toMatchObject({ width: 40 })
    const signed = await inspect(withTag(tiff, sampleFormat, 2), 'tiff').catch((error: AppError) => describeError(error).message)
    expect(signed).toBe('It is a TIFF of a rare kind: with 32-bit or signed whole numbers.')
  })

  it('is refused by its header where it has old-style JPEG compression', async () => {
    const tiff = withTag(await grayTiff(), compression, 6)
    expect(identifyFile(tiff, tiff.length)).toMatchObject({
      kind: 'refused',
      error: { code: 'unsupported-format', failure: { is: 'old-jpeg' } },
    })
  })

  it.each([
    ['Input file has corrupt header: tiff2vips: samples_per_pixel not a whole number of bytes', 'samples'],
    ['tiff2vips: tiled separate planes not supported', 'tiled-planes'],
    ['tiff2vips: LZMA compression support is not configured tiff2vips: LZMA compression support is not configured', 'compression'],
  ])('is not called damaged: %s', (words, is) => {
    expect(toDamage(new Error(words))).toMatchObject({ code: 'unsupported-format', failure: { kind: 'tiff-of-rare-kind', is } })
  })
})

describe('a picture that is cut off', () => {
  const draw = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#8899aa' } })
  it.each([
    ['webp', () => draw().webp().toBuffer(), 0.6],
    ['webp', () => draw().webp().toBuffer(), 0.97],
    ['gif', () => draw().gif().toBuffer(), 0.03],
    ['gif', () => draw().gif().toBuffer(), 0.8],
    ['png', () => draw().png().toBuffer(), 0.4],
    ['png', () => draw().png().toBuffer(), 0.8],
  ] as const)('is said to be so, in our own words: %s', async (format, make, share) => {
    const bytes = await make()
    const cut = bytes.subarray(0, Math.max(34, Math.floor(bytes.length * share)))
    const failure = await inspect(cut, format).catch((error: AppError) => describeError(error))
    expect(failure).toEqual({
      message: 'The picture is damaged or cut off.',
      action: 'Copy, download or export the picture again, then add it.',
    })
  })
})

describe('a decoder’s words', () => {
  it('tell no path, and nothing of tags that it doesn’t know', () => {
    const seek = new Error('bad seek to 2813 /home/ada/Product pictures/3f.avif: bad seek to 2782 heif: Invalid input: no')
    expect(toDamage(seek).failure).toEqual({ kind: 'picture-damaged-or-cut-off' })
    const icc = new Error('VipsIcc: not a profile C:\\Users\\Ada K\\3f.tif: line 3 is short')
    expect(toDamage(icc).failure).toEqual({ kind: 'picture-undecodable', said: 'VipsIcc: not a profile line 3 is short' })
    const tag = 'tiff2vips: Defined set_get_field_type of custom tag 8 (Tag 8) is TIFF_SETGET_UNDEFINED and thus tag is not read from file'
    expect(toDamage(new Error(`${tag} tiff2vips: Bad code word`)).failure).toMatchObject({ said: 'tiff2vips: Bad code word' })
  })
})

describe('an AVIF whose first brand is another', () => {
  it.each(['avis', 'mif1'])('%s: is read by its main picture', async (brand) => {
    const avif = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#8899aa' } })
      .avif()
      .toBuffer()
    avif.write(brand, 8, 'latin1')
    expect(identifyFile(avif, avif.length)).toMatchObject({ format: 'avif', width: 40, height: 30 })
    expect(await inspect(avif, 'avif')).toMatchObject({ format: 'avif', width: 40, height: 30 })
    const converted = join(folder, 'converted')
    const settings = { quality: 90, personal: 'keep', longestEdge: null, largestBytes: null, background: null } as const
    expect(await pool.convert({ path: join(folder, 'picture'), format: 'avif', settings, target: converted })).toBe('jpeg')
    const [red = 0] = await sharp(converted).raw().toBuffer()
    expect(Math.abs(red - 0x88)).toBeLessThan(4)
  })
})
