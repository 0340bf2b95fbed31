import { AppError } from '../../../../shared/base/errors.ts'

/** `content`: what follows the marker and the length. */
export type JpegSegment = { readonly marker: number; readonly from: number; readonly to: number; readonly content: Buffer }

/** The longest content of a segment, in bytes. */
export const mostSegmentBytes = 65_533

const cutOff = (): AppError => new AppError('file-unreadable', { kind: 'header-cut-off' }, { kept: 'nothing-changed' })

/** Where the next marker begins; decoders skip what is before it, and fill bytes. */
const findMarker = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const kind = bytes[at + 1]
    if (kind !== undefined && kind !== 0 && kind !== 0xff) return at
  }
  throw cutOff()
}

/** The segments before the picture's own data (ITU-T T.81, B.1.1). Throws `file-unreadable`, also where the file ends without a picture. */
export const readJpegSegments = (bytes: Buffer): readonly JpegSegment[] => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw cutOff()
  const segments: JpegSegment[] = []
  let at = 2
  for (;;) {
    const marker = findMarker(bytes, at)
    const kind = bytes[marker + 1] as number
    if (kind === 0xda) return segments
    // The end marker before any data: what follows it belongs to no picture.
    if (kind === 0xd9 || marker + 4 > bytes.length) throw cutOff()
    const to = marker + 2 + bytes.readUInt16BE(marker + 2)
    if (to > bytes.length || to < marker + 4) throw cutOff()
    segments.push({ marker: kind, from: at, to, content: bytes.subarray(marker + 4, to) })
    at = to
  }
}

/** A segment of at most `mostSegmentBytes` of content. */
export const jpegSegment = (marker: number, content: readonly Uint8Array[]): Buffer => {
  const header = Buffer.from([0xff, marker, 0, 0])
  const segment = Buffer.concat([header, ...content])
  segment.writeUInt16BE(segment.length - 2, 2)
  return segment
}

/** Where the picture ends that begins at `from`, the first byte after its header's segments: after its end marker, or with the file. */
export const findJpegEnd = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const kind = bytes[at + 1] as number
    if (kind === 0xd9) return at + 2
    // A fill byte; a stuffed byte or a restart marker within the data, neither of which has a length.
    if (kind === 0xff) at += 1
    else if (kind === 0 || kind === 0x01 || (kind >= 0xd0 && kind <= 0xd8)) at += 2
    else if (at + 4 > bytes.length) break
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return bytes.length
}
