import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headBytes, identifyFile, maxHeadBytes } from '../../../../electron/core/formats/kinds/identify-file.ts'
import { describeError } from '../../../../shared/base/describe-error.ts'
import { anyAcceptedFormat } from '../../../../shared/pictures/picture-formats-words.ts'

const latin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const padded = (text: string, size = 64): Uint8Array => {
  const bytes = new Uint8Array(Math.max(size, text.length))
  if (text.startsWith('<')) bytes.fill(0x20)
  bytes.set(latin(text))
  return bytes
}
const u32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const png = (width: number, height: number, interlace = 0): Uint8Array =>
  Uint8Array.from([
    ...latin('\x89PNG\r\n\x1a\n'),
    ...u32(13),
    ...latin('IHDR'),
    ...u32(width),
    ...u32(height),
    8,
    2,
    0,
    0,
    interlace,
    0,
    0,
    0,
    0,
  ])
const frame = (marker: number, width: number, height: number): number[] => [
  0xff,
  marker,
  0,
  11,
  8,
  height >> 8,
  height & 255,
  width >> 8,
  width & 255,
  1,
  1,
  0x11,
  0,
]
const jpeg = (...segments: number[][]): Uint8Array => Buffer.concat([[0xff, 0xd8], ...segments].map((part) => Uint8Array.from(part)))
const segment = (marker: number, payload: number): number[] => [
  0xff,
  marker,
  (payload + 2) >> 8,
  (payload + 2) & 255,
  ...new Array<number>(payload).fill(0),
]

const refusal = (bytes: Uint8Array, size = bytes.length) => {
  const found = identifyFile(bytes, size)
  if (found.kind !== 'refused') throw new Error(`not refused but ${found.kind}`)
  return found.error
}

describe('identifying a PNG or JPEG', () => {
  test('reads the size of a PNG', () => {
    expect(identifyFile(png(4000, 3000), 1_000_000)).toEqual({
      kind: 'image',
      format: 'png',
      width: 4000,
      height: 3000,
      progressive: false,
    })
    expect(identifyFile(png(40, 30, 1), 1_000_000)).toMatchObject({ progressive: true })
  })

  test('reads the size of a JPEG behind metadata, fill bytes and tables', () => {
    const bytes = jpeg(segment(0xe1, 5000), [0xff, 0xff], segment(0xdb, 65), frame(0xc0, 4032, 3024), new Array<number>(40).fill(1))
    expect(identifyFile(bytes, 3_000_000)).toEqual({ kind: 'image', format: 'jpeg', width: 4032, height: 3024, progressive: false })
    expect(identifyFile(jpeg(frame(0xc2, 40, 30), new Array<number>(40).fill(1)), 3_000)).toMatchObject({ progressive: true })
  })

  test('asks for more of a JPEG whose metadata is longer than the head, in few steps', () => {
    const bytes = jpeg(...new Array<number[]>(40).fill(segment(0xe2, 65_000)), frame(0xc0, 640, 480), new Array<number>(40).fill(1))
    let wanted = headBytes
    for (let reads = 1; ; reads += 1) {
      const found = identifyFile(bytes.subarray(0, wanted), bytes.length)
      if (found.kind === 'image') {
        expect(found).toMatchObject({ width: 640, height: 480 })
        expect(reads).toBeLessThan(8)
        break
      }
      if (found.kind !== 'need-more') throw new Error(`It is ${found.kind}.`)
      expect(found.bytes).toBeGreaterThan(wanted)
      wanted = found.bytes
    }
  })

  test('refuses a JPEG whose metadata never ends', () => {
    const many = new Array<Uint8Array>(600).fill(Uint8Array.from(segment(0xe1, 65_000)))
    const error = refusal(Buffer.concat([jpeg(), ...many]).subarray(0, maxHeadBytes), 80_000_000)
    expect(error.code).toBe('damaged-image')
    expect(error.message).toContain('32 MB of metadata')
  })
})

