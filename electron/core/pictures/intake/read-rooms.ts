/** Up to this size a file is read whole before its header is looked at. */
export const readAtOnceBytes = 256 * 1024

export type ReadRooms = {
  /** Lends a buffer with room for `readAtOnceBytes` and one byte more, until `work` has ended. */
  readonly use: <T>(work: (room: Buffer) => Promise<T>) => Promise<T>
  /** Gives the memory back. */
  readonly free: () => void
}

/** Buffers that files are read into. They are used again: thousands of new ones would keep the garbage collector busy. */
export const createReadRooms = (): ReadRooms => {
  let spare: Buffer[] = []
  return {
    use: async (work) => {
      const room = spare.pop() ?? Buffer.allocUnsafeSlow(readAtOnceBytes + 2)
      try {
        return await work(room)
      } finally {
        spare.push(room)
      }
    },
    free: () => {
      spare = []
    },
  }
}
