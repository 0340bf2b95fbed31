import { toWorkerError } from '../decoding-messages.ts'

/** Reads one value after the other; what is beyond the end is a file that is cut off. */
export const readFrom = (bytes: Uint8Array, from: number) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = from
  const take = (length: number): number => {
    const begin = at
    if (!(length >= 0) || begin + length > bytes.length) throw toWorkerError({ kind: 'picture-cut-off' })
    at = begin + length
    return begin
  }
  return {
    at: (): number => at,
    isAtEnd: (): boolean => at >= bytes.length,
    uint8: (): number => view.getUint8(take(1)),
    uint16: (): number => view.getUint16(take(2)),
    int16: (): number => view.getInt16(take(2)),
    uint32: (): number => view.getUint32(take(4)),
    /** A length: 64 bits in places of a PSB. */
    length: (isLong: boolean): number => (isLong ? Number(view.getBigUint64(take(8))) : view.getUint32(take(4))),
    text: (length: number): string => String.fromCharCode(...bytes.subarray(take(length), at)),
    bytes: (length: number): Uint8Array => bytes.subarray(take(length), at),
  }
}

/** “Image Resource IDs” of the specification. */
export const resourceIds = { iccProfile: 1039, version: 1057, exif: 1058, xmp: 1060 } as const

/** The image resources by id; the first of each. A damaged one ends the list: pictures without them are still pictures. */
export const readResources = (section: Uint8Array): ReadonlyMap<number, Uint8Array> => {
  const found = new Map<number, Uint8Array>()
  const reader = readFrom(section, 0)
  try {
    while (!reader.isAtEnd()) {
      reader.text(4)
      const id = reader.uint16()
      const nameLength = reader.uint8()
      // The name with its length, and the data, are filled up to an even length.
      reader.bytes(nameLength + ((nameLength + 1) % 2))
      const data = reader.bytes(reader.uint32())
      if (!found.has(id)) found.set(id, data)
      if (data.length % 2 === 1 && !reader.isAtEnd()) reader.uint8()
    }
  } catch {
    return found
  }
  return found
}

/** Blocks whose length has 64 bits in a PSB (“Additional Layer Information”). */
const longBlocks: ReadonlySet<string> = new Set([
  'LMsk',
  'Lr16',
  'Lr32',
  'Layr',
  'Mt16',
  'Mt32',
  'Mtrn',
  'Alph',
  'FMsk',
  'lnk2',
  'FEid',
  'FXid',
  'PxSD',
  'cinf',
])

/** Blocks that say the merged picture has transparency, by themselves. */
const transparencyBlocks: readonly string[] = ['Mtrn', 'Mt16', 'Mt32']
/** The layers of a document of 16 or 32 bits, which begin with their number. */
const layerBlocks: readonly string[] = ['Layr', 'Lr16', 'Lr32']

/** Of the number of layers: below zero, “the first alpha channel contains the transparency data for the merged result”. */
const saysTransparent = (layers: Uint8Array): boolean => layers.length >= 2 && ((layers[0] ?? 0) & 0x80) !== 0
const hasNumber = (layers: Uint8Array): boolean => layers.length >= 2 && (layers[0] !== 0 || layers[1] !== 0)

/** True if it is of a block in a section of layers and masks. Layers at their usual place count as a block, too; a damaged one ends the section. */
const someBlock = (section: Uint8Array, isLarge: boolean, is: (key: string, block: Uint8Array) => boolean): boolean => {
  if (section.length === 0) return false
  try {
    const reader = readFrom(section, 0)
    if (is('Layr', reader.bytes(reader.length(isLarge)))) return true
    reader.bytes(reader.uint32())
    while (section.length - reader.at() >= 12) {
      reader.text(4)
      const key = reader.text(4)
      const length = reader.length(isLarge && longBlocks.has(key))
      if (is(key, reader.bytes(Math.min(length, section.length - reader.at())))) return true
      // Blocks here are filled up to a multiple of four.
      reader.bytes(Math.min((4 - (length % 4)) % 4, section.length - reader.at()))
    }
  } catch {
    return false
  }
  return false
}

/** True if the first channel beyond the colors is the merged picture's opacity, and no saved selection. `section`: layers and masks. */
export const hasMergedTransparency = (section: Uint8Array, isLarge: boolean): boolean =>
  someBlock(section, isLarge, (key, block) => transparencyBlocks.includes(key) || (layerBlocks.includes(key) && saysTransparent(block)))

/** True if the document has layers, and not only its merged picture. */
export const hasLayers = (section: Uint8Array, isLarge: boolean): boolean =>
  someBlock(section, isLarge, (key, block) => layerBlocks.includes(key) && hasNumber(block))
