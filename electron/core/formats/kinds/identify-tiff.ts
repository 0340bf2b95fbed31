import { acceptSize, type FilePart, type Identified, refuse } from './identified.ts'

/** Byte order, and the sizes of a classic TIFF or a BigTIFF. */
type Layout = { readonly littleEndian: boolean; readonly isBig: boolean }

const layouts: Readonly<Record<string, Layout>> = {
  'II*\0': { littleEndian: true, isBig: false },
  'MM\0*': { littleEndian: false, isBig: false },
  'II+\0': { littleEndian: true, isBig: true },
  'MM\0+': { littleEndian: false, isBig: true },
}

const layoutOf = (head: Uint8Array): Layout | undefined => layouts[String.fromCharCode(...head.subarray(0, 4))]

/** Canon's CR2 says so behind its header. */
const isCr2 = (head: Uint8Array): boolean => head[8] === 0x43 && head[9] === 0x52

/** So do Phase One and Leaf, whose first directory is a small preview. */
const isPhaseOne = (head: Uint8Array): boolean => ['IIII', 'MMMM'].includes(String.fromCharCode(...head.subarray(8, 12)))

export const isTiff = (head: Uint8Array): boolean => layoutOf(head) !== undefined

const damaged = (): Identified => refuse('damaged-image', { kind: 'header-damaged', format: 'tiff' })

/** Enough for a directory of five thousand entries. */
const directoryBytes = 64 * 1024

const tags = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  children: 330,
  subsampling: 530,
  extraSamples: 338,
  icc: 34_675,
  dngVersion: 50_706,
}
/** Values of a color filter array: a camera's sensor. */
const sensorColors: readonly number[] = [32_803, 34_892]

const toNumber = (big: bigint): number => (big > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(big))

/** Where the entries of a directory are in it (TIFF 6.0, section 2; BigTIFF), and where their values. */
const listEntries = (
  { littleEndian, isBig }: Layout,
  view: DataView,
): readonly { readonly at: number; readonly valueAt: number }[] | undefined => {
  const begin = isBig ? 8 : 2
  if (view.byteLength < begin) return undefined
  const count = isBig ? toNumber(view.getBigUint64(0, littleEndian)) : view.getUint16(0, littleEndian)
  const [length, valueAt] = isBig ? [20, 12] : [12, 8]
  const there = Math.min(count, Math.floor((view.byteLength - begin) / length))
  return Array.from({ length: there }, (_, index) => ({ at: begin + index * length, valueAt: begin + index * length + valueAt }))
}

/** The first value of each entry, of types BYTE, SHORT, LONG and LONG8; of others where they are. */
const readDirectory = (layout: Layout, view: DataView): ReadonlyMap<number, number> | undefined => {
  const { littleEndian, isBig } = layout
  const entries = listEntries(layout, view)
  if (!entries) return undefined
  const found = new Map<number, number>()
  for (const { at, valueAt } of entries) {
    const type = view.getUint16(at + 2, littleEndian)
    if (type === 1) found.set(view.getUint16(at, littleEndian), view.getUint8(valueAt))
    else if (type === 3) found.set(view.getUint16(at, littleEndian), view.getUint16(valueAt, littleEndian))
    else if (type === 16 && isBig) found.set(view.getUint16(at, littleEndian), toNumber(view.getBigUint64(valueAt, littleEndian)))
    else found.set(view.getUint16(at, littleEndian), view.getUint32(valueAt, littleEndian))
  }
  return found
}

const firstDirectoryAt = ({ littleEndian, isBig }: Layout, head: Uint8Array): number => {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  return isBig ? toNumber(view.getBigUint64(8, littleEndian)) : view.getUint32(4, littleEndian)
}

/** What the first directory says; a place: it is there, outside of what was given. */
const findDirectory = (head: Uint8Array, size: number, part?: FilePart): ReadonlyMap<number, number> | { at: number } | undefined => {
  const layout = layoutOf(head)
  if (!layout || head.length < 16) return undefined
  const at = firstDirectoryAt(layout, head)
  if (at < 8 || at >= size) return undefined
  const bytes = part?.at === at ? part.bytes : at + directoryBytes <= head.length || head.length >= size ? head.subarray(at) : undefined
  return bytes ? readDirectory(layout, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) : { at }
}

/** JPEG as TIFF 6.0 had it, which every program wrote in another way. */
const oldJpeg = 6

/** Camera raw files are TIFFs, too: of a small preview, with the sensor's data in directories below it. */
const isRaw = (head: Uint8Array, directory: ReadonlyMap<number, number>): boolean => {
  if (directory.has(tags.dngVersion) || isCr2(head) || isPhaseOne(head)) return true
  const isPreview = ((directory.get(tags.subfile) ?? 0) & 1) === 1
  return sensorColors.includes(directory.get(tags.photometric) ?? 0) || (isPreview && directory.has(tags.children))
}

