import type { Flusher } from '../platform/files.ts'

type Rescue = {
  /** True if everything can be written again after the failure, e.g. a full disk. */
  readonly isRescuable: (error: unknown) => boolean
  /** Saves everything by another way; throws while that is impossible. */
  readonly rewrite: () => void
}

/**
 * The same, and at its first flush also the folder: SQLite creates the log at each start, and data flushed into a file whose name
 * is not on disk goes with a power cut.
 */
export const flushNameFirst = (flusher: Flusher, flushFolder: () => Promise<void>): Flusher => {
  let isNamed = false
  return {
    ...flusher,
    flush: async () => {
      await flusher.flush()
      if (isNamed) return
      await flushFolder()
      isNamed = true
    },
  }
}

/**
 * Flushes a file that another part of this process writes, away from the event loop. One flush at a time: changes made while it is under
 * way share the next.
 *
 * A failed flush is never retried: the system may have dropped the data, and then reports the next flush as successful.
 * After that every call fails with the same error, unless `rescue` can save everything another way.
 */
export const createFileFlush = (flusher: Flusher, rescue?: Rescue) => {
  let isClosed = false
  let failure: { readonly error: unknown } | undefined
  let underWay: Promise<void> | undefined
  let next: Promise<void> | undefined

  const flush = async (): Promise<void> => {
    // After the file was closed for good, its owner has flushed it.
    if (isClosed) return
    if (failure) {
      if (!rescue?.isRescuable(failure.error)) throw failure.error
      rescue.rewrite()
      failure = undefined
      return
    }
    try {
      await flusher.flush()
    } catch (error) {
      if (isClosed) return
      failure = { error }
      throw error
    }
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
      // The running flush may have started before this change.
      next ??= underWay
        .catch(() => {})
        .then(() => {
          next = undefined
          return begin()
        })
      return next
    },
    /** Resolves when all changes reported so far are on disk. */
    settled: (): Promise<void> => next ?? underWay ?? (failure ? begin() : Promise.resolve()),
    /** The owner has flushed the file and is done with it. */
    close: (): void => {
      isClosed = true
      flusher.close()
    },
  }
}
