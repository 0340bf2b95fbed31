import { acceptSize, type FilePart, type Identified, latin, refuse } from './identified.ts'
import { listBoxes } from './identify-heif.ts'

/** Boxes (ISO/IEC 18181-2, section 9.1), or a codestream alone (18181-1, annex D). */
const containerStart = '\0\0\0\x0cJXL \r\n\x87\n'

const isCodestream = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0x0a

export const isJxl = (head: Uint8Array): boolean => isCodestream(head) || latin(head, 0, 12) === containerStart

const damaged = (): Identified => refuse('damaged-image', { kind: 'header-damaged', format: 'jxl' })

/** Of width to height, by number; 0: the width is stated. */
const ratios: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
]

/** Bits of a codestream, from the lowest of each byte on, behind the two bytes that it begins with. */
const openBits = (codestream: Uint8Array) => {
  let at = 16
  const bits = (count: number): number => {
    let value = 0
    for (let index = 0; index < count; index++, at++) value += (((codestream[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** index
    return value
  }
  return { bits, isBeyond: () => at > codestream.length * 8 }
}
type Bits = ReturnType<typeof openBits>['bits']

/** The bundle `SizeHeader` (18181-1, section D.2). */
const readSides = (bits: Bits): readonly [width: number, height: number] => {
  const isSmall = bits(1) === 1
  const side = (): number => (isSmall ? (bits(5) + 1) * 8 : bits([9, 13, 18, 30][bits(2)] ?? 0) + 1)
  const height = side()
  const [across, down] = ratios[bits(3)] ?? [0, 0]
  return [across === 0 ? side() : Math.floor((height * across) / down), height]
}

const readSize = (codestream: Uint8Array): Identified => {
  const { bits, isBeyond } = openBits(codestream)
  const [width, height] = readSides(bits)
  return isBeyond() ? damaged() : acceptSize('jxl', width, height)
}

const skipAnimation = (bits: Bits): void => {
  bits([0, 0, 10, 30][bits(2)] ?? 0)
  bits([0, 0, 8, 10][bits(2)] ?? 0)
  bits([0, 3, 16, 32][bits(2)] ?? 0)
  bits(1)
}

/** Bits per channel of numbers that have a fraction. */
const readFloatBits = (bits: Bits): number => {
  const choice = bits(2)
  return [32, 16, 24][choice] ?? bits(6) + 1
}

/** As far as `BitDepth` in the bundle `ImageMetadata` (18181-1, section D.3). Undefined: it has a preview, whose size is not read. */
const readDepth = (codestream: Uint8Array): number | undefined => {
  const { bits } = openBits(codestream)
  readSides(bits)
  if (bits(1) === 1) return 8
  if (bits(1) === 1) {
    bits(3)
    if (bits(1) === 1) readSides(bits)
    if (bits(1) === 1) return undefined
    if (bits(1) === 1) skipAnimation(bits)
  }
  if (bits(1) === 1) return readFloatBits(bits)
  const choice = bits(2)
  return [8, 10, 12][choice] ?? bits(6) + 1
}

/** Its beginning is all that is needed here. */
const codestreamBytes = 64

/** The codestream, or the first of its parts, which has a number of four bytes before it. */
const findCodestream = (bytes: Uint8Array): Uint8Array | undefined => {
  const box = listBoxes(bytes).find(({ name }) => name === 'jxlc' || name === 'jxlp')
  const from = box && box.from + (box.name === 'jxlp' ? 4 : 0)
  return from !== undefined && from + 2 <= bytes.length ? bytes.subarray(from, from + codestreamBytes) : undefined
}

/** Bits per channel, if the beginning of a file tells. */
export const readJxlBits = (bytes: Uint8Array): number | undefined => {
  const codestream = isCodestream(bytes) ? bytes : findCodestream(bytes)
  return codestream && readDepth(codestream)
}

/** Metadata, which may be long, may come before the picture. */
const partBytes = 64 * 1024

export const identifyJxl = (head: Uint8Array, size: number, part?: FilePart): Identified => {
  if (isCodestream(head)) return readSize(head.subarray(0, codestreamBytes))
  const found = findCodestream(part ? part.bytes : head)
  if (found) return isCodestream(found) ? readSize(found) : damaged()
  const at = listBoxes(head).at(-1)?.to ?? size
  return !part && at + 8 <= size && head.length < size ? { kind: 'need-part', at, bytes: Math.min(partBytes, size - at) } : damaged()
}
