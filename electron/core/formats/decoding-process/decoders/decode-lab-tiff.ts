import { endianness } from 'node:os'
import sharp from 'sharp'
import { maxPixels } from '../../kinds/identified.ts'
import type { LabTags } from '../../kinds/identify-tiff.ts'
import { type DecodedPicture, toTiff } from './decoded-picture.ts'

// libvips reads no Lab TIFF of 8 bits (“bad labq format”), none whose values are ICC's, and Lab with transparency becomes black. So it reads the values as if
// they were RGB, and then Lab of 16 bits, which it knows.

/** `a` and `b` of CIE L*a*b* are signed; those of ICC's begin at half of all values (TIFF Technical Note 4, “ICC L*a*b*”). */
const toSigned = (kind: LabTags['kind'], depth: 8 | 16): ((value: number) => number) => {
  const half = depth === 8 ? 128 : 32_768
  return (value) => (kind === 'icc' ? value - half : value >= half ? value - 2 * half : value)
}

/** ICC's L* of 16 bits is 100 at 0xFF00 (ICC.1, PCS LAB of version 2). */
const toLightness = (kind: LabTags['kind'], depth: 8 | 16): ((value: number) => number) => {
  if (depth === 8) return (value) => value * 257
  return kind === 'icc' ? (value) => Math.min(65_535, Math.round((value * 65_535) / 0xff00)) : (value) => value
}

/** Pixels that are converted at once. */
const pieceSize = 1_000_000

const isLittle = endianness() === 'LE'

type Values = { readonly values: Uint8Array | Uint16Array; readonly channels: number; readonly depth: 8 | 16 }

/** Lab as 16 bits in libtiff's form, and from that sRGB of 8 bits. */
const toRgb = async ({ values, channels, depth }: Values, kind: LabTags['kind'], width: number, height: number): Promise<Uint8Array> => {
  const [signed, lightness] = [toSigned(kind, depth), toLightness(kind, depth)]
  const rgb = new Uint8Array(width * height * 3)
  const rows = Math.max(1, Math.floor(pieceSize / width))
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top)
    const lab = Buffer.allocUnsafe(width * count * 6)
    const put = (value: number, at: number): void => void (isLittle ? lab.writeUInt16LE(value, at) : lab.writeUInt16BE(value, at))
    for (let pixel = 0; pixel < width * count; pixel += 1) {
      const at = (top * width + pixel) * channels
      put(lightness(values[at] ?? 0), pixel * 6)
      for (const channel of [1, 2]) put((signed(values[at + channel] ?? 0) * (depth === 8 ? 256 : 1)) & 0xffff, pixel * 6 + 2 * channel)
    }
    const piece = toTiff({ width, height: count, colors: 'lab', hasAlpha: false, depth: 16, pixels: lab })
    rgb.set(await sharp(piece, { limitInputPixels: false }).toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer(), top * width * 3)
  }
  return rgb
}

/** A TIFF in Lab as sRGB, with its transparency. `bytes`: changed. */
export const decodeLabTiff = async (bytes: Uint8Array, { kind, hasAlpha, asRgb }: LabTags): Promise<DecodedPicture> => {
  for (const part of asRgb) bytes.set(part.bytes, part.at)
  const open = () => sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels })
  const { depth: stored, pages = 1, orientation, xmp } = await open().metadata()
  const depth = stored === 'ushort' ? 16 : 8
  const raw = depth === 16 ? open().toColourspace('rgb16').raw({ depth: 'ushort' }) : open().raw({ depth: 'uchar' })
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const values = depth === 16 ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2) : data
  const rgb = await toRgb({ values, channels, depth }, kind, width, height)
  const reading = { colors: 'lab' as const, ...(pages > 1 ? { pages } : {}), ...(depth === 16 ? { bits: 16 } : {}) }
  const more = { reading, ...(orientation ? { orientation } : {}), ...(xmp ? { xmp } : {}) }
  if (!hasAlpha || channels < 4) return { width, height, colors: 'rgb', depth: 8, hasAlpha: false, pixels: rgb, ...more }
  const pixels = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    pixels.set(rgb.subarray(pixel * 3, pixel * 3 + 3), pixel * 4)
    const alpha = values[pixel * channels + 3] ?? 0
    pixels[pixel * 4 + 3] = depth === 16 ? alpha >> 8 : alpha
  }
  return { width, height, colors: 'rgb', depth: 8, hasAlpha: true, pixels, ...more }
}
