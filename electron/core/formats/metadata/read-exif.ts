import { type Exif, type ExifEntry, firstDirectory, openExif, readDirectory } from './exif-directories.ts'

const orientationTag = 0x0112
export const gpsPointer = 0x8825
const gpsLatitude = 0x0002
const gpsLongitude = 0x0004

/**
 * A copy of EXIF bytes, from their TIFF header on, that says the picture is upright (Exif 2.32, `Orientation`); undefined: it is no EXIF.
 */
export const uprightExif = (exif: Uint8Array): Uint8Array | undefined => {
  const given = openExif(exif)
  if (!given) return undefined
  const copy = Uint8Array.from(exif.subarray(given.view.byteOffset - exif.byteOffset))
  const view = new DataView(copy.buffer)
  for (const { at, tag, type } of readDirectory(given, firstDirectory(given)).entries)
    if (tag === orientationTag && type === 3) view.setUint16(at + 8, 1, given.littleEndian)
  return copy
}

/** Type 5, three rationals of 8 bytes, all within the data, not all zero over zero (some phones write that for "no position"). */
const isCoordinate = ({ view, littleEndian }: Exif, entry: ExifEntry | undefined): boolean => {
  if (entry?.type !== 5 || entry.count < 1 || entry.count > 3) return false
  if (entry.value + entry.count * 8 > view.byteLength) return false
  for (let index = 0; index < entry.count; index += 1) {
    if (view.getUint32(entry.value + index * 8 + 4, littleEndian) !== 0) return true
  }
  return false
}

/**
 * True if EXIF bytes carry a GPS position, that is latitude and longitude (Exif 2.32, section 4.6.6). Any bytes are safe: what
 * cannot be read counts as no position. One step from the first directory to the GPS directory, so nothing can loop.
 */
export const hasGpsPosition = (exif: Uint8Array): boolean => {
  const opened = openExif(exif)
  if (!opened) return false
  const pointer = readDirectory(opened, firstDirectory(opened)).entries.find(({ tag }) => tag === gpsPointer)
  if (!pointer) return false
  const gps = readDirectory(opened, pointer.value).entries
  const find = (tag: number): ExifEntry | undefined => gps.find((entry) => entry.tag === tag)
  return isCoordinate(opened, find(gpsLatitude)) && isCoordinate(opened, find(gpsLongitude))
}
