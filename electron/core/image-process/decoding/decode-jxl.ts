import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { latin } from '../../formats/identified.ts'
import { listBoxes } from '../../formats/identify-heif.ts'
import { readJxlHeader } from '../../formats/identify-jxl.ts'
import { toWorkerError } from '../image-worker-messages.ts'
import type { DecodedPicture, DecodingLimits } from './decoded-picture.ts'
import { compile, type Instantiate, withinMemory } from './limited-memory.ts'

/** Red, green, blue and straight opacity, in sRGB and upright. */
type Decoded = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }
type Library = { readonly decode: (file: Uint8Array) => Decoded | null }
type Create = (options: {
  readonly instantiateWasm: Instantiate
  readonly noInitialRun: true
  readonly print: () => void
  readonly printErr: () => void
}) => Promise<Library>

let loaded: Promise<{ readonly module: object; readonly create: Create }> | undefined

/** The package defines the browser's class where it is missing: for as long as the process lives, with the memory of its first picture. */
const defineImageData = (): void => {
  const found = globalThis as { ImageData?: unknown }
  found.ImageData ??= class {
    readonly data: Uint8ClampedArray
    readonly width: number
    readonly height: number
    constructor(data: Uint8ClampedArray, width: number, height: number) {
      this.data = data
      this.width = width
      this.height = height
    }
  }
}

/** Its WebAssembly is a file of the package: nothing is fetched. */
const load = async () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@jsquash/jxl/package.json'))
  const { default: create } = (await import('@jsquash/jxl/codec/dec/jxl_dec.js')) as unknown as { readonly default: Create }
  return { module: compile(readFileSync(join(folder, 'codec/dec/jxl_dec.wasm'))), create }
}

/** More EXIF or XMP is left out: it is not kept in a converted picture either. */
const mostMetadata = 1024 * 1024

/** A box that is compressed says what it holds in its first four bytes (ISO/IEC 18181-2, section 9.5: `brob`). */
const decompress = (content: Uint8Array): Uint8Array | undefined => {
  try {
    return brotliDecompressSync(content.subarray(4), { maxOutputLength: mostMetadata })
  } catch {
    return undefined
  }
}

/** EXIF begins behind the offset that its first four bytes say. */
const withoutOffset = (bytes: Uint8Array): Uint8Array =>
  bytes.length < 4 ? new Uint8Array() : bytes.subarray(4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0))

const readMetadata = (bytes: Uint8Array): Pick<DecodedPicture, 'exif' | 'xmp'> => {
  let found: Pick<DecodedPicture, 'exif' | 'xmp'> = {}
  for (const { name, from, to } of bytes[0] === 0xff ? [] : listBoxes(bytes)) {
    const content = bytes.subarray(from, Math.min(to, bytes.length))
    const isPacked = name === 'brob'
    const kind = isPacked ? latin(content, 0, 4) : name
    if ((kind !== 'Exif' && kind !== 'xml ') || content.length > mostMetadata) continue
    const plain = isPacked ? decompress(content) : content
    if (plain) found = kind === 'Exif' ? { ...found, exif: withoutOffset(plain) } : { ...found, xmp: plain }
  }
  return found
}

const decodeFrame = async (bytes: Uint8Array, maxBytes: number): Promise<Decoded> => {
  loaded ??= load()
  const { module, create } = await loaded
  defineImageData()
  // One of its own, with its own memory: one that a picture broke is never used again.
  const { instantiateWasm, isFull } = withinMemory(module, maxBytes)
  try {
    const library = await create({ instantiateWasm, noInitialRun: true, print: () => {}, printErr: () => {} })
    const decoded = library.decode(bytes)
    if (decoded && decoded.data.length === decoded.width * decoded.height * 4) return decoded
  } catch (error) {
    // C++ throws numbers.
    if (typeof error !== 'number' && !isFull()) throw error
  }
  throw toWorkerError({ kind: isFull() ? 'picture-needs-too-much-memory' : 'picture-damaged-or-cut-off' })
}

/** Most pictures are opaque: without that channel, in the same memory. */
const dropOpacity = (pixels: Uint8Array): Uint8Array | undefined => {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return undefined
  let to = 0
  for (let at = 0; at < pixels.length; at += 4) {
    pixels[to++] = pixels[at] as number
    pixels[to++] = pixels[at + 1] as number
    pixels[to++] = pixels[at + 2] as number
  }
  return pixels.subarray(0, to)
}

/**
 * Reads a JPEG XL, the first frame of an animation, with libjxl as WebAssembly: in sRGB, from any profile, and upright. It works on this
 * thread until it is done.
 */
export const decodeJxl = async (
  bytes: Uint8Array,
  { maxPixels, maxBytes }: Pick<DecodingLimits, 'maxPixels' | 'maxBytes'>,
): Promise<DecodedPicture> => {
  const { width, height, data } = await decodeFrame(bytes, maxBytes)
  if (width * height > maxPixels) throw toWorkerError({ kind: 'picture-over-pixel-limit', limit: maxPixels, isProgressive: false })
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const opaque = dropOpacity(pixels)
  const { depth, isAnimation } = readJxlHeader(bytes) ?? {}
  const reading = { ...(isAnimation ? { isAnimation } : {}), ...(depth && depth.bits > 8 ? { bits: depth.bits } : {}) }
  return {
    width,
    height,
    colors: 'rgb',
    hasAlpha: opaque === undefined,
    depth: 8,
    pixels: opaque ?? pixels,
    ...(Object.keys(reading).length > 0 ? { reading } : {}),
    ...readMetadata(bytes),
  }
}
