const pageBytes = 65_536

type Memory = { readonly buffer: ArrayBufferLike; grow: (pages: number) => number }
// Node's types leave it out.
const { prototype } = (globalThis as unknown as { readonly WebAssembly: { readonly Memory: { readonly prototype: Memory } } }).WebAssembly
  .Memory

/**
 * Bounds the memory of each WebAssembly module in this thread. V8's limits for threads don't count it, so its growth is refused here: what runs in
 * it then fails on this picture instead of taking the machine.
 */
export const boundMemory = (mostBytes: number): void => {
  const { grow } = prototype
  prototype.grow = function (this: Memory, pages: number): number {
    if (this.buffer.byteLength + pages * pageBytes > mostBytes) throw new RangeError('The text reader may not take more memory.')
    return grow.call(this, pages)
  }
}
