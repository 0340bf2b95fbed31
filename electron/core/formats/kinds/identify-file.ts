import { acceptSize, type FilePart, type Identified, refuse } from './identified.ts'
import { identifyBmp, isBmp } from './identify-bmp.ts'
import { identifyGif, identifyWebp, isGif, isWebp } from './identify-gif-webp.ts'
import { identifyHeif, isHeif } from './identify-heif.ts'
import { identifyJp2, isJp2 } from './identify-jp2.ts'
import { identifyJxl, isJxl } from './identify-jxl.ts'
import { identifyPsd, isPsd } from './identify-psd.ts'
import { identifyTiff, isTiff } from './identify-tiff.ts'
import { findRealKind } from './real-kind.ts'

/** Bytes to read first. Cameras put up to 64 KB of EXIF (with its small preview) before a JPEG's size. */
export const headBytes = 128 * 1024

/** Limit of the search for a JPEG's size: phones put depth maps and color profiles of several MB before it, but never more than this. */
export const maxHeadBytes = 32 * 1024 * 1024

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** PNG specification, section 11.2.1: the first chunk is IHDR, 13 bytes long. */
const identifyPng = (head: Uint8Array, size: number): Identified => {
  if (head.length < 33) {
    if (size > head.length) return { kind: 'need-more', bytes: Math.min(size, headBytes) }
    return refuse('damaged-image', { kind: 'png-cut-off-in-header' })
  }
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const chunk = String.fromCharCode(...head.subarray(12, 16))
  if (chunk === 'CgBI') return refuse('unsupported-format', { kind: 'png-of-apple-app' })
  const [compression, filter, interlace] = [view.getUint8(26), view.getUint8(27), view.getUint8(28)]
  if (chunk !== 'IHDR' || view.getUint32(8) !== 13 || compression !== 0 || filter !== 0 || interlace > 1) {
    return refuse('damaged-image', { kind: 'header-damaged', format: 'png' })
  }
  return acceptSize('png', view.getUint32(16), view.getUint32(20), interlace === 1)
}

/** More of the file, in steps that double, so that long metadata costs few reads. */
const readFurther = (head: Uint8Array, size: number, position: number): Identified => {
  if (position >= size || head.length >= size) return refuse('damaged-image', { kind: 'jpeg-cut-off-in-header' })
  if (position > maxHeadBytes || head.length >= maxHeadBytes) {
    return refuse('damaged-image', { kind: 'jpeg-metadata-too-long', maxBytes: maxHeadBytes })
  }
  return { kind: 'need-more', bytes: Math.min(size, maxHeadBytes, Math.max(position + 64 * 1024, head.length * 2)) }
}

const usualPrecision = 8

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
    if (view.getUint8(at) !== 0xff) return refuse('damaged-image', { kind: 'header-damaged', format: 'jpeg' })
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
      return refuse('damaged-image', { kind: 'jpeg-without-picture' })
    }
    if (at + 9 > head.length) return readFurther(head, size, at + 9)
    const length = view.getUint16(at + 2)
    if (length < 2) return refuse('damaged-image', { kind: 'header-damaged', format: 'jpeg' })
    if (isFrame(marker)) {
      if (!usualFrames.has(marker) || view.getUint8(at + 4) !== usualPrecision) {
        return refuse('unsupported-format', { kind: 'jpeg-of-rare-kind' })
      }
      return acceptSize('jpeg', view.getUint16(at + 7), view.getUint16(at + 5), marker === 0xc2 || marker === 0xca)
    }
    at += 2 + length
  }
}

/**
 * Identifies a file from its first bytes (`headBytes`, or as many as an earlier `need-more` asked for), its size in bytes and the part
 * that an earlier `need-part` asked for; its name plays no part. The reason of a refused one names the real kind. Pure, never throws.
 * Refusals: `empty-file`, `unsupported-format`, `damaged-image`, `too-many-pixels`.
 */
export const identifyFile = (head: Uint8Array, size: number, part?: FilePart): Identified => {
  if (size === 0) return refuse('empty-file', { kind: 'file-empty' })
  if (head.length < Math.min(size, 33)) return { kind: 'need-more', bytes: Math.min(size, headBytes) }
  if (pngSignature.every((byte, index) => head[index] === byte)) return identifyPng(head, size)
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return identifyJpeg(head, size)
  if (isWebp(head)) return identifyWebp(head)
  if (isGif(head)) return identifyGif(head)
  if (isTiff(head)) return identifyTiff(head, size, part)
  if (isHeif(head)) return identifyHeif(head, size, part)
  if (isJxl(head)) return identifyJxl(head, size, part)
  if (isJp2(head)) return identifyJp2(head, size, part)
  if (isPsd(head)) return identifyPsd(head)
  if (isBmp(head)) return identifyBmp(head)
  const is = findRealKind(head)
  return refuse('unsupported-format', is === undefined ? { kind: 'file-of-unknown-kind' } : { kind: 'file-of-other-kind', is })
}
