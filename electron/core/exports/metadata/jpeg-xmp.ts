import { AppError } from '../../../../shared/errors.ts'
import { decodePacket, mergeXmp, type PictureTexts, refuseSeveral, shortenPadding } from './merge-xmp.ts'

/** The signature of an XMP segment (XMP specification, part 3, 1.1.3). */
const signature = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
/** Bytes of a packet in one segment, as there. */
const mostBytes = 65_502

type Segment = { readonly marker: number; readonly from: number; readonly to: number; readonly content: Buffer }

const cutOff = (): AppError => new AppError('file-unreadable', { kind: 'header-cut-off' }, { kept: 'nothing-changed' })

/** The segments before the picture's own data (ITU-T T.81, B.1.1). */
const readSegments = (bytes: Buffer): readonly Segment[] => {
  const segments: Segment[] = []
  let at = 2
  for (;;) {
    if (bytes[at] !== 0xff) throw cutOff()
    let marker = at
    // Any number of fill bytes may stand before a marker.
    while (bytes[marker + 1] === 0xff) marker++
    const kind = bytes[marker + 1]
    if (kind === undefined) throw cutOff()
    if (kind === 0xda || kind === 0xd9) return segments
    if (marker + 4 > bytes.length) throw cutOff()
    const to = marker + 2 + bytes.readUInt16BE(marker + 2)
    if (to > bytes.length || to < marker + 4) throw cutOff()
    segments.push({ marker: kind, from: at, to, content: bytes.subarray(marker + 4, to) })
    at = to
  }
}

const isXmp = ({ marker, content }: Segment): boolean => marker === 0xe1 && content.subarray(0, signature.length).equals(signature)
/** JFIF and Exif come first, as their specifications say. */
const comesFirst = ({ marker, content }: Segment): boolean =>
  marker === 0xe0 || (marker === 0xe1 && content.subarray(0, 5).toString('latin1') === 'Exif\0')

/** A JPEG without its XMP: the same for all copies of a picture, whatever their texts. */
export const withoutJpegXmp = (bytes: Buffer): Buffer => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw cutOff()
  const kept: Buffer[] = []
  let at = 0
  for (const { from, to } of readSegments(bytes).filter(isXmp)) {
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
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw cutOff()
  const segments = readSegments(bytes)
  const xmps = segments.filter(isXmp)
  refuseSeveral(xmps)
  const [earlier] = xmps
  const merged = mergeXmp(earlier ? decodePacket(earlier.content.subarray(signature.length)) : null, texts)
  const packet = Buffer.from(shortenPadding(merged, mostBytes))
  if (packet.length > mostBytes)
    throw new AppError('file-too-large', { kind: 'xmp-too-large', bytes: packet.length, maxBytes: mostBytes }, { kept: 'nothing-changed' })
  const header = Buffer.alloc(4)
  header.writeUInt16BE(0xffe1, 0)
  header.writeUInt16BE(2 + signature.length + packet.length, 2)
  let first = 0
  while (segments[first] !== undefined && comesFirst(segments[first] as Segment)) first++
  const from = earlier?.from ?? (first > 0 ? (segments[first - 1]?.to ?? 2) : 2)
  return [bytes.subarray(0, from), header, signature, packet, bytes.subarray(earlier?.to ?? from)]
}
