import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { ImageFormat } from '../../../shared/images.ts'
import { nameRealKind } from './real-kind.ts'

/** Bytes to read first. Cameras put up to 64 KB of EXIF (with its small preview) before a JPEG's size. */
export const headBytes = 128 * 1024

/** Where looking for a JPEG's size ends: phones put depth maps and colour profiles of several MB before it, nobody more than this. */
export const maxHeadBytes = 32 * 1024 * 1024

/** The largest picture taken in. */
export const maxPixels = 100_000_000

/** Progressive JPEGs and interlaced PNGs have to be held in memory as a whole while they are decoded. */
export const maxProgressivePixels = 50_000_000

export type Identified =
  | {
      readonly kind: 'image'
      readonly format: ImageFormat
      /** Pixels as stored, before any EXIF orientation. */
      readonly width: number
      readonly height: number
      /** A progressive JPEG or an interlaced PNG. */
      readonly progressive: boolean
    }
  | { readonly kind: 'refused'; readonly error: AppError }
  /** Call again with the first `bytes` bytes of the file: more than were given, at most its size. */
  | { readonly kind: 'need-more'; readonly bytes: number }

const refuse = (code: ErrorCode, message: string, action?: string): Identified => ({
  kind: 'refused',
  error: new AppError(code, message, action === undefined ? {} : { action }),
})

const group = (value: number): string => value.toLocaleString('en-US')

/** The caps on pixels, checked before anything is decoded. */
const acceptSize = (format: ImageFormat, width: number, height: number, progressive: boolean): Identified => {
  if (width === 0 || height === 0)
    return refuse('damaged-image', `The picture’s header says ${group(width)} × ${group(height)} pixels: it is damaged.`)
  const limit = progressive ? maxProgressivePixels : maxPixels
  if (width * height <= limit) return { kind: 'image', format, width, height, progressive }
  const megapixels = group(Math.round((width * height) / 100_000) / 10)
  const which = !progressive ? '' : format === 'png' ? ' of an interlaced PNG' : ' of a progressive JPEG'
  const size = `The picture is ${group(width)} × ${group(height)} pixels (${megapixels} megapixels)`
  return refuse(
    'too-many-pixels',
    `${size}; at most ${limit / 1_000_000} megapixels${which} are taken.`,
    `Scale it down to at most ${limit / 1_000_000} megapixels${progressive ? ', or save it without progressive loading' : ''}, then add it.`,
  )
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** PNG specification, section 11.2.1: the first chunk is IHDR, 13 bytes long. */
const identifyPng = (head: Uint8Array, size: number): Identified => {
  if (head.length < 33) {
    if (size > head.length) return { kind: 'need-more', bytes: Math.min(size, headBytes) }
    return refuse('damaged-image', 'The PNG ends within its header.')
  }
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const chunk = String.fromCharCode(...head.subarray(12, 16))
  if (chunk === 'CgBI') return refuse('unsupported-format', 'It is a PNG in Apple’s private form for apps, not a standard PNG.')
  const [compression, filter, interlace] = [view.getUint8(26), view.getUint8(27), view.getUint8(28)]
  if (chunk !== 'IHDR' || view.getUint32(8) !== 13 || compression !== 0 || filter !== 0 || interlace > 1) {
    return refuse('damaged-image', 'The PNG’s header is damaged.')
  }
  return acceptSize('png', view.getUint32(16), view.getUint32(20), interlace === 1)
}

/** More of the file, in steps that double, so that long metadata costs few reads. */
const readFurther = (head: Uint8Array, size: number, position: number): Identified => {
  if (position >= size || head.length >= size) return refuse('damaged-image', 'The JPEG ends before its picture begins.')
  if (position > maxHeadBytes || head.length >= maxHeadBytes) {
    return refuse(
      'damaged-image',
      `The JPEG has more than ${maxHeadBytes / 1024 / 1024} MB of metadata before its picture.`,
      'Export the picture again without metadata, then add it.',
    )
  }
  return { kind: 'need-more', bytes: Math.min(size, maxHeadBytes, Math.max(position + 64 * 1024, head.length * 2)) }
}

/** SOFn markers (ITU-T T.81, table B.1) that are decoded here: baseline, extended and progressive, Huffman or arithmetic. */
const usualFrames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca])
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** TEM and RSTn stand alone, without a length. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** Walks the segments up to the frame header, ITU-T T.81 section B.2.2. */
const identifyJpeg = (head: Uint8Array, size: number): Identified => {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  let at = 2
  for (;;) {
    if (at + 2 > head.length) return readFurther(head, size, at + 2)
    if (view.getUint8(at) !== 0xff) return refuse('damaged-image', 'The JPEG’s header is damaged.')
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (standsAlone(marker)) {
      at += 2
      continue
    }
    if (marker === 0x00 || marker === 0xd8 || marker === 0xd9 || marker === 0xda) {
      return refuse('damaged-image', 'The JPEG has no picture in it: its header is damaged.')
    }
    if (at + 9 > head.length) return readFurther(head, size, at + 9)
    const length = view.getUint16(at + 2)
    if (length < 2) return refuse('damaged-image', 'The JPEG’s header is damaged.')
    if (isFrame(marker)) {
      if (!usualFrames.has(marker)) return refuse('unsupported-format', 'It is a JPEG of a rare kind (lossless or hierarchical).')
      return acceptSize('jpeg', view.getUint16(at + 7), view.getUint16(at + 5), marker === 0xc2 || marker === 0xca)
    }
    at += 2 + length
  }
}

/**
 * What a file is, from its first bytes (`headBytes`, or as many as an earlier `need-more` asked for) and its size in bytes; its name
 * plays no part. Only PNG and JPEG are taken; for the rest the reason names the real kind. Pure, never throws.
 * Refusals: `empty-file`, `unsupported-format`, `damaged-image`, `too-many-pixels`.
 */
export const identifyFile = (head: Uint8Array, size: number): Identified => {
  if (size === 0) return refuse('empty-file', 'The file is empty (0 bytes).')
  if (head.length < Math.min(size, 33)) return { kind: 'need-more', bytes: Math.min(size, headBytes) }
  if (pngSignature.every((byte, index) => head[index] === byte)) return identifyPng(head, size)
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return identifyJpeg(head, size)
  const real = nameRealKind(head)
  if (real === 'plain text')
    return refuse(
      'unsupported-format',
      `It is ${real}, not a PNG or JPEG picture.`,
      'Export it as PNG or JPEG, then add it; to add it as a text, use “More sources” in the Library.',
    )
  if (real) return refuse('unsupported-format', `It is ${real}, not a PNG or JPEG picture.`)
  return refuse('unsupported-format', 'It is not a PNG or JPEG picture, nor any other kind of file that Packshot knows.')
}