describe('identifying a picture of another format', () => {
  test.each([
    ['a GIF', 'GIF89a\x80\x02\xe0\x01', 'gif'],
    ['a lossy WebP', 'RIFF\x10\0\0\0WEBPVP8 \x10\0\0\0\0\0\0\x9d\x01\x2a\x80\x02\xe0\x01', 'webp'],
    ['a lossless WebP', 'RIFF\x10\0\0\0WEBPVP8L\x10\0\0\0\x2f\x7f\xc2\x77\0', 'webp'],
    ['a WebP with a canvas', 'RIFF\x10\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x7f\x02\0\xdf\x01\0', 'webp'],
  ])('%s says its size at its beginning', (_, start, format) => {
    expect(identifyFile(padded(start), 3_000)).toEqual({ kind: 'image', format, width: 640, height: 480, progressive: false })
  })

  test('asks for the directory of a TIFF, which may be at its end', () => {
    const head = Buffer.alloc(headBytes)
    head.write('II*\0', 'latin1')
    head.writeUInt32LE(8_000_000, 4)
    expect(identifyFile(head, 8_000_100)).toEqual({ kind: 'need-part', at: 8_000_000, bytes: 100 })
    const directory = Buffer.alloc(100)
    directory.writeUInt16LE(2, 0)
    for (const [index, tag, value] of [
      [0, 256, 640],
      [1, 257, 480],
    ] as const) {
      directory.writeUInt16LE(tag, 2 + 12 * index)
      directory.writeUInt16LE(3, 4 + 12 * index)
      directory.writeUInt32LE(1, 6 + 12 * index)
      directory.writeUInt16LE(value, 10 + 12 * index)
    }
    expect(identifyFile(head, 8_000_100, { at: 8_000_000, bytes: directory })).toMatchObject({ format: 'tiff', width: 640, height: 480 })
    head.writeUInt32LE(9_000_000, 4)
    expect(refusal(head, 8_000_100).code).toBe('damaged-image')
  })

  test.each([
    ['short', false],
    ['64-bit', true],
  ])('reads the description of an AVIF that is longer than its first bytes, with a %s length', (_, isLong) => {
    const box = (name: string, ...content: readonly Uint8Array[]): Buffer => {
      const inside = Buffer.concat(content)
      const head = Buffer.alloc(8)
      head.writeUInt32BE(inside.length + 8)
      head.write(name, 4, 'latin1')
      return Buffer.concat([head, inside])
    }
    const withLongLength = (one: Buffer): Buffer => {
      const length = Buffer.alloc(8)
      length.writeBigUInt64BE(BigInt(one.length + 8))
      return Buffer.concat([Buffer.from([0, 0, 0, 1]), one.subarray(4, 8), length, one.subarray(8)])
    }
    const size = Buffer.alloc(12)
    size.writeUInt32BE(640, 4)
    size.writeUInt32BE(480, 8)
    const meta = box('meta', Buffer.alloc(4), box('free', Buffer.alloc(headBytes)), box('iprp', box('ipco', box('ispe', size))))
    const kind = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1'))
    const file = Buffer.concat([kind, isLong ? withLongLength(meta) : meta])
    const part = { at: kind.length, bytes: file.length - kind.length }
    expect(identifyFile(file.subarray(0, headBytes), file.length)).toEqual({ kind: 'need-part', ...part })
    expect(identifyFile(file.subarray(0, headBytes), file.length, { at: part.at, bytes: file.subarray(part.at) })).toMatchObject({
      format: 'avif',
      width: 640,
      height: 480,
    })
  })
})

