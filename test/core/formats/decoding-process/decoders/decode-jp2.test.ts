import { describe, expect, it } from 'vitest'
import { decodeJp2 } from '../../../../../electron/core/formats/decoding-process/decoders/decode-jp2.ts'
import { headBytes, identifyFile } from '../../../../../electron/core/formats/kinds/identify-file.ts'
import { readFormatFile } from '../../../../fixtures/format-files.ts'
import { jp2With } from '../../../../fixtures/traps/containers.ts'

const limits = { maxPixels: 50_000_000, maxBytes: 900_000_000 }
const plain = readFormatFile('plain.j2k')

/** A codestream with other numbers in its header (SIZ). */
const withSize = (changes: (header: Buffer) => void): Buffer => {
  const bytes = Buffer.from(plain)
  changes(bytes)
  return bytes
}
const identify = (bytes: Buffer, size = bytes.length) => identifyFile(bytes.subarray(0, headBytes), size)

describe('a JPEG 2000', () => {
  it('says its size in its codestream, also behind boxes that are longer than the first bytes', () => {
    const image = { kind: 'image', format: 'jp2', width: 120, height: 80, progressive: false }
    expect(identify(plain)).toEqual(image)
    const boxed = readFormatFile('plain.jp2')
    expect(identify(boxed)).toEqual(image)
    const at = boxed.indexOf('jp2c') - 4
    const metadata = Buffer.alloc(headBytes)
    metadata.writeUInt32BE(metadata.length)
    metadata.write('xml ', 4)
    const far = Buffer.concat([boxed.subarray(0, at), metadata, boxed.subarray(at)])
    const found = identify(far)
    expect(found).toEqual({ kind: 'need-part', at: at + metadata.length, bytes: boxed.length - at })
    const part = { at: at + metadata.length, bytes: far.subarray(at + metadata.length) }
    expect(identifyFile(far.subarray(0, headBytes), far.length, part)).toEqual(image)
  })

  it('is refused by its header where the decoder would give it wrongly', () => {
    const codeOf = (bytes: Buffer): string => {
      const found = identify(bytes)
      return found.kind === 'refused' ? found.error.code : found.kind
    }
    expect(codeOf(readFormatFile('glass.jp2'))).toBe('unsupported-format')
    expect(codeOf(withSize((header) => header.writeUInt8(0x87, 42)))).toBe('unsupported-format')
    expect(codeOf(withSize((header) => header.writeUInt8(2, 46)))).toBe('unsupported-format')
    expect(codeOf(withSize((header) => header.writeUInt32BE(20, 16)))).toBe('unsupported-format')
    expect(codeOf(withSize((header) => header.writeUInt32BE(90_000, 8)))).toBe('image')
    expect(codeOf(withSize((header) => header.writeUInt32BE(900_000, 8)))).toBe('too-many-pixels')
    expect(codeOf(withSize((header) => header.writeUInt32BE(0, 8)))).toBe('damaged-image')
  })

  it('keeps its profile and its bits', async () => {
    const { icc } = await decodeJp2(readFormatFile('adobe rgb.jp2'), limits)
    expect(Buffer.from(icc ?? []).toString('latin1', 36, 40)).toBe('acsp')
    const deep = await decodeJp2(readFormatFile('12 bits.jp2'), limits)
    expect(deep).toMatchObject({ depth: 16, reading: { bits: 12 } })
    const values = new Uint16Array(deep.pixels.buffer, deep.pixels.byteOffset, 3)
    for (const [at, wanted] of [30, 60, 200].entries()) expect(Math.abs((values[at] ?? 0) - wanted * 257)).toBeLessThan(20)
  })

  it('that needs more memory than it may have is refused for that', async () => {
    const manyTiles = jp2With(plain, { size: [6500, 6500], tile: [26, 26] })
    const decoding = decodeJp2(manyTiles, { ...limits, maxBytes: 60_000_000 })
    await expect(decoding).rejects.toMatchObject({ failure: { kind: 'picture-needs-too-much-memory' } })
  })

  it('that is cut off or damaged is no picture, and the next one is read', async () => {
    for (let end = 60; end < plain.length - 2; end += 110)
      await expect(decodeJp2(plain.subarray(0, end), limits), `${end}`).rejects.toMatchObject({ code: 'damaged-image' })
    for (let at = 4; at < plain.length; at += 40) {
      const damaged = Buffer.from(plain)
      damaged[at] = 255 - (damaged[at] ?? 0)
      const found = identify(damaged)
      if (found.kind === 'image' && found.width * found.height < 1_000_000) await decodeJp2(damaged, limits).catch(() => {})
    }
    expect(await decodeJp2(plain, limits)).toMatchObject({ width: 120, height: 80 })
  })
})
