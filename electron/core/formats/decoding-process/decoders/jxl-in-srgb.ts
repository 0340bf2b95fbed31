import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { toWorkerError } from '../decoding-messages.ts'
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

/**
 * The first frame of any JPEG XL, from any profile, with libjxl as WebAssembly: it takes more than 50 bytes a pixel. It works on this thread until it
 * is done.
 */
export const decodeInSrgb = async (bytes: Uint8Array, maxBytes: number): Promise<Decoded> => {
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
