import { type Exif, type ExifEntry, firstDirectory, openExif, readDirectory } from './exif-directories.ts'
import { type Personal, unknown, type WithoutPersonal } from './personal.ts'
import { gpsPointer } from './read-exif.ts'

/** Tags of Exif 3.0 (CIPA DC-008), 4.6.3–4.6.6, TIFF 6.0, DNG 1.7 and XMP part 3. Programs write them into any directory, and readers find them there. */
const personalTags: ReadonlyMap<number, readonly Personal[]> = new Map<number, readonly Personal[]>([
  [gpsPointer, ['location']], // the place of a directory
  [0x013c, ['device']], // HostComputer: phones put their owner's name for them here
  [0x02bc, unknown], // XMP
  [0x83bb, unknown], // IPTC
  [0x8649, unknown], // Photoshop's resources, IPTC among them
  [0x927c, ['device']], // MakerNote
  [0xa430, ['device']], // CameraOwnerName
  [0xa431, ['device']], // BodySerialNumber
  [0xa435, ['device']], // LensSerialNumber
  [0xc62f, ['device']], // CameraSerialNumber
  [0xc634, ['device']], // DNGPrivateData, with the maker's notes
  [0xfde8, ['device']], // Camera Raw's OwnerName
  [0xfde9, ['device']], // Camera Raw's SerialNumber
])

const exifPointer = 0x8769
const subDirectories = 0x014a
const mostDirectories = 20
/** Bytes of one value, by its type (TIFF 6.0, section 2). */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

const unreadable = (): Error => new Error('EXIF that can’t be read')

type Directory = {
  readonly at: number
  readonly entries: readonly ExifEntry[]
  readonly end: number
}

const readWhole = (exif: Exif, at: number): Directory => {
  const { entries, end } = readDirectory(exif, at)
  if (end > exif.view.byteLength) throw unreadable()
  return { at, entries, end }
}

/** The places of directories that a directory names: of EXIF, and of further pictures (TIFF Technical Note 1, SubIFDs). */
const placesIn = ({ view, littleEndian }: Exif, { entries }: Directory): readonly number[] =>
  entries.flatMap(({ tag, count, value }) => {
    if (tag === exifPointer || (tag === subDirectories && count === 1)) return [value]
    if (tag !== subDirectories) return []
    if (count > mostDirectories || value + count * 4 > view.byteLength) throw unreadable()
    return Array.from({ length: count }, (_, index) => view.getUint32(value + index * 4, littleEndian))
  })

/** The main directory, that of the small picture inside, and those that these name. */
const readDirectories = (exif: Exif): readonly Directory[] => {
  const { view, littleEndian } = exif
  const main = readWhole(exif, firstDirectory(exif))
  const second = main.end + 4 <= view.byteLength ? view.getUint32(main.end, littleEndian) : 0
  const directories = [main, ...(second === 0 ? [] : [readWhole(exif, second)])]
  for (const directory of directories) {
    const places = placesIn(exif, directory)
    if (directories.length + places.length > mostDirectories) throw unreadable()
    directories.push(...places.map((at) => readWhole(exif, at)))
  }
  if (new Set(directories.map(({ at }) => at)).size < directories.length) throw unreadable()
  return directories
}

/** Takes entries out of a directory; those after them, and the place of the next directory, move up. */
const removeEntries = (tiff: Buffer, { littleEndian }: Exif, { at, entries, end }: Directory, removed: readonly ExifEntry[]): void => {
  const kept = entries.filter((entry) => !removed.includes(entry)).map((entry) => Buffer.from(tiff.subarray(entry.at, entry.at + 12)))
  const next = Buffer.from(tiff.subarray(end, end + 4))
  tiff.fill(0, at, Math.min(end + 4, tiff.length))
  if (littleEndian) tiff.writeUInt16LE(kept.length, at)
  else tiff.writeUInt16BE(kept.length, at)
  Buffer.concat([...kept, next]).copy(tiff, at + 2)
}

/** Clears values where they are, so that everything else keeps its place: makers' programs and previews depend on it. */
const clear = (tiff: Buffer): ReadonlySet<Personal> => {
  const exif = openExif(tiff)
  if (!exif) throw unreadable()
  const removed = new Set<Personal>()
  const directories = readDirectories(exif)
  const clearValue = ({ type, count, value }: ExifEntry): void => {
    const bytes = (typeBytes[type] ?? 0) * count
    if (bytes <= 4) return
    // Clearing a value that overlaps a directory would destroy the directory.
    if (directories.some(({ at, end }) => value < end + 4 && value + bytes > at)) throw unreadable()
    if (value < tiff.length) tiff.fill(0, value, Math.min(value + bytes, tiff.length))
  }
  for (const directory of directories) {
    const found = directory.entries.filter(({ tag }) => personalTags.has(tag))
    for (const entry of found) {
      for (const kind of personalTags.get(entry.tag) ?? []) removed.add(kind)
      if (entry.tag !== gpsPointer) clearValue(entry)
      else {
        if (directories.some(({ at }) => at === entry.value)) throw unreadable()
        const places = readWhole(exif, entry.value)
        for (const place of places.entries) clearValue(place)
        removeEntries(tiff, exif, places, places.entries)
      }
    }
    if (found.length > 0) removeEntries(tiff, exif, directory, found)
  }
  return removed
}

/** EXIF from its TIFF header on, without personal data; every other value keeps its place. */
export const withoutPersonalExif = (exif: Uint8Array): WithoutPersonal<Buffer> => {
  const opened = openExif(exif)
  const tiff = Buffer.from(opened ? exif.subarray(opened.view.byteOffset - exif.byteOffset) : [])
  try {
    return { removed: clear(tiff), content: tiff }
  } catch {
    return { content: null, removed: new Set(unknown) }
  }
}
