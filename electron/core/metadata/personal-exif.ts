import { type Exif, type ExifEntry, firstDirectory, openExif, readDirectory } from './exif-directories.ts'
import { type Personal, unknown, type WithoutPersonal } from './personal.ts'
import { gpsPointer } from './read-exif.ts'

/** Tags of Exif 3.0 (CIPA DC-008), 4.6.3–4.6.6, and of TIFF 6.0, by the directory that has them. */
const personalTags = {
  main: new Map<number, Personal>([
    [gpsPointer, 'location'], // the place of a directory
    [0x013c, 'device'], // HostComputer: phones put their owner's name for them here
    [0xc62f, 'device'], // CameraSerialNumber (DNG 1.7)
  ]),
  exif: new Map<number, Personal>([
    [0x927c, 'device'], // MakerNote
    [0xa430, 'device'], // CameraOwnerName
    [0xa431, 'device'], // BodySerialNumber
    [0xa435, 'device'], // LensSerialNumber
  ]),
} as const

const exifPointer = 0x8769
/** Bytes of one value, by its type (TIFF 6.0, section 2). */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

const unreadable = (): Error => new Error('EXIF that can’t be read')

type Directory = {
  readonly at: number
  readonly tags: ReadonlyMap<number, Personal>
  readonly entries: readonly ExifEntry[]
  readonly end: number
}

const readWhole = (exif: Exif, at: number, tags: ReadonlyMap<number, Personal>): Directory => {
  const { entries, end } = readDirectory(exif, at)
  if (end > exif.view.byteLength) throw unreadable()
  return { at, tags, entries, end }
}

/** The main directory, that of EXIF, and that of the small picture inside. */
const readDirectories = (exif: Exif): readonly Directory[] => {
  const { view, littleEndian } = exif
  const main = readWhole(exif, firstDirectory(exif), personalTags.main)
  const pointer = main.entries.find(({ tag }) => tag === exifPointer)
  const second = main.end + 4 <= view.byteLength ? view.getUint32(main.end, littleEndian) : 0
  const directories = [
    main,
    ...(pointer ? [readWhole(exif, pointer.value, personalTags.exif)] : []),
    ...(second === 0 ? [] : [readWhole(exif, second, personalTags.main)]),
  ]
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
    const found = directory.entries.filter(({ tag }) => directory.tags.has(tag))
    for (const entry of found) {
      removed.add(directory.tags.get(entry.tag) ?? 'device')
      if (entry.tag !== gpsPointer) clearValue(entry)
      else {
        if (directories.some(({ at }) => at === entry.value)) throw unreadable()
        const places = readWhole(exif, entry.value, new Map())
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
