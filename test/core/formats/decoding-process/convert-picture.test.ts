import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toCheckFacts } from '../../../../electron/core/checks/picture-facts.ts'
import { convertImage } from '../../../../electron/core/formats/decoding-process/convert-picture.ts'
import { inspectImage } from '../../../../electron/core/formats/decoding-process/inspect-picture.ts'
import type { PictureFixes } from '../../../../shared/checks/picture-fixes-shapes.ts'
import type { ImageFormat } from '../../../../shared/pictures/picture-formats.ts'
import type { SendingSettings } from '../../../../shared/service/sending-shapes.ts'
import { otherFormats, red } from '../../../fixtures/other-formats.ts'

// Only what the settings change; the formats themselves go through the real image process (test/core/pictures/library/sent-files.test.ts).

const asUsual: SendingSettings = { quality: 90, personal: 'keep', longestEdge: null, largestBytes: null, background: null }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-convert-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
const convert = async (bytes: Buffer, format: ImageFormat, settings: Partial<SendingSettings>) => {
  const path = join(folder, `${count++}`)
  await writeFile(path, bytes)
  const made = await convertImage({ kind: 'convert', path, format, settings: { ...asUsual, ...settings }, temporaryPath: `${path}.part` })
  return { format: made, bytes: await readFile(`${path}.part`) }
}
const inspect = async (bytes: Buffer, format: ImageFormat) => {
  const path = join(folder, `${count++}`)
  await writeFile(path, bytes)
  return inspectImage({ kind: 'inspect', path, format, thumbnailPath: `${path}.thumb`, temporaryPath: `${path}.part` })
}
const sizeOf = async (bytes: Buffer): Promise<number[]> => {
  const { width, height } = await sharp(bytes).metadata()
  return [width, height]
}
const firstPixel = async (bytes: Buffer): Promise<number[]> => [...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]

