import { isUtf8 } from 'node:buffer'
import type { SentFormat } from '../../../../shared/pictures/picture-formats.ts'
import { findJpegEnd, type JpegSegment, jpegSegment, mostSegmentBytes, readJpegSegments } from './jpeg-segments.ts'
import { isXmpSegment, xmpSignature } from './jpeg-xmp.ts'
import { decodePacket } from './merge-xmp.ts'
import { type Personal, unknown } from './personal.ts'
import { withoutPersonalExif } from './personal-exif.ts'
import { withoutPersonalResources } from './personal-iptc.ts'
import { kindOfProperty, withoutPersonalXmp } from './personal-xmp.ts'
import { type PngChunk, pngChunk, readPngChunks } from './png-chunks.ts'
import { isXmpChunk, makeXmpChunk, readXmpChunk } from './png-xmp.ts'
import { exifSignature } from './put-exif.ts'
import { isRawProfile, makeRawProfile, type RawProfile, readRawProfile } from './raw-profiles.ts'

/** The file without it, in pieces. `removed` is empty: nothing in it tells of people, and the pieces are the file as it was. */
export type PersonalRemoved = { readonly pieces: readonly Uint8Array[]; readonly removed: ReadonlySet<Personal> }

const resourcesSignature = Buffer.from('Photoshop 3.0\0', 'latin1')
const extensionSignature = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1')
const beginsWith = ({ content }: JpegSegment, signature: Buffer): boolean => content.subarray(0, signature.length).equals(signature)

const packetOf = (read: () => string): string | null => {
  try {
    return read()
  } catch {
    return null
  }
}

type Removing = {
  readonly removed: Set<Personal>
  readonly note: (found: Iterable<Personal>) => void
  /** EXIF's, 1–8; 1: upright. */
  readonly orientation: number
}
const createRemoving = (orientation: number): Removing => {
  const removed = new Set<Personal>()
  const note = (found: Iterable<Personal>): void => {
    for (const one of found) removed.add(one)
  }
  return { removed, note, orientation }
}

const cleanXmp = (read: () => string, { note }: Removing): string | null => {
  const packet = packetOf(read)
  const { content, removed } = packet === null ? { content: null, removed: unknown } : withoutPersonalXmp(packet)
  note(removed)
  return content
}

/** EXIF that says nothing but which way is up. */
const orientationOnly = (orientation: number): Buffer =>
  Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0])

const cleanExif = (exif: Uint8Array, { note, orientation }: Removing): Buffer | null => {
  const { content, removed } = withoutPersonalExif(exif)
  note(removed)
  return content ?? (orientation > 1 ? orientationOnly(orientation) : null)
}

type Signed = readonly [marker: number, signature: RegExp]
const isOneOf = ({ marker, content }: JpegSegment, signed: readonly Signed[]): boolean => {
  const head = content.toString('latin1', 0, 20)
  return signed.some(([of, signature]) => marker === of && signature.test(head))
}

/** JFIF, the profile, the copyright that Photoshop saves for the web, Adobe’s colors. */
const harmless: readonly Signed[] = [
  [0xe0, /^JF(?:IF|XX)\0/],
  [0xe2, /^ICC_PROFILE\0/],
  [0xec, /^Ducky/],
  [0xee, /^Adobe/],
]
/** Segments of makers with owners, serial numbers or places: Canon, Parrot, Kodak, Ricoh, GoPro, DJI. */
const ofMakers: readonly Signed[] = [
  [0xe0, /^.{6}HEAPJPGM/s],
  [0xe1, /^PARROT\0/],
  [0xe3, /^meta\0/i],
  [0xe5, /^RMETA\0/],
  [0xe6, /^GoPro\0/],
  [0xe7, /^DJI-DBG\0/],
]

/** Other applications’ segments hold whatever they like, small pictures and recordings among it. */
const isKept = (segment: JpegSegment): boolean => {
  const isApplication = segment.marker >= 0xe0 && segment.marker <= 0xef
  return !isApplication || isOneOf(segment, harmless)
}

/** Old programs write XMP in Latin-1. Its markup reads the same. */
const cleanXmpSegment = (content: Buffer, removing: Removing): Buffer | null => {
  const bytes = content.subarray(xmpSignature.length)
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
  const packet = cleanXmp(() => decodePacket(encoding === 'utf8' ? bytes : Buffer.from(bytes.toString('latin1'))), removing)
  return packet === null ? null : Buffer.from(packet, encoding)
}

/** Readers ignore the case of the signature, and the byte that fills it up. */
const isExifSegment = ({ marker, content }: JpegSegment): boolean =>
  marker === 0xe1 && /^exif\0/i.test(content.toString('latin1', 0, exifSignature.length))

/** A segment of the header without personal data; `null`: remove it. */
const cleanSegment = (bytes: Buffer, segment: JpegSegment, removing: Removing): Buffer | null => {
  const { marker, content, from, to } = segment
  if (isExifSegment(segment)) {
    const exif = cleanExif(content.subarray(exifSignature.length), removing)
    return exif && jpegSegment(marker, [exifSignature, exif])
  }
  if (isXmpSegment(segment)) {
    const packet = cleanXmpSegment(content, removing)
    return packet && jpegSegment(marker, [xmpSignature, packet])
  }
  // More XMP, which can be of any size and is in pieces (XMP specification, part 3, 1.1.3.1).
  if ((marker === 0xe1 && beginsWith(segment, extensionSignature)) || isOneOf(segment, ofMakers)) removing.note(unknown)
  return isKept(segment) ? bytes.subarray(from, to) : null
}

