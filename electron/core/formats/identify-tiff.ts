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

export const isTiff = (head: Uint8Array): boolean => layoutOf(head) !== undefined

const damaged = (): Identified => refuse('damaged-image', { kind: 'header-damaged', format: 'tiff' })

/** Enough for a directory of five thousand entries. */
const directoryBytes = 64 * 1024

const tags = { subfile: 254, width: 256, height: 257, photometric: 262, children: 330, extraSamples: 338, dngVersion: 50_706 }
/** Values of a color filter array: a camera's sensor. */
const sensorColors: readonly number[] = [32_803, 34_892]

const toNumber = (big: bigint): number => (big > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(big))

/** The first value of each entry (TIFF 6.0, section 2; BigTIFF), of types BYTE, SHORT, LONG and LONG8; of others where they are. */
const readDirectory = ({ littleEndian, isBig }: Layout, view: DataView): ReadonlyMap<number, number> | undefined => {
  const begin = isBig ? 8 : 2
  if (view.byteLength < begin) return undefined
  const count = isBig ? toNumber(view.getBigUint64(0, littleEndian)) : view.getUint16(0, littleEndian)
  const [length, valueAt] = isBig ? [20, 12] : [12, 8]
  const found = new Map<number, number>()
  for (let index = 0, at = begin; index < count && at + length <= view.byteLength; index += 1, at += length) {
    const type = view.getUint16(at + 2, littleEndian)
    const value = at + valueAt
    if (type === 1) found.set(view.getUint16(at, littleEndian), view.getUint8(value))
    else if (type === 3) found.set(view.getUint16(at, littleEndian), view.getUint16(value, littleEndian))
    else if (type === 16 && isBig) found.set(view.getUint16(at, littleEndian), toNumber(view.getBigUint64(value, littleEndian)))
    else found.set(view.getUint16(at, littleEndian), view.getUint32(value, littleEndian))
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

/** Camera raw files are TIFFs, too: of a small preview, with the sensor's data in directories below it. */
const isRaw = (head: Uint8Array, directory: ReadonlyMap<number, number>): boolean => {
  if (directory.has(tags.dngVersion) || isCr2(head)) return true
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
  return width === undefined || height === undefined ? damaged() : acceptSize('tiff', width, height)
}

/**
 * True if the channels beyond a TIFF's colors say nothing about transparency: saved selections, say (TIFF 6.0, `ExtraSamples`, 0). `readPart`
 * reads from a place in the file.
 */
export const hasOnlyMasks = async (
  head: Uint8Array,
  size: number,
  readPart: (at: number, bytes: number) => Promise<Uint8Array>,
): Promise<boolean> => {
  const first = findDirectory(head, size)
  const directory =
    first && 'at' in first
      ? findDirectory(head, size, { at: first.at, bytes: await readPart(first.at, Math.min(directoryBytes, size - first.at)) })
      : first
  return directory !== undefined && !('at' in directory) && directory.get(tags.extraSamples) === 0
}
