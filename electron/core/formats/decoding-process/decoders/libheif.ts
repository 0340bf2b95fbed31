import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compile, type Instantiate, withinMemory } from './limited-memory.ts'

/** The C functions of libheif (`_heif_…`) and its memory: addresses are numbers, a structure that is returned goes to the first one. */
type Instance = Readonly<Record<string, unknown>> & { readonly HEAPU8: Uint8Array }

type Factory = (options: { readonly instantiateWasm: Instantiate; readonly print: () => void; readonly printErr: () => void }) => Instance

let loaded: Promise<{ readonly module: object; readonly create: Factory }> | undefined

/** Its WebAssembly is a file of the package: nothing is fetched. */
const load = async () => {
  const place = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm')
  const { default: create } = (await import('libheif-js/libheif-wasm/libheif.js')) as unknown as { readonly default: Factory }
  return { module: compile(readFileSync(place)), create }
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
  const { instantiateWasm, isFull } = withinMemory(module, maxBytes)
  const heif = create({ instantiateWasm, print: () => {}, printErr: () => {} })
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
    isFull,
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
