import { AppError } from '../../../../shared/base/errors.ts'
import { type JpegSegment, jpegSegment, readJpegSegments } from './jpeg-segments.ts'
import { decodePacket, mergeXmp, type PictureTexts, refuseSeveral, shortenPadding } from './merge-xmp.ts'

/** The signature of an XMP segment (XMP specification, part 3, 1.1.3). */
export const xmpSignature = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
/** Bytes of a packet in one segment, as there. */
const mostBytes = 65_502

export const isXmpSegment = ({ marker, content }: JpegSegment): boolean =>
  marker === 0xe1 && content.subarray(0, xmpSignature.length).equals(xmpSignature)
/** JFIF and Exif come first, as their specifications say. */
const comesFirst = ({ marker, content }: JpegSegment): boolean =>
  marker === 0xe0 || (marker === 0xe1 && content.subarray(0, 5).toString('latin1') === 'Exif\0')

/** A JPEG without its XMP: the same for all copies of a picture, whatever their texts. */
export const withoutJpegXmp = (bytes: Buffer): Buffer => {
  const kept: Buffer[] = []
  let at = 0
  for (const { from, to } of readJpegSegments(bytes).filter(isXmpSegment)) {
    kept.push(bytes.subarray(at, from))
    at = to
  }
  return Buffer.concat([...kept, bytes.subarray(at)])
}

/**
 * A JPEG with these texts in its XMP, in pieces. Every other byte is as it was. Errors: `file-unreadable` (`xmp-unreadable`, a damaged header),
 * `file-too-large` where the texts don't fit into one segment.
 */
export const writeJpegTexts = (bytes: Buffer, texts: PictureTexts): readonly Buffer[] => {
  const segments = readJpegSegments(bytes)
  const xmps = segments.filter(isXmpSegment)
  refuseSeveral(xmps)
  const [earlier] = xmps
  const merged = mergeXmp(earlier ? decodePacket(earlier.content.subarray(xmpSignature.length)) : null, texts)
  const packet = Buffer.from(shortenPadding(merged, mostBytes))
  if (packet.length > mostBytes)
    throw new AppError('file-too-large', { kind: 'xmp-too-large', bytes: packet.length, maxBytes: mostBytes }, { kept: 'nothing-changed' })
  let first = 0
  while (segments[first] !== undefined && comesFirst(segments[first] as JpegSegment)) first++
  const from = earlier?.from ?? (first > 0 ? (segments[first - 1]?.to ?? 2) : 2)
  return [bytes.subarray(0, from), jpegSegment(0xe1, [xmpSignature, packet]), bytes.subarray(earlier?.to ?? from)]
}
