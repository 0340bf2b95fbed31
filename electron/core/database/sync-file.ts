import type { Flusher } from '../platform/files.ts'

/**
 * Flushes a file that another part of this process writes, away from the event loop. One flush at a time: changes made while it is under
 * way share the next.
 */
export const createFileSync = (flusher: Flusher) => {
  let isClosed = false
  let underWay: Promise<void> | undefined
  let next: Promise<void> | undefined

  const flush = async (): Promise<void> => {
    // After the file was closed for good, its owner has flushed it.
    if (isClosed) return
    await flusher.flush().catch((error: unknown) => {
      if (!isClosed) throw error
    })
  }

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
      flusher.close()
    },
  }
}
