import { identifyFile } from '../../kinds/identify-file.ts'

/** TIFF 6.0 and TIFF/EP (ISO 12234-2). */
const tags = {
  compression: 259,
  photometric: 262,
  description: 270,
  strips: 273,
  orientation: 274,
  stripLengths: 279,
  artist: 315,
  children: 330,
  jpeg: 513,
  jpegLength: 514,
  copyright: 33_432,
  exif: 34_665,
  colorSpace: 40_961,
  interoperability: 40_965,
  previewColorSpace: 50_970,
} as const

/** Values of a color filter array and of its colors: a camera's sensor. */
const sensorColors: readonly number[] = [32_803, 34_892]
/** Of JPEGs: as TIFF 6.0 had them, and as they are since. */
const jpegCompressions: readonly number[] = [6, 7]

type Entry = { readonly type: number; readonly count: number; readonly at: number }
type Directory = ReadonlyMap<number, Entry>

/** Bytes of a value by type; 0: none that is read here. */
const valueBytes = (type: number): number => [0, 1, 1, 2, 4][type] ?? (type === 13 ? 4 : 0)

/** More directories than any camera writes; a file may refer to them in a circle. */
const mostDirectories = 64
/** Most entries of a plausible directory. */
const mostEntries = 4096
const mostChildren = 16

const openRaw = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = bytes[0] === 0x49
  const uint16 = (at: number): number => view.getUint16(at, isLittle)
  const uint32 = (at: number): number => view.getUint32(at, isLittle)

  const readDirectory = (at: number): { readonly entries: Directory; readonly next: number } | undefined => {
    if (at < 8 || at + 2 > bytes.length) return undefined
    const count = uint16(at)
    const end = at + 2 + 12 * count
    if (count > mostEntries || end > bytes.length) return undefined
    const entries = new Map<number, Entry>()
    for (let place = at + 2; place < end; place += 12) {
      const [type, values] = [uint16(place + 2), uint32(place + 4)]
      const length = valueBytes(type) * values
      const from = length <= 4 ? place + 8 : uint32(place + 8)
      if (length > 0 && from + length <= bytes.length) entries.set(uint16(place), { type, count: values, at: from })
    }
    return { entries, next: end + 4 <= bytes.length ? uint32(end) : 0 }
  }

  const numbers = (entry: Entry | undefined, most: number): readonly number[] =>
    Array.from({ length: Math.min(entry?.count ?? 0, most) }, (_, index) => {
      const { type, at } = entry as Entry
      return type === 3 ? uint16(at + 2 * index) : type === 4 || type === 13 ? uint32(at + 4 * index) : (bytes[at + index] ?? 0)
    })

  /** All directories that can be reached, each once: the first one, those that follow it, and those below them. */
  const listDirectories = (): readonly Directory[] => {
    const found = new Map<number, Directory>()
    const open = [uint32(4)]
    for (let at = open.shift(); at !== undefined && found.size < mostDirectories; at = open.shift()) {
      if (at === 0 || found.has(at)) continue
      const directory = readDirectory(at)
      if (!directory) continue
      found.set(at, directory.entries)
      open.push(directory.next, ...numbers(directory.entries.get(tags.children), mostChildren))
    }
    return [...found.values()]
  }

  /** A directory that an entry refers to. */
  const below = (directory: Directory | undefined, tag: number): Directory | undefined => {
    const [at] = numbers(directory?.get(tag), 1)
    return at === undefined ? undefined : readDirectory(at)?.entries
  }

  const textOf = (entry: Entry | undefined): string =>
    entry?.type === 2 && entry.count < 100 ? String.fromCharCode(...bytes.subarray(entry.at, entry.at + entry.count)) : ''

  return { numbers, listDirectories, readFirst: () => readDirectory(uint32(4))?.entries, below, textOf }
}

/** Cameras say that a picture is in Adobe RGB, and leave out the profile (Exif 2.32, `ColorSpace`; DCF 2.0, `R03`). */
const saysAdobeRgb = ({ numbers, readFirst, below, textOf }: ReturnType<typeof openRaw>): boolean => {
  const exif = below(readFirst(), tags.exif)
  if (numbers(exif?.get(tags.colorSpace), 1)[0] === 2) return true
  return textOf(below(exif, tags.interoperability)?.get(1)).startsWith('R03')
}

