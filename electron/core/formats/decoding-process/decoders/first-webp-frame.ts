import { latin } from '../../kinds/identified.ts'
import type { ReadPart } from '../../kinds/identify-tiff.ts'
import { readParts } from '../read-parts.ts'

type Place = { readonly from: number; readonly to: number }
export type FirstFrame = { readonly file: Uint8Array; readonly frames: number }

/** Chunks of frames are short: many are read at once. */
const windowBytes = 256 * 1024
const headBytes = 30
/** More is left in its file. */
const mostBytes = 256 * 1024 * 1024
/** RFC 9649, section 2.7.1.1: the flag of an animation. */
const animation = 0x02

/** Reads at places that grow. */
const openWindow = (readPart: ReadPart, size: number) => {
  let [at, bytes]: [number, Uint8Array] = [0, new Uint8Array()]
  return async (from: number, length: number): Promise<DataView> => {
    if (from < at || from + length > at + bytes.length)
      [at, bytes] = [from, await readPart(from, Math.max(0, Math.min(Math.max(windowBytes, length), size - from)))]
    const part = bytes.subarray(from - at, from - at + length)
    return new DataView(part.buffer, part.byteOffset, part.byteLength)
  }
}

const textOf = (view: DataView, from: number): string => latin(new Uint8Array(view.buffer, view.byteOffset), from, from + 4)

type Window = ReturnType<typeof openWindow>

/** The chunks to keep, and how many frames there are; undefined: the file ends before its last chunk does, or has a single frame. */
const findChunks = async (read: Window, size: number): Promise<{ kept: readonly Place[]; frames: number } | undefined> => {
  const end = 8 + (await read(4, 4)).getUint32(0, true)
  if (end > size) return undefined
  const kept: Place[] = []
  let frames = 0
  for (let from = 12; from + 8 <= end; ) {
    const head = await read(from, 8)
    if (head.byteLength < 8) return undefined
    const bytes = head.getUint32(4, true)
    const to = from + 8 + bytes + (bytes % 2)
    if (to > end) return undefined
    const isFrame = textOf(head, 0) === 'ANMF'
    if (isFrame) frames += 1
    if (!isFrame || frames === 1) kept.push({ from, to })
    from = to
  }
  return frames > 1 ? { kept, frames } : undefined
}

/**
 * The same animation with nothing but its first frame, and its descriptions; undefined: it is none, or not whole. libwebp goes through all frames
 * for each one: an hour of them took half a minute.
 */
export const readFirstFrame = (path: string): Promise<FirstFrame | undefined> =>
  readParts(path, async (head, size, readPart) => {
    if (head.length < headBytes || latin(head, 12, 16) !== 'VP8X' || ((head[20] ?? 0) & animation) === 0) return undefined
    const read = openWindow(readPart, size)
    const found = await findChunks(read, size)
    if (!found || found.kept.reduce((sum, { from, to }) => sum + to - from, 0) > mostBytes) return undefined
    const pieces = [Buffer.from(head.subarray(0, 12))]
    for (const { from, to } of found.kept) pieces.push(Buffer.from(await readPart(from, to - from)))
    const file = Buffer.concat(pieces)
    file.writeUInt32LE(file.length - 8, 4)
    return { file, frames: found.frames }
  })
