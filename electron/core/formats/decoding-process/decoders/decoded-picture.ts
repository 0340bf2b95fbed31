import { endianness } from 'node:os'
import type { PictureReading } from '../../../../../shared/pictures/pictures.ts'

/** A picture's pixels as its decoder gives them: not turned, in the colors of its profile. */
export type DecodedPicture = {
  readonly width: number
  readonly height: number
  /** `cmyk`: 0 is no ink. `lab`: CIE L*a*b* of 16 bits as TIFF 6.0 has it, section 23. */
  readonly colors: 'gray' | 'rgb' | 'cmyk' | 'lab'
  /** Straight, the last channel. */
  readonly hasAlpha: boolean
  /** 16: in this machine's byte order. */
  readonly depth: 8 | 16
  /** Rows from the top, interleaved. It may be a view of the decoder's memory: it is copied before the next await. */
  readonly pixels: Uint8Array
  readonly icc?: Uint8Array
  /** A TIFF structure, with or without `Exif\0\0` before it. Its orientation counts only as `orientation`. */
  readonly exif?: Uint8Array
  readonly xmp?: Uint8Array
  /** EXIF's 1–8, where the decoder has not applied it already. */
  readonly orientation?: number
  /** Facts beyond these pixels: other pages, or the file's bits per channel if those are neither 8 nor 16. */
  readonly reading?: PictureReading
}

export type DecodingLimits = {
  /** Pixels of the picture as stored. */
  readonly maxPixels: number
  /** Bytes of WebAssembly's memory, the file and the pixels in it included. */
  readonly maxBytes: number
  /** More bits of a channel than this are not needed. */
  readonly maxDepth: 8 | 16
}

/**
 * Reads the one picture of a file that counts. Its size was checked in the header before. Rejects with a failure of the image process
 * (decoding-messages.ts), or with any other error, whose words are shown as the decoder's.
 */
export type Decoder = (bytes: Uint8Array, limits: DecodingLimits) => Promise<DecodedPicture>

const channelsOf = { gray: 1, rgb: 3, cmyk: 4, lab: 3 } as const
/** TIFF 6.0, `PhotometricInterpretation`: BlackIsZero, RGB, Separated, CIELab. */
const photometricOf = { gray: 1, rgb: 2, cmyk: 5, lab: 8 } as const

/** TIFF 6.0, section 2: types of values, and their bytes. */
const [byte, short, long, undefinedBytes] = [1, 3, 4, 7]
const bytesOf: Readonly<Record<number, number>> = { [byte]: 1, [short]: 2, [long]: 4, [undefinedBytes]: 1 }

type Entry = { readonly tag: number; readonly type: number; readonly values: ArrayLike<number> }

/** Bytes of pixels in a strip: libtiff holds one strip at a time. */
const stripBytes = 128 * 1024

const isLittle = endianness() === 'LE'

const even = (bytes: number): number => bytes + (bytes % 2)

const writeValues = (view: DataView, at: number, { type, values }: Entry): void => {
  if (type === byte || type === undefinedBytes) {
    new Uint8Array(view.buffer, view.byteOffset).set(values, at)
    return
  }
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    if (type === short) view.setUint16(at + 2 * index, value, isLittle)
    else view.setUint32(at + 4 * index, value, isLittle)
  }
}

/** Where each entry's values are: inside the entry if they fit into four bytes, else behind the directory. */
const layOut = (entries: readonly Entry[]): { readonly places: readonly number[]; readonly end: number } => {
  let end = 8 + 2 + 12 * entries.length + 4
  const places = entries.map(({ type, values }, index) => {
    const bytes = values.length * (bytesOf[type] ?? 1)
    if (bytes <= 4) return 8 + 2 + 12 * index + 8
    const place = end
    end += even(bytes)
    return place
  })
  return { places, end }
}

const listEntries = (picture: DecodedPicture, channels: number, rowsPerStrip: number, strips: number, strip: number): readonly Entry[] => {
  const { width, height, colors, hasAlpha, depth, icc, xmp, orientation } = picture
  const last = height - (strips - 1) * rowsPerStrip
  const counts = Array.from({ length: strips }, (_, index) => (index < strips - 1 ? strip : (strip / rowsPerStrip) * last))
  const short1 = (tag: number, value: number): Entry => ({ tag, type: short, values: [value] })
  return [
    { tag: 256, type: long, values: [width] },
    { tag: 257, type: long, values: [height] },
    { tag: 258, type: short, values: new Array<number>(channels).fill(depth) },
    short1(259, 1),
    short1(262, photometricOf[colors]),
    // Their places are known when all the others are.
    { tag: 273, type: long, values: new Uint32Array(strips) },
    short1(274, orientation ?? 1),
    short1(277, channels),
    { tag: 278, type: long, values: [rowsPerStrip] },
    { tag: 279, type: long, values: counts },
    short1(284, 1),
    ...(colors === 'cmyk' ? [short1(332, 1)] : []),
    ...(hasAlpha ? [short1(338, 2)] : []),
    ...(xmp && xmp.length > 0 ? [{ tag: 700, type: byte, values: xmp }] : []),
    ...(icc && icc.length > 0 ? [{ tag: 34_675, type: undefinedBytes, values: icc }] : []),
  ]
}

/**
 * The picture as an uncompressed TIFF in memory (TIFF 6.0), which libvips reads with its colors, profile, XMP and orientation as any other
 * TIFF. Throws when there are too few pixels for its size, or more than a TIFF holds.
 */
export const toTiff = (picture: DecodedPicture): Uint8Array => {
  const { width, height, pixels } = picture
  const channels = channelsOf[picture.colors] + (picture.hasAlpha ? 1 : 0)
  const row = width * channels * (picture.depth / 8)
  const whole = row * height
  if (!(whole > 0) || pixels.length < whole) throw new RangeError(`${width} × ${height} pixels need ${whole} bytes, not ${pixels.length}.`)
  const rowsPerStrip = Math.max(1, Math.min(height, Math.floor(stripBytes / row)))
  const strips = Math.ceil(height / rowsPerStrip)
  const entries = listEntries(picture, channels, rowsPerStrip, strips, row * rowsPerStrip)
  const { places, end } = layOut(entries)
  if (end + whole > 0xffff_ffff) throw new RangeError(`${whole} bytes of pixels are too many for a TIFF.`)
  const bytes = Buffer.allocUnsafeSlow(end + whole)
  bytes.fill(0, 0, end)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  bytes.write(isLittle ? 'II' : 'MM', 'latin1')
  view.setUint16(2, 42, isLittle)
  view.setUint32(4, 8, isLittle)
  view.setUint16(8, entries.length, isLittle)
  for (const [index, entry] of entries.entries()) {
    const at = 10 + 12 * index
    const place = places[index] ?? at + 8
    view.setUint16(at, entry.tag, isLittle)
    view.setUint16(at + 2, entry.type, isLittle)
    view.setUint32(at + 4, entry.values.length, isLittle)
    if (place !== at + 8) view.setUint32(at + 8, place, isLittle)
    const values = entry.tag === 273 ? Array.from({ length: strips }, (_, strip) => end + strip * row * rowsPerStrip) : entry.values
    writeValues(view, place, { ...entry, values })
  }
  bytes.set(pixels.subarray(0, whole), end)
  return bytes
}
