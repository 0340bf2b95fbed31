import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { toWorkerError } from '../decoding-messages.ts'
import { compile, type Instantiate, withinMemory } from './limited-memory.ts'

/** Red, green, blue and opacity, upright; of more than 8 bits two bytes each, with the lowest bits used. */
type Decoded = { readonly width: number; readonly height: number; readonly bits: number; readonly data: Uint8ClampedArray }
/** A text or `null` says what failed. */
type Library = { readonly decode: (file: Uint8Array) => Decoded | string | null }
type Create = (options: {
  readonly instantiateWasm: Instantiate
  readonly print: () => void
  readonly printErr: () => void
}) => Promise<Library>

let loaded: Promise<{ readonly module: object; readonly create: Create }> | undefined

/** How the package gives a picture. */
const defineResult = (): void => {
  const found = globalThis as { _icodec_ImageData?: unknown }
  found._icodec_ImageData ??= (data: Uint8ClampedArray, width: number, height: number, bits: number): Decoded => ({
    width,
    height,
    bits,
    data,
  })
}

/** Its WebAssembly and the script beside it are files of the package: nothing is fetched. */
const load = async () => {
  const place = createRequire(import.meta.url).resolve('icodec/jxl-dec.wasm')
  const script = pathToFileURL(join(dirname(place), 'jxl-dec.js')).href
  const { default: create } = (await import(/* @vite-ignore */ script)) as { readonly default: Create }
  return { module: compile(readFileSync(place)), create }
}

/**
 * The first frame of a JPEG XL with libjxl as WebAssembly with SIMD, in the colors that its header says: the package gives no profile. It takes a
 * quarter of the time and memory. It works on this thread until it is done.
 */
export const decodeInOwnColors = async (bytes: Uint8Array, maxBytes: number): Promise<Decoded> => {
  loaded ??= load()
  const { module, create } = await loaded
  defineResult()
  // One of its own, with its own memory: one that a picture broke is never used again.
  const { instantiateWasm, isFull } = withinMemory(module, maxBytes)
  try {
    const library = await create({ instantiateWasm, print: () => {}, printErr: () => {} })
    const decoded = library.decode(bytes)
    if (decoded !== null && typeof decoded !== 'string') {
      const { width, height, bits, data } = decoded
      if (data.length === width * height * 4 * (bits > 8 ? 2 : 1)) return decoded
    }
  } catch (error) {
    // C++ throws numbers.
    if (typeof error !== 'number' && !isFull()) throw error
  }
  throw toWorkerError({ kind: isFull() ? 'picture-needs-too-much-memory' : 'picture-damaged-or-cut-off' })
}
