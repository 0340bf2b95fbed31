import { createHash } from 'node:crypto'
import { chmod, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImagePool, type ImagePool } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { headBytes, identifyFile } from '../../../../electron/core/formats/kinds/identify-file.ts'
import type { ImageFormat } from '../../../../shared/pictures/picture-formats.ts'
import type { ImageFacts } from '../../../../shared/pictures/pictures.ts'
import { plainHeic } from '../../../fixtures/heif-files.ts'
import { hostileNames, writeHostileFiles } from '../../../fixtures/hostile-files.ts'
import { writeTestPictures } from '../../../fixtures/test-pictures.ts'

const entry = fileURLToPath(new URL('../../../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
let folder = ''
let thumbnails = ''
let pool: ImagePool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-inspect-'))
  thumbnails = await mkdtemp(join(tmpdir(), 'packshot-thumbnails-'))
  pool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 2, limits: { taskMs: 30_000, rssBytes: 1_500_000_000 } })
})
afterAll(async () => {
  await pool.stop()
  await rm(folder, { recursive: true })
  await rm(thumbnails, { recursive: true })
})

/** Reads as much of a file's head as is needed, like intake. */
const identify = async (path: string): Promise<ImageFormat> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    for (let wanted = headBytes; ; ) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(wanted, size)), 0, Math.min(wanted, size), 0)
      const found = identifyFile(buffer.subarray(0, bytesRead), size)
      if (found.kind === 'image') return found.format
      if (found.kind === 'refused') throw found.error
      wanted = found.bytes
    }
  } finally {
    await file.close()
  }
}
const take = async (path: string, name = 'thumbnail'): Promise<ImageFacts> =>
  pool.inspect({ path, format: await identify(path), thumbnailPath: join(thumbnails, name) })

const noise = (width: number, height: number, channels: 3 | 4 = 3) => {
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const tile = { width: Math.min(64, width), height: Math.min(64, height), channels: 3 as const, background: 'red', noise: grain }
  const background = { r: 120, g: 140, b: 90, alpha: 0.5 }
  return sharp({ create: { width, height, channels, background } }).composite([{ input: { create: tile }, tile: true }])
}
const write = async (name: string, picture: Sharp): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, await picture.toBuffer())
  return path
}

describe('inspecting pictures', () => {
  test('names the colors of a picture that may be sent as it is', async () => {
    const plain = await write('srgb.jpg', noise(64, 48).jpeg())
    expect((await take(plain)).reading).toBeUndefined()
    const tagged = await write('tagged.png', noise(64, 48).withIccProfile('srgb').png())
    expect((await take(tagged)).reading).toBeUndefined()
    const wide = await write('p3.jpg', noise(64, 48).withIccProfile('p3').jpeg())
    expect((await take(wide)).reading).toEqual({ profile: expect.stringMatching(/p3/i) })
    const print = await write('cmyk.jpg', noise(64, 48).toColourspace('cmyk').jpeg())
    expect((await take(print)).reading).toMatchObject({ colors: 'cmyk' })
  })

  test('returns size and format, and writes a thumbnail within 512 pixels', async () => {
    const path = await write('plain.jpg', noise(1200, 800).jpeg())
    const before = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    expect(await take(path)).toEqual({ format: 'jpeg', width: 1200, height: 800, orientation: 1, hasAlpha: false, hasGps: false })
    expect(await sharp(join(thumbnails, 'thumbnail')).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 341 })
    expect(
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ).toBe(before)
  })

  test('rotates a picture as its EXIF orientation says', async () => {
    const red = { create: { width: 300, height: 400, channels: 3 as const, background: 'red' } }
    const picture = noise(1200, 800)
      .composite([{ input: red, left: 0, top: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6 })
    expect(await take(await write('turned.jpg', picture))).toMatchObject({ width: 800, height: 1200, orientation: 6 })
    // Stored upper left, so displayed upper right.
    const { data, info } = await sharp(join(thumbnails, 'thumbnail')).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([341, 512])
    const at = (20 * info.width + info.width - 20) * 3
    expect([...data.subarray(at, at + 3)].map((value) => Math.round(value / 128))).toEqual([2, 0, 0])
  })

  test('keeps transparency in the thumbnail', async () => {
    expect(await take(await write('clear.png', noise(900, 900, 4).png()))).toMatchObject({ format: 'png', hasAlpha: true })
    expect(await sharp(join(thumbnails, 'thumbnail')).metadata()).toMatchObject({ format: 'png', channels: 4 })
  })

  test('finds a GPS position in EXIF of JPEG and PNG, and in XMP', async () => {
    const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' } }
    expect(await take(await write('gps.jpg', noise(300, 200).jpeg().withExif(exif)))).toMatchObject({ hasGps: true })
    expect(await take(await write('gps.png', noise(300, 200).png().withExif(exif)))).toMatchObject({ hasGps: true })
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a exif:GPSLatitude="51,30.0N"/></x:xmpmeta>'
    expect(await take(await write('xmp.jpg', noise(300, 200).jpeg().withXmp(xmp)))).toMatchObject({ hasGps: true })
    expect(
      await take(
        await write(
          'none.jpg',
          noise(300, 200)
            .jpeg()
            .withExif({ IFD0: { Make: 'x' } }),
        ),
      ),
    ).toMatchObject({ hasGps: false })
  })

  test('enlarges nothing, and accepts pictures of one pixel', async () => {
    expect(await take(await write('one.png', noise(1, 1).png()))).toMatchObject({ width: 1, height: 1 })
    expect(await sharp(join(thumbnails, 'thumbnail')).metadata()).toMatchObject({ width: 1, height: 1 })
  })

  test.each([
    ['grey.jpg', () => noise(400, 300).greyscale().jpeg()],
    ['cmyk.jpg', () => noise(400, 300).toColourspace('cmyk').jpeg()],
    ['progressive.jpg', () => noise(400, 300).jpeg({ progressive: true })],
    ['palette.png', () => noise(400, 300).png({ palette: true })],
    ['deep.png', () => noise(400, 300).toColourspace('rgb16').png()],
    ['interlaced.png', () => noise(400, 300).png({ progressive: true })],
  ])('accepts every usual kind: %s', async (name, make) => {
    expect(await take(await write(name, make()))).toMatchObject({ width: 400, height: 300 })
    expect((await sharp(join(thumbnails, 'thumbnail')).metadata()).space).toMatch(/srgb|b-w/)
  })

  test('accepts harmless oddities in a JPEG: bytes after its end, stray bytes between segments', async () => {
    const jpeg = await noise(400, 300).jpeg().toBuffer()
    await writeFile(join(folder, 'tail.jpg'), Buffer.concat([jpeg, Buffer.alloc(4000, 7)]))
    expect(await take(join(folder, 'tail.jpg'))).toMatchObject({ width: 400 })
    const stray = Buffer.concat([jpeg.subarray(0, -2), Buffer.from([1, 2, 3]), jpeg.subarray(-2)])
    await writeFile(join(folder, 'stray.jpg'), stray)
    expect(await take(join(folder, 'stray.jpg'))).toMatchObject({ width: 400 })
  })

  test('accepts names with spaces, umlauts and emoji', async () => {
    const paths = await writeTestPictures(join(folder, 'odd'), 12, { formats: 'both', names: 'odd', bytes: 20_000 })
    const facts = await Promise.all(paths.map((path, index) => take(path, `odd ${index}`)))
    expect(facts.map(({ width }) => width)).toEqual(new Array(12).fill(240))
  })
})

