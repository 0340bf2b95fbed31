import { describe, expect, it } from 'vitest'
import { decodeJxl } from '../../../../../electron/core/formats/decoding-process/decoders/decode-jxl.ts'
import { freeMemory } from '../../../../../electron/core/formats/decoding-process/decoders/free-memory.ts'
import { headBytes, identifyFile } from '../../../../../electron/core/formats/kinds/identify-file.ts'
import { readJxlHeader } from '../../../../../electron/core/formats/kinds/identify-jxl.ts'
import { AppError } from '../../../../../shared/base/errors.ts'
import { readFormatFile } from '../../../../fixtures/format-files.ts'

const limits = { maxPixels: 25_000_000, maxBytes: 1_000_000_000 }

const box = (name: string, content: Uint8Array): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
const signature = box('JXL ', Buffer.from([0x0d, 0x0a, 0x87, 0x0a]))
const kind = box('ftyp', Buffer.from('jxl \0\0\0\0jxl ', 'latin1'))

/** Bits from the lowest of each byte on, behind the two bytes that begin a codestream. */
const codestream = (...fields: readonly (readonly [value: number, bits: number])[]): Buffer => {
  const bits = fields.flatMap(([value, count]) => Array.from({ length: count }, (_, at) => Math.floor(value / 2 ** at) % 2))
  const bytes = Buffer.alloc(64)
  bytes.set([0xff, 0x0a])
  for (const [at, bit] of bits.entries()) bytes[2 + (at >> 3)] = (bytes[2 + (at >> 3)] ?? 0) | (bit << (at & 7))
  return bytes
}

describe('the size of a JPEG XL', () => {
  it.each([
    [
      'in eighths, square',
      [
        [1, 1],
        [4, 5],
        [1, 3],
      ],
      40,
      40,
    ],
    [
      'in eighths, both sides',
      [
        [1, 1],
        [0, 5],
        [0, 3],
        [31, 5],
      ],
      256,
      8,
    ],
    [
      'of nine bits, three to two',
      [
        [0, 1],
        [0, 2],
        [199, 9],
        [4, 3],
      ],
      300,
      200,
    ],
    [
      'of thirteen and eighteen bits',
      [
        [0, 1],
        [1, 2],
        [3999, 13],
        [0, 3],
        [2, 2],
        [5999, 18],
      ],
      6000,
      4000,
    ],
  ] as const)('%s', (_, fields, width, height) => {
    expect(identifyFile(codestream(...fields), 3000)).toEqual({ kind: 'image', format: 'jxl', width, height, progressive: false })
  })

  it('is limited, as a picture needs much memory', () => {
    const found = identifyFile(codestream([0, 1], [3, 2], [2 ** 30 - 1, 30], [1, 3]), 3000)
    expect(found).toMatchObject({ kind: 'refused', error: { code: 'too-many-pixels' } })
    expect(identifyFile(codestream([0, 1], [1, 2], [5999, 13], [1, 3]), 3000)).toMatchObject({
      error: { message: expect.stringContaining('25 megapixels of a JPEG XL with a color profile') },
    })
    // The same in usual colors.
    expect(identifyFile(codestream([0, 1], [1, 2], [5999, 13], [1, 3], [1, 1]), 3000)).toMatchObject({ kind: 'image', width: 6000 })
    expect(identifyFile(codestream([0, 1], [1, 2], [7999, 13], [1, 3], [1, 1]), 3000)).toMatchObject({
      error: { message: expect.stringContaining('50 megapixels of a JPEG XL are') },
    })
  })

  it('is found behind metadata that is longer than the first bytes', () => {
    const picture = box('jxlc', codestream([1, 1], [4, 5], [1, 3]))
    const file = Buffer.concat([signature, kind, box('xml ', Buffer.alloc(headBytes)), picture])
    const found = identifyFile(file.subarray(0, headBytes), file.length)
    const at = file.length - picture.length
    expect(found).toEqual({ kind: 'need-part', at, bytes: picture.length })
    expect(identifyFile(file.subarray(0, headBytes), file.length, { at, bytes: picture })).toMatchObject({ width: 40, height: 40 })
    const without = Buffer.concat([signature, kind, box('Exif', Buffer.alloc(40))])
    expect(identifyFile(without, without.length)).toMatchObject({ kind: 'refused', error: { code: 'damaged-image' } })
  })
})

