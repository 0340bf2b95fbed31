import { endianness } from 'node:os'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type DecodedPicture, toTiff } from '../../../../../electron/core/formats/decoding-process/decoders/decoded-picture.ts'

type Form = Pick<DecodedPicture, 'hasAlpha' | 'depth'> & { readonly colors: Exclude<DecodedPicture['colors'], 'lab'> }
const forms: readonly Form[] = (['gray', 'rgb', 'cmyk'] as const).flatMap((colors) =>
  [false, true].flatMap((hasAlpha) => ([8, 16] as const).map((depth) => ({ colors, hasAlpha, depth }))),
)
const channelsOf = ({ colors, hasAlpha }: Form): number => ({ gray: 1, rgb: 3, cmyk: 4 })[colors] + (hasAlpha ? 1 : 0)

/** Every value once and again, so that each place tells where it is. */
const fill = (form: Form, width: number, height: number): Uint8Array =>
  Uint8Array.from({ length: width * height * channelsOf(form) * (form.depth / 8) }, (_, at) => (at * 7) % 251)

const readBack = async (tiff: Uint8Array, space: string, depth: 8 | 16): Promise<Buffer> =>
  sharp(tiff)
    .toColourspace(space)
    .raw({ depth: depth === 8 ? 'uchar' : 'ushort' })
    .toBuffer()

/** Gray with opacity is read as RGB: in gray, sharp leaves the opacity out. */
const readAs = async (tiff: Uint8Array, { colors, hasAlpha, depth }: Form): Promise<Buffer> => {
  if (colors === 'rgb') return readBack(tiff, depth === 8 ? 'srgb' : 'rgb16', depth)
  if (depth === 16) return readBack(tiff, 'grey16', depth)
  return hasAlpha ? Buffer.from((await readBack(tiff, 'srgb', depth)).filter((_, at) => at % 4 > 1)) : readBack(tiff, 'b-w', depth)
}

describe('decoded pixels as a TIFF', () => {
  it.each(forms.filter(({ colors }) => colors !== 'cmyk'))(
    'come back as they were: $colors, opacity $hasAlpha, $depth bits',
    async (form) => {
      // More than one strip, the last one shorter.
      const [width, height] = [301, 997]
      const pixels = fill(form, width, height)
      const tiff = toTiff({ ...form, width, height, pixels })
      expect(await sharp(tiff).metadata()).toMatchObject({
        format: 'tiff',
        width,
        height,
        channels: channelsOf(form),
        hasAlpha: form.hasAlpha,
        depth: form.depth === 8 ? 'uchar' : 'ushort',
      })
      const found = await readAs(tiff, form)
      expect(found.equals(Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength))).toBe(true)
    },
  )

  it('are CMYK with 0 as no ink', async () => {
    const pixels = Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 255])
    const tiff = toTiff({ width: 2, height: 1, colors: 'cmyk', hasAlpha: false, depth: 8, pixels })
    expect(await sharp(tiff).metadata()).toMatchObject({ space: 'cmyk', channels: 4 })
    const found = await readBack(tiff, 'srgb', 8)
    const [paper, ink] = [found.subarray(0, 3), found.subarray(3, 6)]
    expect(Math.min(...paper)).toBeGreaterThan(245)
    expect(Math.max(...ink)).toBeLessThan(70)
  })

  it('keep their profile, XMP and orientation', async () => {
    const { icc } = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .withIccProfile('p3')
      .tiff()
      .toBuffer()
      .then((bytes) => sharp(bytes).metadata())
    const xmp = Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    const form = { colors: 'rgb', hasAlpha: false, depth: 8 } as const
    const tiff = toTiff({ ...form, width: 3, height: 2, pixels: fill(form, 3, 2), orientation: 6, xmp, ...(icc ? { icc } : {}) })
    const found = await sharp(tiff).metadata()
    expect(found).toMatchObject({ orientation: 6, hasProfile: true, autoOrient: { width: 2, height: 3 } })
    expect(found.xmp?.equals(xmp)).toBe(true)
    expect(found.icc?.equals(icc ?? Buffer.alloc(0))).toBe(true)
  })

  it('are written in the byte order of this machine, one pixel too', async () => {
    const pixels = new Uint8Array(Uint16Array.from([1000]).buffer)
    const tiff = toTiff({ width: 1, height: 1, colors: 'gray', hasAlpha: false, depth: 16, pixels })
    expect(Buffer.from(tiff.subarray(0, 2)).toString()).toBe(endianness() === 'LE' ? 'II' : 'MM')
    const found = await readBack(tiff, 'grey16', 16)
    expect(new Uint16Array(found.buffer, found.byteOffset, 1)[0]).toBe(1000)
  })

  it('are refused where there are fewer than the size says', () => {
    const form = { colors: 'rgb', hasAlpha: false, depth: 8 } as const
    expect(() => toTiff({ ...form, width: 3, height: 2, pixels: new Uint8Array(17) })).toThrow(RangeError)
    expect(() => toTiff({ ...form, width: 0, height: 2, pixels: new Uint8Array(17) })).toThrow(RangeError)
  })
})