describe('refusing pictures', () => {
  test.each(hostileNames)('%s', async (name) => {
    const [file] = await writeHostileFiles(folder, [name])
    const result = await take(file?.path ?? '', 'refused').then(
      () => 'taken',
      ({ code, message, action }) => {
        expect(message).toMatch(/^(The|It|Part) .*\.$/s)
        expect(message + action).not.toContain(folder)
        return code
      },
    )
    expect(result).toBe(file?.expected)
    expect((await readdir(thumbnails)).filter((left) => left.endsWith('.part'))).toEqual([])
    if (result !== 'taken') expect(await readdir(thumbnails)).not.toContain('refused')
    await rm(join(thumbnails, 'refused'), { force: true })
  })

  test('decodes nothing but the format that the caller names', async () => {
    for (const [name, bytes] of [
      ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
      ['a.webp', await noise(40, 40).webp().toBuffer()],
      ['a.tiff', await noise(40, 40).tiff().toBuffer()],
      ['a.gif', await noise(40, 40).gif().toBuffer()],
      ['a.avif', await noise(40, 40).avif().toBuffer()],
      ['a.heic', plainHeic()],
    ] as const) {
      await writeFile(join(folder, name), bytes)
      const inspected = pool.inspect({ path: join(folder, name), format: 'png', thumbnailPath: join(thumbnails, 'never') })
      await expect(inspected).rejects.toMatchObject({ code: 'damaged-image' })
    }
    // The TIFF reader is for what a decoder of our own read, and for no file.
    for (const name of ['a.tiff', 'a.avif']) {
      const inspected = pool.inspect({ path: join(folder, name), format: 'heic', thumbnailPath: join(thumbnails, 'never') })
      await expect(inspected).rejects.toMatchObject({ code: 'damaged-image' })
    }
  })

  test('reports a file that is missing or unreadable, and a thumbnail that cannot be written', async () => {
    const path = await write('there.png', noise(20, 20).png())
    const gone = pool.inspect({ path: join(folder, 'gone.png'), format: 'png', thumbnailPath: join(thumbnails, 'x') })
    await expect(gone).rejects.toMatchObject({ code: 'file-missing' })
    const nowhere = pool.inspect({ path, format: 'png', thumbnailPath: join(folder, 'no such folder', 'x') })
    await expect(nowhere).rejects.toMatchObject({ code: 'image-process-failed' })
    if (process.getuid?.() === 0) return
    await chmod(path, 0)
    const locked = pool.inspect({ path, format: 'png', thumbnailPath: join(thumbnails, 'x') })
    await expect(locked).rejects.toMatchObject({ code: 'file-unreadable' })
  })

  test('stops decoding a picture that needs more memory than a worker may use', async () => {
    const [large] = await writeHostileFiles(folder, ['interlaced, 49 megapixels.png'])
    const small = createImagePool({
      spawn: () => forkImageWorker(entry),
      workers: 1,
      limits: { taskMs: 30_000, rssBytes: 160 * 1024 * 1024 },
    })
    const inspected = small.inspect({ path: large?.path ?? '', format: 'png', thumbnailPath: join(thumbnails, 'never') })
    await expect(inspected).rejects.toMatchObject({ code: 'image-process-failed', message: expect.stringContaining('160 MB of memory') })
    await small.stop()
    await expect(take(large?.path ?? '')).resolves.toMatchObject({ width: 7000 })
  })
})
