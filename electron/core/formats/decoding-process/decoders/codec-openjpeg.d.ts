/** The part that is used here; the package brings no types. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  export type Frame = {
    readonly width: number
    readonly height: number
    readonly bitsPerSample: number
    readonly componentCount: number
  }

  /** The wrapper of OpenJPEG: one for each picture. */
  export type Openjpeg = {
    readonly J2KDecoder: new () => {
      /** Memory to put the file into. */
      readonly getEncodedBuffer: (bytes: number) => Uint8Array
      readonly decode: () => void
      /** A copy. */
      readonly getDecodedBuffer: () => Uint8ClampedArray
      readonly getFrameInfo: () => Frame
    }
  }

  const create: (options: {
    readonly instantiateWasm: (
      imports: object,
      ready: (instance: { readonly exports: Readonly<Record<string, unknown>> }) => Readonly<Record<string, unknown>>,
    ) => Readonly<Record<string, unknown>>
    readonly print: () => void
    readonly printErr: () => void
  }) => Promise<Openjpeg>

  // biome-ignore lint/style/noDefaultExport: what a CommonJS package gives.
  export { create as default }
}