const resourceSegments = (resources: Buffer): readonly Buffer[] => {
  const room = mostSegmentBytes - resourcesSignature.length
  const count = Math.ceil(resources.length / room)
  return Array.from({ length: count }, (_, index) =>
    jpegSegment(0xed, [resourcesSignature, resources.subarray(index * room, (index + 1) * room)]),
  )
}

/** What follows a picture's end may be another one with its own metadata, or a phone's recording with its place. Zeros only fill it up. */
const hasContent = (bytes: Buffer, end: number): boolean => bytes.subarray(end).some((byte) => byte !== 0)

const fromJpeg = (bytes: Buffer, orientation: number): PersonalRemoved => {
  const segments = readJpegSegments(bytes)
  const removing = createRemoving(orientation)
  const isResources = (segment: JpegSegment): boolean => segment.marker === 0xed && beginsWith(segment, resourcesSignature)
  const joined = Buffer.concat(segments.filter(isResources).map(({ content }) => content.subarray(resourcesSignature.length)))
  const resources = withoutPersonalResources(joined)
  removing.note(resources.removed)
  let isWritten = false
  const header = segments.flatMap((segment) => {
    if (!isResources(segment)) return cleanSegment(bytes, segment, removing) ?? []
    if (isWritten) return []
    isWritten = true
    return resourceSegments(resources.content ?? Buffer.alloc(0))
  })
  const data = segments.at(-1)?.to ?? 2
  const end = findJpegEnd(bytes, data)
  if (hasContent(bytes, end)) removing.note(unknown)
  if (removing.removed.size === 0) return { pieces: [bytes], removed: removing.removed }
  return { pieces: [bytes.subarray(0, 2), ...header, bytes.subarray(data, end)], removed: removing.removed }
}

const textTypes: readonly string[] = ['tEXt', 'zTXt', 'iTXt']
const startsWith = (content: Buffer, signature: Buffer): boolean => content.subarray(0, signature.length).equals(signature)

/** The content of a profile without personal data; `null`: nothing is left. */
const cleanProfile = ({ type, content }: RawProfile, removing: Removing): Buffer | null => {
  if (type === 'iptc' || type === '8bim') {
    const resources = withoutPersonalResources(content)
    removing.note(resources.removed)
    return resources.content
  }
  if (type === 'xmp' || startsWith(content, xmpSignature)) {
    const signature = content.subarray(0, type === 'xmp' ? 0 : xmpSignature.length)
    const packet = cleanXmp(() => decodePacket(content.subarray(signature.length)), removing)
    return packet === null ? null : Buffer.concat([signature, Buffer.from(packet)])
  }
  const exif = cleanExif(content, removing)
  return exif && Buffer.concat([exifSignature, exif])
}

/** Older programs keep EXIF, IPTC and XMP in texts, in a form of their own. */
const cleanRawProfile = (bytes: Buffer, chunk: PngChunk, removing: Removing): Buffer | null => {
  const profile = readRawProfile(chunk)
  if (!profile) {
    removing.note(unknown)
    return null
  }
  const own = createRemoving(removing.orientation)
  const content = cleanProfile(profile, own)
  removing.note(own.removed)
  if (own.removed.size === 0) return bytes.subarray(chunk.from, chunk.to)
  return content && makeRawProfile({ ...profile, content })
}

/** ImageMagick repeats EXIF and XMP as texts: `exif:GPSLatitude`, `photoshop:City`. */
const kindOfText = ({ type, content }: PngChunk): Personal | undefined => {
  if (!textTypes.includes(type)) return undefined
  const keyword = content.toString('latin1', 0, Math.min(80, Math.max(0, content.indexOf(0))))
  return kindOfProperty(keyword)
}

const cleanChunk = (bytes: Buffer, chunk: PngChunk, removing: Removing): Buffer | null => {
  if (isRawProfile(chunk)) return cleanRawProfile(bytes, chunk, removing)
  const said = kindOfText(chunk)
  if (said) {
    removing.note([said])
    return null
  }
  if (isXmpChunk(chunk)) {
    const packet = cleanXmp(() => readXmpChunk(chunk), removing)
    return packet === null ? null : makeXmpChunk(packet)
  }
  if (chunk.type !== 'eXIf') return bytes.subarray(chunk.from, chunk.to)
  const exif = cleanExif(chunk.content, removing)
  return exif && pngChunk('eXIf', exif)
}

const fromPng = (bytes: Buffer, orientation: number): PersonalRemoved => {
  const { chunks, end } = readPngChunks(bytes)
  const removing = createRemoving(orientation)
  const kept = chunks.flatMap((chunk) => cleanChunk(bytes, chunk, removing) ?? [])
  if (chunks.at(-1)?.type === 'IEND' && hasContent(bytes, end)) removing.note(unknown)
  if (removing.removed.size === 0) return { pieces: [bytes], removed: removing.removed }
  return { pieces: [bytes.subarray(0, chunks[0]?.from ?? 0), ...kept], removed: removing.removed }
}

/**
 * Takes out of a JPEG or PNG what its metadata tells of people: where it was taken, the camera's and lens' serial numbers, their owner,
 * names of persons shown, and whatever follows the picture's end. The picture's own data, its color profile, copyright, texts and the rest stay as they are. `orientation` (EXIF's, 1–8) stays even where
 * the EXIF can't be read and goes. Errors: `file-unreadable`.
 */
export const removePersonal = (bytes: Buffer, format: SentFormat, orientation: number): PersonalRemoved =>
  format === 'jpeg' ? fromJpeg(bytes, orientation) : fromPng(bytes, orientation)