/** The same of EXIF bytes, with or without `Exif\0\0` before them. */
export const isAdobeRgb = (exif: Uint8Array): boolean => {
  const tiff = exif[0] === 0x45 ? exif.subarray(6) : exif
  return tiff.length >= 16 && saysAdobeRgb(openRaw(tiff))
}

export type EmbeddedJpeg = {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  readonly isAdobeRgb?: boolean
}

export type RawContents = {
  /** The largest picture that we can decode, if there is any. */
  readonly jpeg?: EmbeddedJpeg
  /** The file's statement about that picture's colors, where it has no profile. */
  readonly isAdobeRgb: boolean
  /** A JPEG lies beyond the end of the file. */
  readonly isCutOff: boolean
  /** EXIF's 1–8, as the raw file says itself. */
  readonly orientation?: number
  /** Texts by their EXIF tag: description, artist, copyright. */
  readonly words: ReadonlyMap<number, Uint8Array>
}

type Place = { readonly at: number; readonly length: number; readonly isAdobeRgb?: boolean }

/** Where a directory's JPEG is: as TIFF 6.0 has it, or as its only strip. */
const findPlaces = (directory: Directory, numbers: (entry: Entry | undefined, most: number) => readonly number[]): readonly Place[] => {
  const one = (tag: number): number | undefined => (directory.get(tag)?.count === 1 ? numbers(directory.get(tag), 1)[0] : undefined)
  const pairs: readonly (readonly [number | undefined, number | undefined])[] = [
    [one(tags.jpeg), one(tags.jpegLength)],
    jpegCompressions.includes(one(tags.compression) ?? 0) && !sensorColors.includes(one(tags.photometric) ?? 0)
      ? [one(tags.strips), one(tags.stripLengths)]
      : [undefined, undefined],
  ]
  // Of DNG: its pictures for screens may have other colors than the camera was set to (DNG 1.7, `PreviewColorSpace`).
  const space = one(tags.previewColorSpace)
  const colors = space === undefined || space === 0 ? {} : { isAdobeRgb: space === 3 }
  return pairs.flatMap(([at, length]) => (at !== undefined && length !== undefined && length > 0 ? [{ at, length, ...colors }] : []))
}

/** A JPEG of a kind that we decode: not the lossless one, in which cameras keep what the sensor saw. */
const readJpeg = (bytes: Uint8Array, { isAdobeRgb: isAdobe }: Place): EmbeddedJpeg | undefined => {
  const found = identifyFile(bytes, bytes.length)
  return found.kind === 'image' && found.format === 'jpeg'
    ? { bytes, width: found.width, height: found.height, ...(isAdobe === undefined ? {} : { isAdobeRgb: isAdobe }) }
    : undefined
}

/** The pictures inside a raw file that is a TIFF (DNG, CR2, NEF, ARW …), which the camera made for screens. Never throws. */
export const findEmbeddedJpegs = (bytes: Uint8Array): RawContents => {
  if (bytes.length < 16) return { isCutOff: true, isAdobeRgb: false, words: new Map() }
  const raw = openRaw(bytes)
  const { numbers, listDirectories } = raw
  const directories = listDirectories()
  const places = directories.flatMap((directory) => findPlaces(directory, numbers))
  const [first] = directories
  const [orientation] = numbers(first?.get(tags.orientation), 1)
  const jpegs = places.flatMap((place) => readJpeg(bytes.subarray(place.at, place.at + place.length), place) ?? [])
  const largest = jpegs.reduce<EmbeddedJpeg | undefined>(
    (most, one) => (most && most.width * most.height >= one.width * one.height ? most : one),
    undefined,
  )
  const words = new Map<number, Uint8Array>()
  for (const tag of [tags.description, tags.artist, tags.copyright]) {
    const entry = first?.get(tag)
    if (entry?.type === 2 && entry.count < 10_000) words.set(tag, bytes.subarray(entry.at, entry.at + entry.count))
  }
  return {
    isCutOff: places.some(({ at, length }) => at + length > bytes.length),
    isAdobeRgb: largest?.isAdobeRgb ?? saysAdobeRgb(raw),
    words,
    ...(largest ? { jpeg: largest } : {}),
    ...(orientation !== undefined && orientation >= 1 && orientation <= 8 ? { orientation } : {}),
  }
}
