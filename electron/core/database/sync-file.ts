import { closeSync, fdatasync, openSync } from 'node:fs'

/**
 * Flushes a file that another part of this process writes, away from the event loop. One flush at a time: changes made while it is under
 * way share the next.
 */
export const createFileSync = (path: string) => {
  let fd: number | undefined
  let isClosed = false
  let underWay: Promise<void> | undefined
  let next: Promise<void> | undefined

  const flush = (): Promise<void> =>
    new Promise((resolve, reject) => {
      // After the file was closed for good, its owner has flushed it.
      if (isClosed) return resolve()
      fd ??= openSync(path, 'r+')
      fdatasync(fd, (error) => (error && !isClosed ? reject(error) : resolve()))
    })

  const begin = (): Promise<void> => {
    const mine = flush().finally(() => {
      if (underWay === mine) underWay = undefined
    })
    underWay = mine
    return mine
  }

  return {
    /** The file was written: resolves when that is on disk. Rejects with the system's error. */
    changed: (): Promise<void> => {
      if (!underWay) return begin()
      // The flush under way may have begun before this change.
      next ??= underWay
        .catch(() => {})
        .then(() => {
          next = undefined
          return begin()
        })
      return next
    },
    /** Resolves when all changes told so far are on disk. */
    settled: (): Promise<void> => next ?? underWay ?? Promise.resolve(),
    /** The owner has flushed the file and is done with it. */
    close: (): void => {
      isClosed = true
      const open = fd
      fd = undefined
      if (open === undefined) return
      if (underWay) void underWay.catch(() => {}).finally(() => closeSync(open))
      else closeSync(open)
    },
  }
}
