/** WebAssembly as far as it is needed here: Node's types have none of it. */
type Memory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }
type Exports = Readonly<Record<string, unknown>>
type Api = {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: Exports }
  readonly Memory: new (...values: never) => Memory
}
const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: Api }

/** As Emscripten's modules take it: how they are instantiated. */
export type Instantiate = (imports: object, ready: (instance: { readonly exports: Exports }) => Exports) => Exports

const pageBytes = 64 * 1024

/** Exports whose memory doesn't grow beyond a limit: libraries are built for 2 GB. Where it is used up, they end with an error. */
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

/** Compiled once for all pictures; the bytes are a file of a package. */
export const compile = (bytes: Uint8Array): object => new wasm.Module(bytes)

/** Instances with memory of their own, of at most `maxBytes`. */
export const withinMemory = (module: object, maxBytes: number) => {
  let isFull = false
  const onFull = (): void => {
    isFull = true
  }
  const instantiateWasm: Instantiate = (imports, ready) =>
    ready({ exports: limitExports(new wasm.Instance(module, imports).exports, maxBytes, onFull) })
  return {
    instantiateWasm,
    /** More memory was wanted than it may have. It may have tried with less, and done it. */
    isFull: (): boolean => isFull,
  }
}
