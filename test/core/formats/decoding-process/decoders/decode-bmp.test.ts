import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBmp } from '../../../../../electron/core/formats/decoding-process/decoders/decode-bmp.ts'
import { identifyFile } from '../../../../../electron/core/formats/kinds/identify-file.ts'
import { AppError } from '../../../../../shared/base/errors.ts'
import { readFormatFile } from '../../../../fixtures/format-files.ts'

type Bmp = {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly compression?: number
  readonly headerBytes?: number
  /** Behind the first 40 bytes of the header. */
  readonly masks?: readonly number[]
  /** Blue, green, red and nothing. */
  readonly palette?: readonly (readonly number[])[]
  readonly colors?: number
  readonly pixels: readonly number[]
}

const bmp = ({ width, height, bits, compression = 0, headerBytes = 40, masks = [], palette = [], colors, pixels }: Bmp): Buffer => {
  const header = Buffer.alloc(14 + Math.max(headerBytes, 40 + 4 * masks.length))
  header.write('BM', 'latin1')
  header.writeUInt32LE(header.length + 4 * palette.length, 10)
  header.writeUInt32LE(headerBytes, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(bits, 28)
  header.writeUInt32LE(compression, 30)
  header.writeUInt32LE(colors ?? palette.length, 46)
  for (const [index, mask] of masks.entries()) header.writeUInt32LE(mask, 54 + 4 * index)
  return Buffer.concat([header, Buffer.from(palette.flat()), Buffer.from(pixels)])
}

const pixelsOf = async (picture: Bmp): Promise<number[]> => [...(await decodeBmp(bmp(picture))).pixels]

const [black, white, red, green] = [
  [0, 0, 0, 0],
  [255, 255, 255, 0],
  [0, 0, 255, 0],
  [0, 255, 0, 0],
]

describe('a bitmap', () => {
  it('of 1, 4 and 8 bits has the colors of its palette, from the last row to the first', async () => {
    const wanted = [255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255]
    const palette = [black, white, red]
    expect(await pixelsOf({ width: 2, height: 2, bits: 8, palette, pixels: [0, 1, 9, 9, 2, 0, 9, 9] })).toEqual(wanted)
    expect(await pixelsOf({ width: 2, height: 2, bits: 4, palette, pixels: [0x01, 9, 9, 9, 0x20, 9, 9, 9] })).toEqual(wanted)
    expect(await pixelsOf({ width: 2, height: 1, bits: 1, palette: [black, white], pixels: [0x40, 0, 0, 0] })).toEqual([
      ...[0, 0, 0, 255, 255, 255],
    ])
  })

  it('of a negative height begins with its first row', async () => {
    const pixels = [1, 2, 3, 0, 4, 5, 6, 0]
    expect(await pixelsOf({ width: 1, height: -2, bits: 24, pixels })).toEqual([3, 2, 1, 6, 5, 4])
    expect(await pixelsOf({ width: 1, height: 2, bits: 24, pixels })).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('of 16 bits has five bits a color, or those of its masks', async () => {
    expect(await pixelsOf({ width: 2, height: 1, bits: 16, pixels: [0x00, 0x7c, 0x1f, 0x00] })).toEqual([255, 0, 0, 0, 0, 255])
    const masks = [0xf800, 0x7e0, 0x1f]
    expect(await pixelsOf({ width: 2, height: 1, bits: 16, compression: 3, masks, pixels: [0xe0, 0x07, 0x00, 0x80] })).toEqual([
      ...[0, 255, 0, 132, 0, 0],
    ])
  })

  it('of 32 bits is opaque without a mask for its opacity, and with one that is nowhere used', async () => {
    const pixels = [3, 2, 1, 0, 6, 5, 4, 0]
    const opaque = { width: 2, height: 1, bits: 32, pixels }
    expect(await decodeBmp(bmp(opaque))).toMatchObject({ hasAlpha: false, pixels: Uint8Array.from([1, 2, 3, 4, 5, 6]) })
    const withMasks = { ...opaque, compression: 3, headerBytes: 108, masks: [0xff0000, 0xff00, 0xff, 0xff000000] }
    expect(await pixelsOf(withMasks)).toEqual([1, 2, 3, 255, 4, 5, 6, 255])
    expect(await pixelsOf({ ...withMasks, pixels: [3, 2, 1, 0, 6, 5, 4, 128] })).toEqual([1, 2, 3, 0, 4, 5, 6, 128])
  })

  it('in runs skips, repeats and copies, as it says', async () => {
    const palette = [black, white, red, green]
    // Three white; the next row: one right, then two green of three copied; the end.
    const runs = [3, 1, 0, 0, 0, 2, 1, 0, 0, 3, 3, 3, 2, 0, 0, 1]
    const eight = await decodeBmp(bmp({ width: 3, height: 2, bits: 8, compression: 1, palette, pixels: runs }))
    expect([...eight.pixels]).toEqual([0, 0, 0, 0, 255, 0, 0, 255, 0, ...new Array<number>(9).fill(255)])
    const four = [3, 0x12, 0, 0, 0, 3, 0x31, 0x20, 0, 1]
    expect(await pixelsOf({ width: 3, height: 2, bits: 4, compression: 2, palette, pixels: four })).toEqual([
      ...[0, 255, 0, 255, 255, 255, 255, 0, 0],
      ...[255, 255, 255, 255, 0, 0, 255, 255, 255],
    ])
  })

  it('of version 5 keeps the color profile at its end', async () => {
    const plain = bmp({ width: 1, height: 1, bits: 24, headerBytes: 124, pixels: [3, 2, 1, 0] })
    plain.writeUInt32LE(0x4d424544, 70)
    plain.writeUInt32LE(plain.length - 14, 126)
    plain.writeUInt32LE(4, 130)
    const { icc } = await decodeBmp(Buffer.concat([plain, Buffer.from('prof')]))
    expect(Buffer.from(icc ?? []).toString()).toBe('prof')
  })
})

describe('a bitmap that lies', () => {
  const decode = async (bytes: Uint8Array): Promise<string> => {
    const found = identifyFile(bytes, bytes.length)
    if (found.kind === 'refused') return found.error.code
    if (found.kind !== 'image' || found.width * found.height > 1_000_000) return found.kind
    return decodeBmp(bytes).then(
      () => 'taken',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    )
  }

  it('about its size, its palette or where its pixels are, is refused', async () => {
    const plain = { width: 2, height: 2, bits: 24, pixels: new Array<number>(16).fill(0) }
    expect(await decode(bmp(plain))).toBe('taken')
    expect(await decode(bmp({ ...plain, width: 60_000, height: 60_000 }))).toBe('too-many-pixels')
    expect(await decode(bmp({ ...plain, width: -2 }))).toBe('damaged-image')
    expect(await decode(bmp({ ...plain, height: 3 }))).toBe('damaged-image')
    expect(await decode(bmp({ ...plain, bits: 5 }))).toBe('damaged-image')
    expect(await decode(bmp({ ...plain, compression: 4 }))).toBe('unsupported-format')
    const far = bmp(plain)
    far.writeUInt32LE(0xffffffff, 10)
    expect(await decode(far)).toBe('damaged-image')
    expect(await decode(bmp({ width: 1, height: 1, bits: 8, colors: 0xffffffff, palette: [red], pixels: [0, 0, 0, 0] }))).toBe('taken')
    expect(await decode(bmp({ ...plain, bits: 16, compression: 3, masks: [0xf0f0, 0, 0] }))).toBe('damaged-image')
    expect(await decode(bmp({ width: 9, height: 9, bits: 8, compression: 1, palette: [red], pixels: [255, 0, 0, 0] }))).toBe(
      'damaged-image',
    )
  })

  it('anywhere does no harm', async () => {
    const files = ['palette.bmp', 'runs.bmp', 'os2.bmp'].map(readFormatFile)
    const changed = fc
      .tuple(fc.constantFrom(...files), fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { minLength: 1, maxLength: 6 }), fc.nat(1500))
      .map(([file, changes, end]) => {
        const bytes = Buffer.from(file.subarray(0, Math.max(100, end)))
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
        return bytes
      })
    await fc.assert(
      fc.asyncProperty(changed, async (bytes) => {
        expect(['taken', 'image', 'damaged-image', 'too-many-pixels', 'unsupported-format']).toContain(await decode(bytes))
      }),
      { numRuns: 500 },
    )
  })
})
