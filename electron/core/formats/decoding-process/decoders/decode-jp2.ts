import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { default as create, Frame } from '@cornerstonejs/codec-openjpeg/decodewasmjs'
import { listBoxes } from '../../kinds/identify-heif.ts'
import { isCodestream } from '../../kinds/identify-jp2.ts'
import { toWorkerError } from '../decoding-messages.ts'
import type { DecodedPicture, DecodingLimits } from './decoded-picture.ts'
import { compile, withinMemory } from './limited-memory.ts'
import { spread } from './spread.ts'

type Create = typeof create

let loaded: Promise<{ readonly module: object; readonly create: Create }> | undefined

/** Its WebAssembly is a file of the package: nothing is fetched. */
const load = async () => {
  const place = createRequire(import.meta.url).resolve('@cornerstonejs/codec-openjpeg/decodewasm')
  const { default: create } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs')
  return { module: compile(readFileSync(place)), create }
}

/** Methods of a color specification (ITU-T T.800, section I.5.3.3): a number for a known space, or an ICC profile. */
const [profile, anyProfile] = [2, 3]
/** Lab, which is no RGB. */
const lab = 14

/** The first ICC profile of the header. */
const findProfile = (bytes: Uint8Array): { readonly icc?: Uint8Array } => {
  if (isCodestream(bytes)) return {}
  const header = listBoxes(bytes).find(({ name }) => name === 'jp2h')
  const colors = header ? listBoxes(bytes, header.from, Math.min(header.to, bytes.length)).filter(({ name }) => name === 'colr') : []
  for (const { from, to } of colors) {
    const content = bytes.subarray(from, Math.min(to, bytes.length))
    const method = content[0] ?? 0
    if (method === profile || method === anyProfile) return { icc: content.subarray(3) }
    if (method === 1 && content[6] === lab) throw toWorkerError({ kind: 'picture-undecodable', said: 'its colors are Lab' })
    if (method === 1) return {}
  }
  return {}
}

const decodeFrame = async (bytes: Uint8Array, maxBytes: number): Promise<{ readonly frame: Frame; readonly pixels: Uint8Array }> => {
  loaded ??= load()
  const { module, create } = await loaded
  // One of its own, with its own memory: one that a picture broke is never used again.
  const { instantiateWasm, isFull } = withinMemory(module, maxBytes)
  try {
    const openjpeg = await create({ instantiateWasm, print: () => {}, printErr: () => {} })
    const decoder = new openjpeg.J2KDecoder()
    decoder.getEncodedBuffer(bytes.length).set(bytes)
    decoder.decode()
    const frame = decoder.getFrameInfo()
    const { buffer, byteOffset, byteLength } = decoder.getDecodedBuffer()
    if (byteLength > 0 || !isFull()) return { frame, pixels: new Uint8Array(buffer, byteOffset, byteLength) }
  } catch (error) {
    // C++ throws numbers.
    if (typeof error !== 'number' && !isFull()) throw error
  }
  throw toWorkerError({ kind: isFull() ? 'picture-needs-too-much-memory' : 'picture-damaged-or-cut-off' })
}

/**
 * Reads a JPEG 2000 with OpenJPEG as WebAssembly: gray, or three colors, which it turns into RGB. It works on this thread until it is done. What
 * it can't decode it says only in words that it prints.
 */
export const decodeJp2 = async (
  bytes: Uint8Array,
  { maxPixels, maxBytes }: Pick<DecodingLimits, 'maxPixels' | 'maxBytes'>,
): Promise<DecodedPicture> => {
  const color = findProfile(bytes)
  const { frame, pixels } = await decodeFrame(bytes, maxBytes)
  const { width, height, bitsPerSample: bits, componentCount } = frame
  if (width * height > maxPixels) throw toWorkerError({ kind: 'picture-over-pixel-limit', limit: maxPixels, isProgressive: false })
  const depth = bits > 8 ? 16 : 8
  const isWhole = pixels.length > 0 && pixels.length === width * height * componentCount * (depth / 8)
  if (!isWhole || (componentCount !== 1 && componentCount !== 3)) throw toWorkerError({ kind: 'picture-damaged-or-cut-off' })
  spread(depth === 8 ? pixels : new Uint16Array(pixels.buffer, pixels.byteOffset, pixels.length / 2), bits)
  return {
    width,
    height,
    colors: componentCount === 1 ? 'gray' : 'rgb',
    hasAlpha: false,
    depth,
    pixels,
    ...color,
    ...(bits > 8 && bits < 16 ? { reading: { bits } } : {}),
  }
}
