import { brotliDecompressSync } from 'node:zlib'
import { latin } from '../../kinds/identified.ts'
import { listBoxes } from '../../kinds/identify-heif.ts'
import { readJxlHeader } from '../../kinds/identify-jxl.ts'
import { hasUsualColors, type JxlHeader } from '../../kinds/jxl-header.ts'
import { toWorkerError } from '../decoding-messages.ts'
import type { DecodedPicture, DecodingLimits } from './decoded-picture.ts'
import { decodeInOwnColors } from './jxl-in-own-colors.ts'
import { decodeInSrgb } from './jxl-in-srgb.ts'
import { profileOfNclx } from './nclx-profile.ts'
import { spread } from './spread.ts'

/** More EXIF or XMP is left out: it is not kept in a converted picture either. */
const mostMetadata = 1024 * 1024

/** A box that is compressed says what it holds in its first four bytes (ISO/IEC 18181-2, section 9.5: `brob`). */
const decompress = (content: Uint8Array): Uint8Array | undefined => {
  try {
    return brotliDecompressSync(content.subarray(4), { maxOutputLength: mostMetadata })
  } catch {
    return undefined
  }
}

/** EXIF begins behind the offset that its first four bytes say. */
const withoutOffset = (bytes: Uint8Array): Uint8Array =>
  bytes.length < 4 ? new Uint8Array() : bytes.subarray(4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0))

const readMetadata = (bytes: Uint8Array): Pick<DecodedPicture, 'exif' | 'xmp'> => {
  let found: Pick<DecodedPicture, 'exif' | 'xmp'> = {}
  for (const { name, from, to } of bytes[0] === 0xff ? [] : listBoxes(bytes)) {
    const content = bytes.subarray(from, Math.min(to, bytes.length))
    const isPacked = name === 'brob'
    const kind = isPacked ? latin(content, 0, 4) : name
    if ((kind !== 'Exif' && kind !== 'xml ') || content.length > mostMetadata) continue
    const plain = isPacked ? decompress(content) : content
    if (plain) found = kind === 'Exif' ? { ...found, exif: withoutOffset(plain) } : { ...found, xmp: plain }
  }
  return found
}

/** Most pictures are opaque: without that channel, in the same memory. */
const dropOpacity = <Samples extends Uint8Array | Uint16Array>(samples: Samples, most: number): Samples | undefined => {
  for (let at = 3; at < samples.length; at += 4) if (samples[at] !== most) return undefined
  let to = 0
  for (let at = 0; at < samples.length; at += 4) {
    samples[to++] = samples[at] as number
    samples[to++] = samples[at + 1] as number
    samples[to++] = samples[at + 2] as number
  }
  return samples.subarray(0, to) as Samples
}

type Pixels = Pick<DecodedPicture, 'width' | 'height' | 'colors' | 'hasAlpha' | 'depth' | 'pixels' | 'icc'>
type Size = { readonly width: number; readonly height: number }

const toPixels = (samples: Uint8Array | Uint16Array, { width, height }: Size): Pixels => {
  const depth = samples.BYTES_PER_ELEMENT === 1 ? 8 : 16
  const opaque = dropOpacity(samples, depth === 8 ? 0xff : 0xffff)
  const { buffer, byteOffset, byteLength } = opaque ?? samples
  return { width, height, colors: 'rgb', hasAlpha: opaque === undefined, depth, pixels: new Uint8Array(buffer, byteOffset, byteLength) }
}

/** ITU-T H.273 has two numbers for P3's primaries: by themselves with a cinema's white, which a JPEG XL states apart. */
const [cinemaP3, displayP3] = [11, 12]

const readOwn = async (bytes: Uint8Array, { colors }: JxlHeader, maxBytes: number): Promise<Pixels> => {
  const decoded = await decodeInOwnColors(bytes, maxBytes)
  const { data, bits } = decoded
  const samples =
    bits > 8
      ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2)
      : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  spread(samples, bits)
  const icc = colors && profileOfNclx(colors.primaries === cinemaP3 ? displayP3 : colors.primaries, colors.transfer)
  return { ...toPixels(samples, decoded), ...(icc ? { icc } : {}) }
}

const readInSrgb = async (bytes: Uint8Array, maxBytes: number): Promise<Pixels> => {
  const decoded = await decodeInSrgb(bytes, maxBytes)
  const { buffer, byteOffset, byteLength } = decoded.data
  return toPixels(new Uint8Array(buffer, byteOffset, byteLength), decoded)
}

/** Reads a JPEG XL, the first frame of an animation, upright: in the colors that its header says, or in sRGB from a profile. */
export const decodeJxl = async (
  bytes: Uint8Array,
  { maxPixels, maxBytes }: Pick<DecodingLimits, 'maxPixels' | 'maxBytes'>,
): Promise<DecodedPicture> => {
  const header = readJxlHeader(bytes)
  const picture = header && hasUsualColors(header) ? await readOwn(bytes, header, maxBytes) : await readInSrgb(bytes, maxBytes)
  if (picture.width * picture.height > maxPixels)
    throw toWorkerError({ kind: 'picture-over-pixel-limit', limit: maxPixels, isProgressive: false })
  const { depth, isAnimation } = header ?? {}
  const reading = { ...(isAnimation ? { isAnimation } : {}), ...(depth && depth.bits > 8 ? { bits: depth.bits } : {}) }
  return { ...picture, ...(Object.keys(reading).length > 0 ? { reading } : {}), ...readMetadata(bytes) }
}