/** The first directory's size: it may be anywhere in the file. Of a raw file that of a preview, or of what the sensor saw. */
export const identifyTiff = (head: Uint8Array, size: number, part?: FilePart): Identified => {
  const directory = findDirectory(head, size, part)
  if (directory === undefined) return damaged()
  if ('at' in directory) return { kind: 'need-part', at: directory.at, bytes: Math.min(directoryBytes, size - directory.at) }
  const [width, height] = [directory.get(tags.width), directory.get(tags.height)]
  // Only the image process can tell which of its pictures will be used, and looks at that one's size then.
  if (isRaw(head, directory)) return { kind: 'image', format: 'raw', width: width || 1, height: height || 1, progressive: false }
  if (directory.get(tags.compression) === oldJpeg) return refuse('unsupported-format', { kind: 'tiff-of-rare-kind', is: 'old-jpeg' })
  return width === undefined || height === undefined ? damaged() : acceptSize('tiff', width, height)
}

/** Reads from a place in a file. */
export type ReadPart = (at: number, bytes: number) => Promise<Uint8Array>

const readFirstDirectory = async (head: Uint8Array, size: number, readPart: ReadPart): Promise<FilePart | undefined> => {
  const layout = layoutOf(head)
  if (!layout || head.length < 16) return undefined
  const at = firstDirectoryAt(layout, head)
  return at < 8 || at >= size ? undefined : { at, bytes: await readPart(at, Math.min(directoryBytes, size - at)) }
}

/**
 * True if the channels beyond a TIFF's colors say nothing about transparency: saved selections, say (TIFF 6.0, `ExtraSamples`, 0).
 */
export const hasOnlyMasks = async (head: Uint8Array, size: number, readPart: ReadPart): Promise<boolean> => {
  const directory = findDirectory(head, size, await readFirstDirectory(head, size, readPart))
  return directory !== undefined && !('at' in directory) && directory.get(tags.extraSamples) === 0
}

/** TIFF 6.0, `PhotometricInterpretation`; ICC's is of its Technical Note 4. */
const [rgb, cieLab, iccLab] = [2, 8, 9]
/** A private tag that nobody reads. */
const unused = 65_001

export type LabTags = {
  readonly kind: 'cie' | 'icc'
  readonly hasAlpha: boolean
  /** What to write where in the file, so that it says its values are RGB, and has no profile. */
  readonly asRgb: readonly { readonly at: number; readonly bytes: Uint8Array }[]
}

/** `undefined`: the first directory is of a picture that is not Lab of 8 or 16 bits. */
export const findLabTags = async (head: Uint8Array, size: number, readPart: ReadPart): Promise<LabTags | undefined> => {
  const [layout, part] = [layoutOf(head), await readFirstDirectory(head, size, readPart)]
  if (!layout || !part) return undefined
  const { littleEndian, isBig } = layout
  const view = new DataView(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength)
  const values = readDirectory(layout, view)
  const photometric = values?.get(tags.photometric)
  if (!values || (photometric !== cieLab && photometric !== iccLab)) return undefined
  const toBytes = (value: number): Uint8Array => Uint8Array.from(littleEndian ? [value & 255, value >> 8] : [value >> 8, value & 255])
  const asRgb: { at: number; bytes: Uint8Array }[] = []
  let bits = values.get(tags.bits)
  for (const { at, valueAt } of listEntries(layout, view) ?? []) {
    const tag = view.getUint16(at, littleEndian)
    if (tag === tags.photometric) asRgb.push({ at: part.at + valueAt, bytes: toBytes(rgb) })
    if (tag === tags.icc) asRgb.push({ at: part.at + at, bytes: toBytes(unused) })
    // Of three channels and more they are not in the entry of a classic TIFF.
    if (tag !== tags.bits || isBig || view.getUint32(at + 4, littleEndian) <= 2) continue
    const [one = 0, other = 0] = await readPart(view.getUint32(valueAt, littleEndian), 2)
    bits = littleEndian ? one + 256 * other : 256 * one + other
  }
  if (bits !== 8 && bits !== 16) return undefined
  return { kind: photometric === iccLab ? 'icc' : 'cie', hasAlpha: (values.get(tags.extraSamples) ?? 0) !== 0, asRgb }
}

const ycbcr = 6
const jpeg = 7

/**
 * True if the values of the first directory's picture are YCbCr, one of each for a pixel, and in no JPEG (TIFF 6.0, section 21): libvips takes them for RGB.
 */
export const isPlainYcc = async (head: Uint8Array, size: number, readPart: ReadPart): Promise<boolean> => {
  const [layout, part] = [layoutOf(head), await readFirstDirectory(head, size, readPart)]
  if (!layout || !part) return false
  const view = new DataView(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength)
  const values = readDirectory(layout, view)
  if (!values || values.get(tags.photometric) !== ycbcr || values.get(tags.compression) === jpeg) return false
  const entry = listEntries(layout, view)?.find(({ at }) => view.getUint16(at, layout.littleEndian) === tags.subsampling)
  if (!entry) return false
  return [0, 2].every((offset) => view.getUint16(entry.valueAt + offset, layout.littleEndian) === 1)
}
