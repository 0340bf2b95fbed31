import { type Personal, unknown, type WithoutPersonal } from './personal.ts'

/** Tags of Exif 3.0 (CIPA DC-008), 4.6.3–4.6.6, and of TIFF 6.0, by the directory that has them. */
const personalTags = {
  main: new Map<number, Personal>([
    [0x8825, 'location'], // GPSInfo, the place of a directory
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
const gpsPointer = 0x8825
/** Bytes of one value, by its type (TIFF 6.0, section 2). */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

type Entry = { readonly at: number; readonly tag: number; readonly bytes: number; readonly value: number }

const unreadable = (): Error => new Error('EXIF that can’t be read')

/** EXIF's directories, changed in place: what stays keeps its place, as maker's programs and previews count on it. */
const openExif = (tiff: Buffer) => {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) throw unreadable()
  const isLittle = order === 'II'
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number): number => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  if (short(2) !== 42) throw unreadable()

  const read = (directory: number): { readonly entries: readonly Entry[]; readonly end: number } => {
    if (directory < 8 || directory + 2 > tiff.length) throw unreadable()
    const count = short(directory)
    const end = directory + 2 + count * 12
    if (end > tiff.length) throw unreadable()
    const entries = Array.from({ length: count }, (_, index) => {
      const at = directory + 2 + index * 12
      return { at, tag: short(at), bytes: (typeBytes[short(at + 2)] ?? 0) * long(at + 4), value: long(at + 8) }
    })
    return { entries, end }
  }
  /** Takes entries out of a directory; those after them, and the place of the next directory, move up. */
  const remove = (directory: number, removed: readonly Entry[]): void => {
    const { entries, end } = read(directory)
    const kept = entries.filter(({ at }) => !removed.some((one) => one.at === at)).map(({ at }) => Buffer.from(tiff.subarray(at, at + 12)))
    const next = Buffer.from(tiff.subarray(end, end + 4))
    tiff.fill(0, directory, Math.min(end + 4, tiff.length))
    if (isLittle) tiff.writeUInt16LE(kept.length, directory)
    else tiff.writeUInt16BE(kept.length, directory)
    Buffer.concat([...kept, next]).copy(tiff, directory + 2)
  }
  const clearValue = ({ bytes, value }: Entry): void => {
    if (bytes > 4 && value < tiff.length) tiff.fill(0, value, Math.min(value + bytes, tiff.length))
  }
  return { first: long(4), read, remove, clearValue, next: (end: number): number => (end + 4 <= tiff.length ? long(end) : 0) }
}

/**
 * EXIF (from its TIFF header on) without what it tells of people. Values are cleared where they are and everything else keeps its place, so
 * the result is as long as before.
 */
export const withoutPersonalExif = (exif: Uint8Array): WithoutPersonal<Buffer> => {
  const removed = new Set<Personal>()
  const tiff = Buffer.from(exif)
  try {
    const { first, read, remove, clearValue, next } = openExif(tiff)
    const directories: { readonly at: number; readonly tags: ReadonlyMap<number, Personal> }[] = []
    const main = read(first)
    directories.push({ at: first, tags: personalTags.main })
    const exifDirectory = main.entries.find(({ tag }) => tag === exifPointer)
    if (exifDirectory) directories.push({ at: exifDirectory.value, tags: personalTags.exif })
    // That of the small picture inside.
    const second = next(main.end)
    if (second !== 0) directories.push({ at: second, tags: personalTags.main })
    if (new Set(directories.map(({ at }) => at)).size < directories.length) throw unreadable()
    const found = directories.map(({ at, tags }) => ({ at, entries: read(at).entries.filter(({ tag }) => tags.has(tag)) }))
    const spans = directories.map(({ at }) => ({ from: at, to: read(at).end + 4 }))
    const clear = (entry: Entry): void => {
      // Clearing a value that overlaps a directory would destroy the directory.
      if (entry.bytes > 4 && spans.some(({ from, to }) => entry.value < to && entry.value + entry.bytes > from)) throw unreadable()
      clearValue(entry)
    }
    for (const { at, entries } of found) {
      for (const entry of entries) {
        removed.add(personalTags.main.get(entry.tag) ?? 'device')
        if (entry.tag === gpsPointer) {
          const { entries: places } = read(entry.value)
          if (spans.some(({ from }) => from === entry.value)) throw unreadable()
          for (const place of places) clear(place)
          remove(entry.value, places)
        } else clear(entry)
      }
      if (entries.length > 0) remove(at, entries)
    }
    return { content: tiff, removed }
  } catch {
    return { content: null, removed: new Set(unknown) }
  }
}