describe('refusing', () => {
  test.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'an SVG drawing'],
    ['<?xml version="1.0"?>\n<!-- drawn by hand -->\n<svg width="3">', 'an SVG drawing'],
    ['<?xml version="1.0"?><note/>', 'an XML document'],
    ['<!DOCTYPE html><html><body><svg></svg>', 'a web page (HTML)'],
    ['<!doctype html><title>x', 'a web page (HTML)'],
    ['RIFF\x10\0\0\0AVI LIST', 'a video (AVI)'],
    ['\0\0\0\x18ftypavci\0\0\0\0', 'a HEIF picture of a rare kind (neither HEVC nor AV1)'],
    ['\0\0\0\x18ftypisom\0\0\0\0', 'a video (MP4)'],
    ['\0\0\0\x14ftypqt  \0\0\0\0', 'a video (QuickTime)'],
    ['%PDF-1.7', 'a PDF document'],
    ['\x1aE\xdf\xa3', 'a video (Matroska or WebM)'],
    ['PK\x03\x04', 'a ZIP archive or office document'],
    ['\0\0\x01\0\x02\0\x20\x20', 'an icon (ICO)'],
    ['\0\0\x02\0\x01\0\x20\x20', 'a cursor (CUR)'],
    ['\0\0\x02\0\0\0\0\0\0\0\0\0\x40\0\x30\0\x18\x20', 'a TGA picture'],
    ['\x04\x01\x09\0\0\0\x01\x18\0\0\0\0\x40\0\x30\0\x08\0', 'a TGA picture'],
    ['P6\n640 480\n255\n', 'a PPM, PGM or PBM picture'],
    ['\x0a\x05\x01\x08', 'a PCX picture'],
    ['#?RADIANCE\n', 'an HDR picture (Radiance)'],
    ['SDPX\0\0\x20\0', 'a DPX picture'],
    ['SIMPLE  =                    T', 'a FITS picture'],
    ['\x01\xda\x01\x01\0\x03', 'an SGI picture'],
    ['bplist00\xd2', 'a property list of macOS, such as the placeholder of a file that is only in iCloud'],
  ])('%j is %s', (start, kind) => {
    const error = refusal(padded(start))
    expect(error.code).toBe('unsupported-format')
    expect(error.message).toBe(`It is ${kind}, not a ${anyAcceptedFormat} picture.`)
  })

  test.each([
    ['FUJIFILMCCD-RAW 0201', 'a camera raw file (Fujifilm)'],
    ['II\x1a\0\0\0HEAPCCDR\x02\0', 'a camera raw file (Canon CRW)'],
    ['\0MRM\0\x01', 'a camera raw file (Minolta)'],
    ['FOVb\0\0\x03\0', 'a camera raw file (Sigma)'],
    ['\0\0\0\x18ftypcrx \0\0\0\0', 'a camera raw file (Canon CR3)'],
  ])('%j is %s, and says which RAW files are taken', (start, kind) => {
    const { code, message } = refusal(padded(start))
    expect(code).toBe('unsupported-format')
    expect(message).toBe(`It is ${kind}. Of RAW files, DNG, CR2, NEF, ARW and others that are TIFFs inside are taken.`)
  })

  test('says what helps, where exporting does not', () => {
    const actionFor = (start: string): string | undefined => describeError(refusal(padded(start))).action
    expect(actionFor('%PDF-1.7')).toBe('Export it as PNG or JPEG, then add it.')
    expect(actionFor('<!DOCTYPE html><html>')).toBe('Download the picture itself, then add it.')
    expect(actionFor('Rar!\x1a\x07')).toBe('Unpack it, then add the pictures in it.')
    expect(actionFor('\x1aE\xdf\xa3')).toBe('Export a frame of it as PNG or JPEG, then add it.')
  })

  test('takes zeros for no icon, cursor or picture', () => {
    expect(refusal(new Uint8Array(1000)).message).toContain('nor any other kind of file that Packshot knows')
  })

  test('recognizes text in any script, also where the head cuts a character', () => {
    expect(refusal(new TextEncoder().encode('Grüße, 你好 🙂\n')).message).toContain('plain text')
    expect(refusal(new TextEncoder().encode('ü'.repeat(3000)).subarray(0, 4097), 6000).message).toContain('plain text')
    expect(refusal(latin('BMW and MZ are text')).message).toContain('plain text')
  })

  test('refuses an empty file, a header of zeros, and a file that ends within the header', () => {
    expect(refusal(new Uint8Array(0)).code).toBe('empty-file')
    expect(refusal(png(0, 10)).code).toBe('damaged-image')
    expect(refusal(jpeg(frame(0xc0, 10, 0), new Array<number>(40).fill(1))).code).toBe('damaged-image')
    expect(refusal(png(10, 10).subarray(0, 20)).code).toBe('damaged-image')
    expect(refusal(jpeg(segment(0xe1, 100)).subarray(0, 60)).code).toBe('damaged-image')
    expect(refusal(Uint8Array.from([0xff, 0xd8, 0xff])).code).toBe('damaged-image')
  })

  test('names size and limit when there are too many pixels; progressive JPEGs have a lower limit', () => {
    const huge = refusal(png(60_000, 60_000))
    expect(huge.code).toBe('too-many-pixels')
    expect(huge.message).toBe('The picture is 60,000 × 60,000 pixels (3,600 megapixels); at most 100 megapixels are taken.')
    expect(identifyFile(png(10_000, 10_000), 99).kind).toBe('image')
    expect(refusal(png(10_000, 10_001)).message).toContain('100 megapixels')
    expect(refusal(png(10_000, 10_000, 1)).message).toContain('50 megapixels of an interlaced PNG')
    expect(refusal(jpeg(frame(0xc2, 10_000, 6_000), new Array<number>(40).fill(1))).message).toContain(
      '50 megapixels of a progressive JPEG',
    )
  })

  test('names a lossless JPEG and Apple’s private PNG', () => {
    expect(refusal(jpeg(frame(0xc3, 10, 10), new Array<number>(40).fill(1))).message).toContain('lossless')
    expect(refusal(padded('\x89PNG\r\n\x1a\n\0\0\0\x04CgBI')).message).toContain('Apple')
  })
})

describe('hostile bytes', () => {
  const starts = [
    '',
    '\x89PNG\r\n\x1a\n',
    '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
    '\xff\xd8\xff',
    '\xff\xd8\xff\xe1',
    'RIFF',
    '\0\0\0\x18ftyp',
    '<',
    'BM',
  ].map(latin)

  test('never throw, and a request for more bytes always asks for more than before and no more than the file has', () => {
    const bytes = fc.tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 600 })).map(([a, b]) => Uint8Array.from([...a, ...b]))
    fc.assert(
      fc.property(bytes, fc.nat(200_000), (head, beyond) => {
        const found = identifyFile(head, head.length + beyond)
        if (found.kind === 'need-more') {
          expect(found.bytes).toBeGreaterThan(head.length)
          expect(found.bytes).toBeLessThanOrEqual(head.length + beyond)
        }
        if (found.kind === 'image') expect(found.width * found.height).toBeGreaterThan(0)
      }),
      { numRuns: 3000 },
    )
  })

  test('never throw or loop, for JPEG segments of any kind and length', () => {
    const parts = fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), fc.nat(40)), { maxLength: 30 })
    fc.assert(
      fc.property(parts, (list) => {
        const head = jpeg(...list.map(([marker, length]) => segment(marker, length)))
        expect(['image', 'refused', 'need-more', 'need-part']).toContain(identifyFile(head, head.length + 10).kind)
      }),
      { numRuns: 2000 },
    )
  })
})
