import { closeSync, openSync, read } from 'node:fs'

/**
 * Reads at most `length` bytes of a file into `target` at `offset`; resolves to how many there were. Rejects with the system's error.
 * Only the bytes are waited for in the thread pool: opening and closing a staged file takes microseconds, less than waking a thread.
 */
export const readSmallFile = (path: string, target: Buffer, offset: number, length: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const fd = openSync(path, 'r')
    let total = 0
    const finish = (error: Error | null): void => {
      closeSync(fd)
      if (error === null) resolve(total)
      else reject(error)
    }
    const readOn = (): void =>
      read(fd, target, offset + total, length - total, total, (error, bytesRead) => {
        if (error !== null) return finish(error)
        total += bytesRead
        // Regular files are read short only at their end; `length` asks for one byte more than expected, so this is the end.
        if (bytesRead === 0 || total >= length - 1) return finish(null)
        readOn()
      })
    readOn()
  })