describe('the header of a JPEG XL', () => {
  const small = [
    [1, 1],
    [4, 5],
    [1, 3],
  ] as const
  /** Not all is usual; with more fields: upright, no size of its own, no preview. */
  const more = [...small, [0, 1], [1, 1], [0, 3], [0, 1], [0, 1]] as const
  const animated = [...more, [1, 1], [0, 2], [0, 2], [0, 2], [0, 1]] as const
  const eightBits = [
    [0, 1],
    [0, 2],
    [1, 1],
  ] as const

  it('tells an animation, whose codestream may be in parts', () => {
    const moving = codestream(...animated, ...eightBits, [0, 2], [1, 1], [1, 1])
    expect(readJxlHeader(moving)).toMatchObject({ width: 40, isAnimation: true, colors: { primaries: 1, transfer: 13 } })
    const still = codestream(...more, [0, 1], ...eightBits, [0, 2], [1, 1], [1, 1])
    expect(readJxlHeader(still)).toMatchObject({ isAnimation: false })
    expect(readJxlHeader(codestream(...small, [1, 1]))).toMatchObject({ isAnimation: false, depth: { bits: 8 } })
    const part = (number: number, bytes: Buffer): Buffer => box('jxlp', Buffer.concat([Buffer.from([0, 0, 0, number]), bytes]))
    const parts = Buffer.concat([signature, kind, part(0, moving.subarray(0, 4)), part(1, moving.subarray(4))])
    expect(readJxlHeader(parts)).toEqual(readJxlHeader(moving))
  })

  it('tells its depth, its opacity and its colors', () => {
    // One channel, which says of itself: opacity, of 8 bits, of full size, named “ab”, multiplied.
    const alpha = [
      [1, 2],
      [0, 1],
      [0, 2],
      [0, 1],
      [0, 2],
      [0, 2],
      [1, 2],
      [2, 4],
      [97, 8],
      [98, 8],
      [1, 1],
    ] as const
    // Display P3: neither usual nor a profile, RGB, daylight, 11 = 2 + 9; sRGB's curve, 13 = 2 + 11.
    const displayP3 = [
      [0, 1],
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 2],
      [9, 4],
      [0, 1],
      [2, 2],
      [11, 4],
    ] as const
    const found = readJxlHeader(codestream(...more, [0, 1], [0, 1], [3, 2], [13, 6], [1, 1], ...alpha, [0, 1], ...displayP3))
    expect(found).toEqual({
      ...{ width: 40, height: 40, isAnimation: false, isInk: false },
      depth: { bits: 14, isFloat: false },
      ...{ hasAlpha: true, isAlphaMultiplied: true, colors: { primaries: 11, transfer: 13 } },
    })
    const profile = readJxlHeader(codestream(...more, [0, 1], ...eightBits, [0, 2], [1, 1], [0, 1], [1, 1], [0, 2]))
    expect(profile).toMatchObject({ hasAlpha: false, isInk: false })
    expect(profile?.colors).toBeUndefined()
  })

  it('tells black ink, which is refused: the decoder leaves it out', () => {
    const black = [
      [1, 2],
      [0, 1],
      [2, 2],
      [2, 4],
      [0, 1],
      [0, 2],
      [0, 2],
      [0, 2],
    ] as const
    const print = codestream(...more, [0, 1], ...eightBits.slice(0, 2), [1, 1], ...black, [0, 1], [0, 1], [1, 1], [0, 2])
    expect(readJxlHeader(print)).toMatchObject({ isInk: true })
    expect(identifyFile(print, 3000)).toMatchObject({ error: { message: expect.stringContaining('JPEG XL in CMYK') } })
  })

  it('that is cut off tells nothing', () => {
    expect(readJxlHeader(codestream(...animated).subarray(0, 4))).toBeUndefined()
    expect(readJxlHeader(Buffer.concat([signature, kind]))).toBeUndefined()
  })
})

describe('a JPEG XL', () => {
  it('is given in sRGB, upright, with its opacity and descriptions, and what it has beyond that', async () => {
    const deep = await decodeJxl(readFormatFile('16 bits with a profile.jxl'), limits)
    expect(deep).toMatchObject({ width: 120, height: 80, depth: 8, hasAlpha: false, reading: { bits: 16 } })
    // Stored in Adobe RGB.
    expect([...deep.pixels.subarray(0, 3)]).toEqual([30, 60, 200])
    const glass = await decodeJxl(readFormatFile('glass.jxl'), limits)
    expect([...glass.pixels.subarray(0, 4)]).toEqual([30, 60, 200, 128])
    const turned = await decodeJxl(readFormatFile('turned.jxl'), limits)
    expect([turned.width, turned.height]).toEqual([80, 120])
    expect(Buffer.from(turned.exif ?? []).toString('latin1')).toContain('A mug')
    expect(turned.orientation).toBeUndefined()
  })

  it('that is cut off is no picture, however much of it there is', async () => {
    const whole = readFormatFile('turned.jxl')
    for (let end = 60; end < whole.length; end += 25) await expect(decodeJxl(whole.subarray(0, end), limits), `${end}`).rejects.toThrow()
  })

  it('that is damaged does no harm, and the next one is read', async () => {
    const whole = readFormatFile('16 bits with a profile.jxl')
    for (let at = 2; at < whole.length; at += 9) {
      const damaged = Buffer.from(whole)
      damaged[at] = 255 - (damaged[at] ?? 0)
      const found = identifyFile(damaged, damaged.length)
      if (found.kind === 'image' && found.width * found.height < 1_000_000) await decodeJxl(damaged, limits).catch(() => {})
    }
    expect((await decodeJxl(whole, limits)).width).toBe(120)
  })

  it('leaves none of its memory behind, not even that of a process’s first picture', async () => {
    Reflect.deleteProperty(globalThis, 'ImageData')
    await freeMemory()
    const before = process.memoryUsage().external
    await decodeJxl(readFormatFile('plain.jxl'), limits)
    const kept = async (): Promise<number> => {
      await freeMemory()
      return process.memoryUsage().external - before
    }
    // It has 16 MB to begin with. Other threads of the engine may still optimize its code.
    await expect.poll(kept).toBeLessThan(8_000_000)
  })

  it('of more pixels than its header said is refused', async () => {
    const tooMany = decodeJxl(readFormatFile('plain.jxl'), { ...limits, maxPixels: 100 })
    await expect(tooMany).rejects.toBeInstanceOf(AppError)
  })
})
