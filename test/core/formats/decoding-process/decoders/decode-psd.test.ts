import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePsd } from '../../../../../electron/core/formats/decoding-process/decoders/decode-psd.ts'
import { identifyFile } from '../../../../../electron/core/formats/kinds/identify-file.ts'
import { AppError } from '../../../../../shared/base/errors.ts'
import { readFormatFile } from '../../../../fixtures/format-files.ts'
import { type Psd, psdFile, uint32, uint64 } from '../../../../fixtures/psd-file.ts'

const planes = (...each: readonly (readonly number[])[]): Uint8Array[] => each.map((one) => Uint8Array.from(one))
const decode = (psd: Psd) => decodePsd(psdFile(psd))

/** A layer section: the layers' block begins with their number. */
const layers = (count: number): Buffer => Buffer.concat([uint32(2), Buffer.from([(count >> 8) & 255, count & 255])])
/** Of 16 bits: no layers there, but in a block of its own behind the masks. */
const deepLayers = (key: string, isLarge: boolean): Buffer => {
  const length = isLarge ? uint64 : uint32
  const before = Buffer.concat([length(0), uint32(0), Buffer.from('8BIMFMsk'), length(3), Buffer.alloc(4)])
  return Buffer.concat([before, Buffer.from(`8BIM${key}`), length(2), Buffer.from([255, 255, 0, 0])])
}

describe('the merged picture of a Photoshop document', () => {
  it('has the colors of its mode side by side, ink as ink', async () => {
    expect(await decode({ width: 2, height: 1, planes: planes([1, 2], [3, 4], [5, 6]) })).toMatchObject({
      colors: 'rgb',
      hasAlpha: false,
      pixels: Uint8Array.from([1, 3, 5, 2, 4, 6]),
    })
    expect(await decode({ width: 1, height: 1, mode: 1, planes: planes([7]) })).toMatchObject({
      colors: 'gray',
      pixels: Uint8Array.from([7]),
    })
    expect(await decode({ width: 1, height: 1, mode: 4, planes: planes([255], [0], [5], [250]) })).toMatchObject({
      colors: 'cmyk',
      pixels: Uint8Array.from([0, 255, 250, 5]),
    })
    const palette = Uint8Array.from({ length: 768 }, (_, at) => at % 256)
    palette.set([10, 20], 0)
    expect(await decode({ width: 2, height: 1, mode: 2, palette, planes: planes([0, 2]) })).toMatchObject({
      colors: 'rgb',
      pixels: Uint8Array.from([10, 0, 0, 2, 2, 2]),
    })
  })

  it('of 16 bits is in this machine’s byte order', async () => {
    const { pixels, depth } = await decode({ width: 1, height: 1, depth: 16, planes: planes([1, 2], [3, 4], [5, 6]) })
    expect(depth).toBe(16)
    expect([...new Uint16Array(pixels.buffer, pixels.byteOffset, 3)]).toEqual([0x102, 0x304, 0x506])
  })

  it('is transparent where the document says so, without the white under it; a saved selection is no transparency', async () => {
    const glass = { width: 2, height: 1, planes: planes([227, 255], [157, 255], [142, 255], [128, 0]) }
    expect(await decode(glass)).toMatchObject({ hasAlpha: false })
    expect(await decode({ ...glass, layers: layers(3) })).toMatchObject({ hasAlpha: false })
    const { hasAlpha, pixels } = await decode({ ...glass, layers: layers(-1) })
    expect(hasAlpha).toBe(true)
    expect([...pixels]).toEqual([199, 60, 30, 128, 255, 255, 255, 0])
  })

  it.each([
    ['Lr16', false],
    ['Mt16', false],
    ['Lr16', true],
  ])('of 16 bits says so in a block of its own: %s, PSB: %s', async (key, isLarge) => {
    const deep = { width: 1, height: 1, depth: 16, isLarge, planes: planes([0, 1], [0, 1], [0, 1], [255, 255]) }
    expect(await decode({ ...deep, layers: deepLayers(key, isLarge) })).toMatchObject({ hasAlpha: true })
    expect(await decode({ ...deep, layers: deepLayers('Patt', false) })).toMatchObject({ hasAlpha: false })
  })

  it('comes with its profile and descriptions', async () => {
    const resources = [
      [1039, Buffer.from('profile')],
      [1058, Buffer.from('exif')],
      [1060, Buffer.from('xmp')],
      [1057, Buffer.from([0, 0, 0, 1, 1])],
    ] as const
    const { icc, exif, xmp } = await decode({ width: 1, height: 1, mode: 1, planes: planes([0]), resources })
    expect([icc, exif, xmp].map((one) => Buffer.from(one ?? []).toString())).toEqual(['profile', 'exif', 'xmp'])
  })
})

describe('a Photoshop document that is not decoded', () => {
  const header = (changes: Partial<Psd>): AppError => {
    const bytes = psdFile({ width: 3, height: 3, planes: planes([0], [0], [0], [0]), ...changes })
    const found = identifyFile(bytes, bytes.length)
    if (found.kind !== 'refused') throw new Error(`It is ${found.kind}.`)
    return found.error
  }

  it.each([
    [0, 1, '1 bit (bitmap)'],
    [7, 8, 'several channels'],
    [8, 8, 'duotone'],
    [9, 8, 'Lab'],
    [3, 32, '32 bits'],
  ])('is refused by its colors: mode %i, %i bits', (mode, depth, words) => {
    const { code, message } = header({ mode, depth })
    expect(code).toBe('unsupported-format')
    expect(message).toContain(`It is a Photoshop document`)
    expect(message).toContain(words)
  })

  it('is refused by its size before anything is read', () => {
    expect(header({ width: 30_000, height: 30_000, isLarge: true })).toMatchObject({ code: 'too-many-pixels' })
    expect(header({ width: 30_000, height: 30_000 }).message).toContain('50 megapixels of a PSD')
  })

  it('is refused if it was saved without its merged picture', async () => {
    const lacking = { width: 1, height: 1, mode: 1, planes: planes([255]), resources: [[1057, Buffer.from([0, 0, 0, 1, 0])]] as const }
    for (const given of [layers(1), layers(-2), deepLayers('Lr16', false)])
      await expect(decode({ ...lacking, layers: given })).rejects.toMatchObject({
        code: 'unsupported-format',
        failure: { kind: 'psd-without-merged-picture' },
      })
  })

  it('is the picture where there are no layers, whatever is said of a merged one', async () => {
    const flat = { width: 1, height: 1, mode: 1, planes: planes([7]), resources: [[1057, Buffer.from([0, 0, 0, 1, 0])]] as const }
    for (const given of [undefined, layers(0)])
      expect(await decode({ ...flat, ...(given ? { layers: given } : {}) })).toMatchObject({ pixels: Uint8Array.from([7]) })
  })

  it('does no harm where it is damaged', async () => {
    const files = ['rgb.psd', 'large.psb', 'glass.psd'].map(readFormatFile)
    const changed = fc
      .tuple(fc.constantFrom(...files), fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { minLength: 1, maxLength: 6 }), fc.nat(5000))
      .map(([file, changes, end]) => {
        const bytes = Buffer.from(file.subarray(0, Math.max(300, end)))
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
        return bytes
      })
    await fc.assert(
      fc.asyncProperty(changed, async (bytes) => {
        const found = identifyFile(bytes, bytes.length)
        if (found.kind !== 'image' || found.width * found.height > 1_000_000) return
        await decodePsd(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(AppError))
      }),
      { numRuns: 500 },
    )
  })
})
