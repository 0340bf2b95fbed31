/** Offsets within a TIFF structure, as EXIF uses it (Exif 2.32, section 4.5.2: 16-bit counts, 12-byte entries). */
type Reader = { readonly view: DataView; readonly littleEndian: boolean }

type Entry = { readonly tag: number; readonly type: number; readonly count: number; readonly value: number }

const orientationTag = 0x0112
const gpsPointer = 0x8825
const gpsLatitude = 0x0002
const gpsLongitude = 0x0004

/** The TIFF header, with or without the `Exif\0\0` before it. */
const openTiff = (exif: Uint8Array): Reader | undefined => {
  const start = String.fromCharCode(...exif.subarray(0, 6)) === 'Exif\0\0' ? 6 : 0
  if (exif.length < start + 8) return undefined
  const view = new DataView(exif.buffer, exif.byteOffset + start, exif.byteLength - start)
  const order = view.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return undefined
  const littleEndian = order === 0x4949
  return view.getUint16(2, littleEndian) === 42 ? { view, littleEndian } : undefined
}

/** The entries of the directory at `offset`; those beyond the end are left out. */
const readDirectory = ({ view, littleEndian }: Reader, offset: number): Entry[] => {
  if (offset < 8 || offset + 2 > view.byteLength) return []
  const entries: Entry[] = []
  const count = view.getUint16(offset, littleEndian)
  for (let index = 0, at = offset + 2; index < count && at + 12 <= view.byteLength; index += 1, at += 12) {
    entries.push({
      tag: view.getUint16(at, littleEndian),
      type: view.getUint16(at + 2, littleEndian),
      count: view.getUint32(at + 4, littleEndian),
      value: view.getUint32(at + 8, littleEndian),
    })
  }
  return entries
}

/**
 * A copy of EXIF bytes, from their TIFF header on, that says the picture is upright (Exif 2.32, `Orientation`); undefined: it is no EXIF.
 */
export const uprightExif = (exif: Uint8Array): Uint8Array | undefined => {
  const given = openTiff(exif)
  if (!given) return undefined
  const copy = Uint8Array.from(exif.subarray(given.view.byteOffset - exif.byteOffset))
  const view = new DataView(copy.buffer)
  const main = view.getUint32(4, given.littleEndian)
  for (const [index, { tag, type }] of readDirectory(given, main).entries())
    if (tag === orientationTag && type === 3) view.setUint16(main + 2 + 12 * index + 8, 1, given.littleEndian)
  return copy
}

/** Type 5, three rationals of 8 bytes, all within the data, not all zero over zero (some phones write that for "no position"). */
const isCoordinate = ({ view, littleEndian }: Reader, entry: Entry | undefined): boolean => {
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
  const reader = openTiff(exif)
  if (!reader) return false
  const main = readDirectory(reader, reader.view.getUint32(4, reader.littleEndian))
  const pointer = main.find(({ tag }) => tag === gpsPointer)
  if (!pointer) return false
  const gps = readDirectory(reader, pointer.value)
  const find = (wanted: number): Entry | undefined => gps.find(({ tag }) => tag === wanted)
  return isCoordinate(reader, find(gpsLatitude)) && isCoordinate(reader, find(gpsLongitude))
}
