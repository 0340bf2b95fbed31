import { type BmpHeader, readBmpHeader } from '../../kinds/identify-bmp.ts'
import { toWorkerError } from '../decoding-messages.ts'
import type { DecodedPicture } from './decoded-picture.ts'

// Our own: of the packages that read BMP, fast-bmp has no 4 and 16 bits, no runs and no other masks than one; bmp-ts believes the sizes
// of palettes and rows, and shows a picture whose opacity is zero everywhere as invisible.

const cutOff = (): Error => toWorkerError({ kind: 'picture-cut-off' })
const damaged = (said: string): Error => toWorkerError({ kind: 'picture-undecodable', said })

/** Rows end at whole 32-bit words. */
const rowBytesOf = ({ width, bits }: BmpHeader): number => Math.ceil((width * bits) / 32) * 4

/** Where each row of the picture begins in the file, from its top. A last row may lack the bytes that fill it up. */
const findRows = (bytes: Uint8Array, header: BmpHeader): ((y: number) => number) => {
  const { width, height, bits, pixelsAt, isFromTop } = header
  const rowBytes = rowBytesOf(header)
  if (pixelsAt + rowBytes * (height - 1) + Math.ceil((width * bits) / 8) > bytes.length) throw cutOff()
  return (y) => pixelsAt + rowBytes * (isFromTop ? y : height - 1 - y)
}

/** Values of 8 bits for all that a mask can hold. */
const readMask = (mask: number): { readonly mask: number; readonly shift: number; readonly values: Uint8Array } => {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
  const most = mask >>> shift
  if ((most & (most + 1)) !== 0 || most > 0xffff) throw damaged('its color masks make no sense')
  return { mask, shift, values: Uint8Array.from({ length: most + 1 }, (_, value) => (most === 0 ? 0 : Math.round((value * 255) / most))) }
}

type Pixels = Pick<DecodedPicture, 'hasAlpha' | 'pixels'>

/** Programs that know nothing of opacity leave its bits zero. */
const isInvisible = (pixels: Uint8Array): boolean => {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return false
  return true
}

/** 16 and 32 bits a pixel. */
const readMasked = (bytes: Uint8Array, header: BmpHeader): Pixels => {
  const { width, height, bits } = header
  const rowAt = findRows(bytes, header)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const masks = header.masks.map(readMask)
  const hasAlpha = header.masks[3] !== 0
  const used = hasAlpha ? masks : masks.slice(0, 3)
  const pixels = new Uint8Array(width * height * used.length)
  let to = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0, at = rowAt(y); x < width; x++, at += bits / 8) {
      const pixel = bits === 16 ? view.getUint16(at, true) : view.getUint32(at, true)
      for (const { mask, shift, values } of used) pixels[to++] = values[(pixel & mask) >>> shift] as number
    }
  }
  if (hasAlpha && isInvisible(pixels)) for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255
  return { hasAlpha, pixels }
}

/** 24 bits a pixel: blue, green, red. */
const readTriples = (bytes: Uint8Array, header: BmpHeader): Pixels => {
  const { width, height } = header
  const rowAt = findRows(bytes, header)
  const pixels = new Uint8Array(width * height * 3)
  let to = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0, at = rowAt(y); x < width; x++, at += 3) {
      pixels[to++] = bytes[at + 2] as number
      pixels[to++] = bytes[at + 1] as number
      pixels[to++] = bytes[at] as number
    }
  }
  return { hasAlpha: false, pixels }
}

/** A palette's place for each pixel. */
const readPlaces = (bytes: Uint8Array, header: BmpHeader): Uint8Array => {
  const { width, height, bits } = header
  const rowAt = findRows(bytes, header)
  const perByte = 8 / bits
  const places = new Uint8Array(width * height)
  let to = 0
  for (let y = 0; y < height; y++) {
    const at = rowAt(y)
    for (let x = 0; x < width; x++) {
      const byte = bytes[at + Math.floor(x / perByte)] as number
      places[to++] = (byte >> (8 - bits * ((x % perByte) + 1))) & (2 ** bits - 1)
    }
  }
  return places
}

/** The same, written in runs. Pixels that are left out have the first color. */
const readRuns = (bytes: Uint8Array, { width, height, bits, pixelsAt, isFromTop }: BmpHeader): Uint8Array => {
  const places = new Uint8Array(width * height)
  let [at, x, y] = [pixelsAt, 0, 0]
  const put = (place: number): void => {
    if (x < width && y < height) places[(isFromTop ? y : height - 1 - y) * width + x] = place
    x++
  }
  const next = (): number => {
    if (at >= bytes.length) throw cutOff()
    return bytes[at++] as number
  }
  // A picture may end without saying so.
  while (y < height && !(at >= bytes.length && y === height - 1 && x >= width)) {
    const [count, value] = [next(), next()]
    if (count > 0) {
      for (let index = 0; index < count; index++) put(bits === 8 ? value : index % 2 === 0 ? value >> 4 : value & 15)
    } else if (value === 0) {
      x = 0
      y++
    } else if (value === 1) {
      break
    } else if (value === 2) {
      x += next()
      y += next()
    } else {
      const length = Math.ceil((value * bits) / 8)
      if (at + length > bytes.length) throw cutOff()
      for (let index = 0; index < value; index++) {
        const byte = bytes[at + (bits === 8 ? index : index >> 1)] as number
        put(bits === 8 ? byte : index % 2 === 0 ? byte >> 4 : byte & 15)
      }
      at += length + (length % 2)
    }
  }
  return places
}

/** A place beyond the palette is black. */
const readWithPalette = (bytes: Uint8Array, header: BmpHeader): Pixels => {
  const { at, entryBytes } = header.palette
  // Some state more colors than there is room for before the pixels.
  const entries = Math.min(header.palette.entries, Math.max(0, Math.floor((header.pixelsAt - at) / entryBytes)))
  if (at + entries * entryBytes > bytes.length) throw cutOff()
  const colors = new Uint8Array(256 * 3)
  for (let entry = 0; entry < entries; entry++)
    for (let color = 0; color < 3; color++) colors[entry * 3 + color] = bytes[at + entry * entryBytes + 2 - color] as number
  const places = header.packing === 'none' ? readPlaces(bytes, header) : readRuns(bytes, header)
  const pixels = new Uint8Array(places.length * 3)
  let to = 0
  for (const place of places) {
    pixels[to++] = colors[place * 3] as number
    pixels[to++] = colors[place * 3 + 1] as number
    pixels[to++] = colors[place * 3 + 2] as number
  }
  return { hasAlpha: false, pixels }
}

/** Windows bitmaps of all versions, and those of OS/2 (Microsoft, “Bitmap Storage”; [MS-WMF] 2.2.2.9 and 3.1.6). */
export const decodeBmp = async (bytes: Uint8Array): Promise<DecodedPicture> => {
  const header = readBmpHeader(bytes)
  if (!header || header === 'rare') throw damaged('its header is damaged')
  const { width, height, bits, profile } = header
  const icc = profile && profile.at + profile.bytes <= bytes.length ? bytes.subarray(profile.at, profile.at + profile.bytes) : undefined
  const read = bits <= 8 ? readWithPalette : bits === 24 ? readTriples : readMasked
  return { width, height, colors: 'rgb', depth: 8, ...read(bytes, header), ...(icc ? { icc } : {}) }
}
