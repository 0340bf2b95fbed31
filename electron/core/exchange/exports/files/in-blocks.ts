/** Bytes. */
const blockSize = 128 * 1024

/** The same bytes in larger pieces, each in memory of its own, so that it can be given to another thread. */
export async function* inBlocks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let gathered: Uint8Array[] = []
  let size = 0
  const block = (): Uint8Array<ArrayBuffer> => {
    const all = new Uint8Array(size)
    let at = 0
    for (const piece of gathered) {
      all.set(piece, at)
      at += piece.length
    }
    gathered = []
    size = 0
    return all
  }
  for await (const piece of pieces) {
    gathered.push(piece)
    size += piece.length
    if (size >= blockSize) yield block()
  }
  if (size > 0) yield block()
}