/** Something that no compression makes small. */
const noise = (width: number, height: number): Sharp => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0, state = 1; at < pixels.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    pixels[at] = state >>> 24
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
const placed = {
  IFD0: { Copyright: 'The shop' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
}

describe('what a workspace’s settings make of a picture', () => {
  it('is a PNG where a row has more pixels than a JPEG can have', async () => {
    const long = await sharp({ create: { width: 65_530, height: 2, channels: 3, background: '#c04020' } })
      .gif()
      .toBuffer()
    expect((await convert(long, 'gif', {})).format).toBe('png')
    expect((await convert(long, 'gif', { longestEdge: 2000 })).format).toBe('jpeg')
  })

  it('takes the place out of a JPEG or PNG without touching a pixel, and says at the check that there is one', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const bytes = await noise(40, 30).withExif(placed)[format]().toBuffer()
      expect(await inspect(bytes, format)).toMatchObject({ hasGps: true, reading: { personal: ['location'] } })
      const sent = await convert(bytes, format, { personal: 'remove' })
      expect(sent.format).toBe(format)
      expect(await sharp(sent.bytes).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer())
      expect((await sharp(sent.bytes).metadata()).exif?.includes('The shop')).toBe(true)
      const after = await inspect(sent.bytes, format)
      expect([after.hasGps, after.reading]).toEqual([false, undefined])
    }
  })

  it('takes the place out of a converted picture, too', async () => {
    const bytes = await noise(40, 30).withExif(placed).webp({ lossless: true }).toBuffer()
    expect(await inspect(bytes, 'webp')).toMatchObject({ hasGps: true, reading: { personal: ['location'] } })
    const [kept, removed] = [await convert(bytes, 'webp', {}), await convert(bytes, 'webp', { personal: 'remove' })]
    expect([(await inspect(kept.bytes, 'jpeg')).hasGps, (await inspect(removed.bytes, 'jpeg')).hasGps]).toEqual([true, false])
    expect((await sharp(removed.bytes).metadata()).exif?.includes('The shop')).toBe(true)
  })

  it('says at the check of a picture that is converted what it loses: its files with and without that differ', async () => {
    const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:p="http://ns.adobe.com/photoshop/1.0/" p:City="Berlin"/></rdf:RDF></x:xmpmeta>`
    const [plain, owned] = [
      noise(40, 30).webp(),
      noise(40, 30)
        .withExif({ IFD2: { BodySerialNumber: 'SERIAL-1' } })
        .withXmp(packet)
        .webp(),
    ]
    expect((await inspect(await plain.toBuffer(), 'webp')).reading).toBeUndefined()
    const bytes = await owned.toBuffer()
    expect(await inspect(bytes, 'webp')).toMatchObject({ hasGps: true, reading: { personal: ['device', 'location'] } })
    const { bytes: sent } = await convert(bytes, 'webp', { personal: 'remove' })
    expect([sent.includes('SERIAL-1'), sent.includes('Berlin')]).toEqual([false, false])
  })

  it('scales down to the longest edge, upright, and never up', async () => {
    const turned = await noise(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const sent = await convert(turned, 'jpeg', { longestEdge: 100 })
    expect(await sizeOf(sent.bytes)).toEqual([50, 100])
    expect((await sharp(sent.bytes).metadata()).orientation ?? 1).toBe(1)
    const tiff = await noise(80, 60).tiff().toBuffer()
    expect(await sizeOf((await convert(tiff, 'tiff', { longestEdge: 100 })).bytes)).toEqual([80, 60])
  })

  it('scales a picture with a saved selection down in its own colors', async () => {
    const bytes = (await otherFormats['saved selection.tif']?.()) ?? Buffer.alloc(0)
    const sent = await convert(bytes, 'tiff', { longestEdge: 60 })
    expect([sent.format, await sizeOf(sent.bytes)]).toEqual(['jpeg', [60, 40]])
    const { data } = await sharp(sent.bytes).extract({ left: 50, top: 30, width: 1, height: 1 }).raw().toBuffer({ resolveWithObject: true })
    for (const [at, value] of red.entries()) expect(Math.abs((data[at] ?? 0) - value)).toBeLessThan(6)
  })

  it('lowers the quality until the file fits, and no further', async () => {
    const bytes = await noise(300, 200).jpeg({ quality: 95 }).toBuffer()
    const largestBytes = Math.round(bytes.length * 0.6)
    const sent = await convert(bytes, 'jpeg', { largestBytes })
    expect(sent.bytes.length).toBeLessThanOrEqual(largestBytes)
    expect(sent.bytes.length).toBeGreaterThan(largestBytes * 0.9)
    expect(await convert(bytes, 'jpeg', { largestBytes })).toEqual(sent)
  })

  it('makes a JPEG of an opaque PNG that is too large, and leaves one that fits a PNG', async () => {
    const bytes = await noise(300, 200).png().toBuffer()
    expect((await convert(bytes, 'png', { largestBytes: 60_000 })).format).toBe('jpeg')
    expect((await convert(bytes, 'png', { longestEdge: 100 })).format).toBe('png')
  })

  it('says how small it can be made where it can’t fit', async () => {
    const bytes = await noise(300, 200).jpeg().toBuffer()
    await expect(convert(bytes, 'jpeg', { largestBytes: 2_000 })).rejects.toMatchObject({
      code: 'file-too-large',
      failure: { kind: 'picture-over-largest-file', format: 'jpeg', largestBytes: 2_000, bytes: expect.any(Number) },
    })
    const glass = await noise(300, 200).ensureAlpha(0.5).png().toBuffer()
    await expect(convert(glass, 'png', { largestBytes: 20_000 })).rejects.toMatchObject({ failure: { format: 'png' } })
    expect(await stat(join(folder, `${count - 1}.part`)).catch(() => null)).toBeNull()
    // As the message advises.
    const sent = await convert(glass, 'png', { largestBytes: 60_000, background: '#ffffff' })
    expect(sent.format).toBe('jpeg')
  })

  it('puts a background behind what is transparent', async () => {
    const glass = await sharp({ create: { width: 20, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    const sent = await convert(glass, 'png', { background: '#ff8000' })
    expect(sent.format).toBe('jpeg')
    const [r = 0, g = 0, b = 0] = await firstPixel(sent.bytes)
    expect([r > 250, Math.abs(g - 128) < 4, b < 4]).toEqual([true, true, true])
  })
})

describe('what the fixes of a picture make of it', () => {
  it('is what the checks foresee, to the pixel, and no larger than they say', async () => {
    const pads = [
      undefined,
      { width: 1, height: 1, color: '#ffffff' },
      { width: 4, height: 5, color: null },
      { width: 100, height: 144, color: '#808080' },
    ]
    const others: PictureFixes[] = [{}, { longestEdge: 83 }, { convert: 'jpeg' }, { longestEdge: 37, convert: 'srgb' }]
    for (const [width, height] of [
      [133, 97],
      [61, 150],
    ] as const)
      for (const format of ['png', 'jpeg'] as const) {
        const bytes = await noise(width, height)[format]({ quality: 100 }).toBuffer()
        for (const pad of pads)
          for (const other of others) {
            const fixes = { ...other, ...(pad ? { pad } : {}) }
            if (Object.keys(fixes).length === 0) continue
            const made = await convert(bytes, format, { quality: 100, fixes })
            const picture = { format, width, height, bytes: bytes.length, hasAlpha: false, fixes }
            const foreseen = toCheckFacts(picture, { ...asUsual, fixes }, null, null)
            expect({ fixes, size: await sizeOf(made.bytes), format: made.format }).toEqual({
              fixes,
              size: [foreseen.width, foreseen.height],
              format: foreseen.format,
            })
            expect(made.bytes.length).toBeLessThanOrEqual(foreseen.bytesAtMost ?? 0)
          }
      }
  })

  const plain = (width: number, height: number, background: string): Sharp => sharp({ create: { width, height, channels: 3, background } })
  const pixels = async (bytes: Buffer) => sharp(bytes).raw().toBuffer({ resolveWithObject: true })

  it('adds ground on two sides, and keeps every pixel and the metadata of the picture', async () => {
    const bytes = await noise(60, 40).withExif(placed).withMetadata({ orientation: 6 }).png().toBuffer()
    const fixes = { pad: { width: 1, height: 1, color: '#ff8000' } }
    const sent = await convert(bytes, 'png', { fixes })
    expect([sent.format, await sizeOf(sent.bytes)]).toEqual(['png', [60, 60]])
    expect(await firstPixel(sent.bytes)).toEqual([255, 128, 0])
    const inside = await sharp(sent.bytes).extract({ left: 10, top: 0, width: 40, height: 60 }).raw().toBuffer()
    expect(inside.equals(await sharp(bytes).autoOrient().raw().toBuffer())).toBe(true)
    const { exif, orientation } = await sharp(sent.bytes).metadata()
    expect([orientation ?? 1, exif?.includes('The shop')]).toEqual([1, true])
    expect(await convert(bytes, 'png', { fixes })).toEqual(sent)
  })

  it('makes a nearly white ground white, and dark colors little lighter', async () => {
    const dark = await plain(10, 10, '#204080').png().toBuffer()
    const bytes = await plain(40, 40, '#fbfaf8')
      .composite([{ input: dark, left: 10, top: 10 }])
      .png()
      .toBuffer()
    const { data, info } = await pixels((await convert(bytes, 'png', { fixes: { whitePoint: [245, 244, 242] } })).bytes)
    const at = (x: number, y: number): number[] => [...data.subarray((y * 40 + x) * info.channels).subarray(0, 3)]
    expect([at(0, 0), at(15, 15)]).toEqual([
      [255, 255, 255],
      [33, 67, 135],
    ])
  })

  it('scales down after ground was added, by the smaller of two limits', async () => {
    const bytes = await noise(400, 200).jpeg().toBuffer()
    const fixes = { pad: { width: 4, height: 5, color: '#ffffff' }, longestEdge: 250 }
    expect(await sizeOf((await convert(bytes, 'jpeg', { fixes })).bytes)).toEqual([200, 250])
    expect(await sizeOf((await convert(bytes, 'jpeg', { fixes, longestEdge: 100 })).bytes)).toEqual([80, 100])
  })

  it('adds transparent ground to a transparent picture, and makes a JPEG on white where one is wanted', async () => {
    const glass = await noise(30, 20).ensureAlpha(0.5).png().toBuffer()
    const padded = await convert(glass, 'png', { fixes: { pad: { width: 1, height: 1, color: null } } })
    const { data, info } = await pixels(padded.bytes)
    expect([padded.format, info.channels, data[3], data[(15 * 30 + 15) * 4 + 3]]).toEqual(['png', 4, 0, 127])
    const jpeg = await convert(await plain(20, 20, '#123456').png().toBuffer(), 'png', { fixes: { convert: 'jpeg' } })
    expect(jpeg.format).toBe('jpeg')
  })

  it('scales down until the file fits, where less quality isn’t enough', async () => {
    const bytes = await noise(1000, 600).jpeg().toBuffer()
    const sent = await convert(bytes, 'jpeg', { fixes: { largestBytes: 30_000 } })
    expect(sent.bytes.length).toBeLessThanOrEqual(30_000)
    const [width = 0, height = 0] = await sizeOf(sent.bytes)
    expect(width).toBeLessThan(1000)
    expect(Math.abs(width / height - 1000 / 600)).toBeLessThan(0.02)
  })
})
