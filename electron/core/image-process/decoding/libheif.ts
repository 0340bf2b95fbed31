import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** WebAssembly as far as it is needed here: Node's types have none of it. */
type Memory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }
type Exports = Readonly<Record<string, unknown>>
type Api = {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: Exports }
  readonly Memory: new (...values: never) => Memory
}
const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: Api }

/** The C functions of libheif (`_heif_…`) and its memory: addresses are numbers, a structure that is returned goes to the first one. */
type Instance = Readonly<Record<string, unknown>> & { readonly HEAPU8: Uint8Array }

type Factory = (options: {
  readonly instantiateWasm: (imports: object, ready: (instance: { readonly exports: Exports }) => Exports) => Exports
  readonly print: () => void
  readonly printErr: () => void
}) => Instance

const pageBytes = 64 * 1024

/** Exports whose memory doesn't grow beyond a limit: the library is built for 2 GB. Where it is used up, the library ends with an error. */
const limitExports = (exports: Exports, maxBytes: number, onFull: () => void): Exports => {
  const limit = (memory: Memory): Memory => ({
    get buffer() {
      return memory.buffer
    },
    grow: (pages) => {
      if (memory.buffer.byteLength + pages * pageBytes <= maxBytes) return memory.grow(pages)
      onFull()
      throw new RangeError('There is no more memory.')
    },
  })
  return Object.fromEntries(Object.entries(exports).map(([name, one]) => [name, one instanceof wasm.Memory ? limit(one) : one]))
}

let loaded: Promise<{ readonly module: object; readonly create: Factory }> | undefined

/** Its WebAssembly is a file of the package: nothing is fetched. */
const load = async () => {
  const place = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm')
  const { default: create } = (await import('libheif-js/libheif-wasm/libheif.js')) as unknown as { readonly default: Factory }
  return { module: new wasm.Module(readFileSync(place)), create }
}

/** Its version whose structures are known here. */
const known = { major: 1, minor: 23 }

/** Thrown for an error that libheif reports; `sub`: its `heif_suberror_code`. */
export class HeifError extends Error {
  readonly sub: number
  constructor(message: string, sub: number) {
    super(message)
    this.sub = sub
  }
}

export type Libheif = Awaited<ReturnType<typeof openLibheif>>

/**
 * A libheif of its own, with its own memory: one that a picture broke is never used again, and all it held goes with it. `maxBytes`: of its
 * memory.
 */
export const openLibheif = async (maxBytes: number) => {
  loaded ??= load()
  const { module, create } = await loaded
  let isFull = false
  const onFull = (): void => {
    isFull = true
  }
  const heif = create({
    instantiateWasm: (imports, ready) => ready({ exports: limitExports(new wasm.Instance(module, imports).exports, maxBytes, onFull) }),
    print: () => {},
    printErr: () => {},
  })
  const call = (name: string, ...values: readonly number[]): number => {
    const one = heif[`_${name}`]
    if (typeof one !== 'function') throw new Error(`libheif has no ${name}.`)
    return one(...values)
  }
  const number = call('heif_get_version_number')
  if (number >>> 24 !== known.major || ((number >>> 16) & 0xff) !== known.minor) {
    throw new Error(`libheif ${number >>> 24}.${(number >>> 16) & 0xff} is another version than ${known.major}.${known.minor}.`)
  }
  const view = (): DataView => new DataView(heif.HEAPU8.buffer)
  const allocate = (bytes: number): number => {
    const at = call('malloc', Math.max(8, bytes))
    if (at === 0) throw new RangeError('There is no more memory.')
    return at
  }
  const readText = (at: number): string => {
    const end = heif.HEAPU8.indexOf(0, at)
    return at === 0 ? '' : Buffer.from(heif.HEAPU8.subarray(at, Math.min(end, at + 300))).toString('utf8')
  }
  // `heif_error`: code, sub-code and message.
  const errorAt = allocate(12)
  return {
    /** More memory was wanted than it may have. It may have tried with less, and done it. */
    isFull: (): boolean => isFull,
    /** A view of its memory, good until the next call. */
    bytes: (at: number, length: number): Uint8Array => heif.HEAPU8.subarray(at, at + length),
    view,
    allocate,
    readText,
    call,
    /** Of functions that return a `heif_error`; throws it. */
    attempt: (name: string, ...values: readonly number[]): void => {
      call(name, errorAt, ...values)
      if (view().getInt32(errorAt, true) === 0) return
      throw new HeifError(readText(view().getInt32(errorAt + 8, true)) || name, view().getInt32(errorAt + 4, true))
    },
  }
}
