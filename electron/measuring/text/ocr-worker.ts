// Waits for messages of tesseract.js; WebAssembly is loaded with the first of them, so after what follows here.
import 'tesseract.js/src/worker-script/node/index.js'

/**
 * The thread that reads text: tesseract.js's own worker script with a bound on its memory. V8's limits for threads don't count the
 * memory of WebAssembly, so its growth is refused here; tesseract then fails on this picture instead of taking the machine.
 */
const pageBytes = 65_536
const mostPages = (512 * 1024 * 1024) / pageBytes

type Memory = { readonly buffer: ArrayBuffer; grow: (pages: number) => number }
// Node's types leave it out.
const { prototype } = (globalThis as unknown as { readonly WebAssembly: { readonly Memory: { readonly prototype: Memory } } }).WebAssembly
  .Memory

const { grow } = prototype
prototype.grow = function (this: Memory, pages: number): number {
  if (this.buffer.byteLength / pageBytes + pages > mostPages) throw new RangeError('The text reader may not take more memory.')
  return grow.call(this, pages)
}

// Ends only this thread: an unhandled error would end the whole service.
process.on('uncaughtException', () => process.exit(1))
