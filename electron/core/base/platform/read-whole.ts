import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs'

/**
 * A small file's bytes, read in one go. Only they are waited for in the thread pool: scrolling asks for dozens of thumbnails a second, and
 * to open, measure, stream and close each there wakes a thread four times for what takes microseconds. Rejects with the system's error.
 */
export const readWhole = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
  const fd = openSync(path, 'r')
  try {
    const target = Buffer.alloc(fstatSync(fd).size)
    let total = 0
    while (total < target.length) {
      const bytesRead = await new Promise<number>((resolve, reject) =>
        read(fd, target, total, target.length - total, total, (error, count) => (error ? reject(error) : resolve(count))),
      )
      if (bytesRead === 0) break
      total += bytesRead
    }
    return target.subarray(0, total)
  } finally {
    closeSync(fd)
  }
}

/** `undefined`: the file is empty. Throws the system's error. */
export const readFirstByte = (path: string): number | undefined => {
  const fd = openSync(path, 'r')
  try {
    const first = Buffer.alloc(1)
    return readSync(fd, first) === 0 ? undefined : first[0]
  } finally {
    closeSync(fd)
  }
}
