import { crc32 } from 'node:zlib'
import type { SentFormat } from '../../../shared/images.ts'
import { uprightExif } from './read-exif.ts'

/** Behind SOI and the JFIF segment, if there is one (JFIF 1.02: it is the first). */
const placeInJpeg = (jpeg: Uint8Array): number => (jpeg[2] === 0xff && jpeg[3] === 0xe0 ? 4 + ((jpeg[4] ?? 0) << 8) + (jpeg[5] ?? 0) : 2)

/** An APP1 segment (Exif 2.32, section 4.5.4); at most 64 KB. */
const toSegment = (exif: Uint8Array): Buffer => {
  const head = Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1')
  head.writeUInt16BE(exif.length + 8, 2)
  return Buffer.concat([head, exif])
}

/** PNG specification, third edition, section 11.3.3.3. */
const toChunk = (exif: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from('eXIf', 'latin1'), exif])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(exif.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Behind the signature and IHDR. */
const placeInPng = 8 + 25

/** The upright picture with this EXIF, whose orientation then says so; without what is no EXIF. */
export const putExif = (picture: Uint8Array, format: SentFormat, exif: Uint8Array): Uint8Array => {
  const upright = uprightExif(exif)
  if (!upright) return picture
  const place = format === 'jpeg' ? placeInJpeg(picture) : placeInPng
  const added = format === 'jpeg' ? toSegment(upright) : toChunk(upright)
  return Buffer.concat([picture.subarray(0, place), added, picture.subarray(place)])
}
