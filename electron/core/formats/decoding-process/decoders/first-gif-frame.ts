import { readParts } from '../read-parts.ts'

/** `frames`: of the animation that it is of; 1: it is none. */
export type FirstGifFrame = { readonly file: Uint8Array; readonly frames: number }

/** More is left in its file. */
const mostBytes = 256 * 1024 * 1024
const headerBytes = 13
/** What begins a block (GIF89a, appendix A). */
const kinds = { image: 0x2c, extension: 0x21 }

/** One transparent pixel, with colors of its own, and the end of the file. Never shown: libvips gives opacity where any frame has some. */
const transparentFrame = Buffer.from('21f90401000000002c0000000001000100800000000000000002024401003b', 'hex')

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A color table's length in bytes, from the flags before it. */
const tableBytes = (flags: number | undefined = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1))

/** Where a chain of data ends; `undefined`: after these bytes. */
const endOfData = (bytes: Uint8Array, from: number): number | undefined => {
  for (let at = from; at < bytes.length; ) {
    const length = bytes[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return undefined
}

/** Where the next frame's descriptor is; `undefined`: there is none in these bytes. */
const findFrame = (bytes: Uint8Array, from: number): number | undefined => {
  let at: number | undefined = from
  while (at !== undefined && bytes[at] === kinds.extension) at = endOfData(bytes, at + 2)
  return at !== undefined && bytes[at] === kinds.image && at + 10 <= bytes.length ? at : undefined
}

const firstFrameOf = (bytes: Uint8Array): number | undefined => findFrame(bytes, headerBytes + tableBytes(bytes[10]))

/** After its colors and the size of its codes. */
const endOfFrame = (bytes: Uint8Array, at: number): number | undefined => endOfData(bytes, at + 11 + tableBytes(bytes[at + 9]))

const coversCanvas = (bytes: Uint8Array, at: number): boolean => {
  const view = viewOf(bytes)
  const uint16 = (from: number): number => view.getUint16(from, true)
  const [left, top] = [uint16(at + 1), uint16(at + 3)]
  return left === 0 && top === 0 && uint16(at + 5) >= uint16(6) && uint16(at + 7) >= uint16(8)
}

const countFrames = (bytes: Uint8Array): number => {
  let frames = 0
  for (let at = firstFrameOf(bytes); at !== undefined; ) {
    const end = endOfFrame(bytes, at)
    // The last one may be cut off.
    if (end === undefined) break
    frames += 1
    at = findFrame(bytes, end)
  }
  return frames
}

/**
 * A GIF with nothing but its first frame, where that leaves out a part of the canvas; `undefined`: it covers all, or is not whole. The canvas is
 * transparent there, as browsers show it. libvips shows it black where no frame has a transparent color.
 */
export const readFirstGifFrame = (path: string): Promise<FirstGifFrame | undefined> =>
  readParts(path, async (head, size, readPart) => {
    const inHead = firstFrameOf(head)
    if (inHead === undefined ? head.length >= size : coversCanvas(head, inHead)) return undefined
    if (size > mostBytes) return undefined
    const bytes = await readPart(0, size)
    const first = inHead ?? firstFrameOf(bytes)
    const end = first === undefined || coversCanvas(bytes, first) ? undefined : endOfFrame(bytes, first)
    return end === undefined ? undefined : { file: Buffer.concat([bytes.subarray(0, end), transparentFrame]), frames: countFrames(bytes) }
  })
