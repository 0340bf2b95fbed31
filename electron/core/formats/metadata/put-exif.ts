import type { SentFormat } from '../../../../shared/pictures/picture-formats.ts'
import { jpegSegment } from './jpeg-segments.ts'
import { pngChunk } from './png-chunks.ts'
import { uprightExif } from './read-exif.ts'

/** Signature of an EXIF segment in a JPEG (Exif 2.32, section 4.5.4). */
export const exifSignature = Buffer.from('Exif\0\0', 'latin1')

/** Behind SOI and the JFIF segment, if there is one (JFIF 1.02: it is the first). */
const placeInJpeg = (jpeg: Uint8Array): number => (jpeg[2] === 0xff && jpeg[3] === 0xe0 ? 4 + ((jpeg[4] ?? 0) << 8) + (jpeg[5] ?? 0) : 2)

/** Behind the signature and IHDR. */
const placeInPng = 8 + 25

/** The upright picture with this EXIF, at most 64 KB, whose orientation then says so; without what is no EXIF. */
export const putExif = (picture: Uint8Array, format: SentFormat, exif: Uint8Array): Uint8Array => {
  const upright = uprightExif(exif)
  if (!upright) return picture
  const [place, added] =
    format === 'jpeg' ? [placeInJpeg(picture), jpegSegment(0xe1, [exifSignature, upright])] : [placeInPng, pngChunk('eXIf', upright)]
  return Buffer.concat([picture.subarray(0, place), added, picture.subarray(place)])
}
