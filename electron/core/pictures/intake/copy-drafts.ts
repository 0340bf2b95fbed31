import type { Files } from '../../base/platform/files.ts'
import { type Draft, keepDraft } from '../library/keep-original.ts'
import { type CopiedFile, copyFile } from './copy-file.ts'
import type { Move } from './copy-tasks.ts'
import { atATime } from './in-batches.ts'
import { createReadRooms } from './read-rooms.ts'

/** Lets at most `count` tasks run at the same time; the others follow in the order in which they came. */
const createTurns = (count: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    take: async <T>(task: () => Promise<T>): Promise<T> => {
      if (running < count) running++
      // The one that ends hands its place over.
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}

/** Files read at the same time. */
const readAtOnce = 8
/** Files flushed at the same time: they share the disk's work, and other reads and writes still get their turn. */
const flushedAtOnce = 4

/** Makes drafts of files, flushes them, and moves them to their places, a few at the same time. */
export const createDraftCopies = (dataFolder: string, files: Files) => {
  const rooms = createReadRooms()
  const reads = createTurns(readAtOnce)
  const flushes = createTurns(flushedAtOnce)
  return {
    /** Throws the system's error, or an `AppError` about the file; then no draft is left. */
    copy: (path: string, draft: Omit<Draft, 'dataFolder'>): Promise<CopiedFile> =>
      reads.take(() => copyFile(path, { ...draft, dataFolder }, rooms, files)),
    /** Throws the system's error. */
    flush: (draft: string): Promise<void> => flushes.take(() => files.flushFile(draft)),
    /** Resolves to the error of each; `null`: it is in its place. */
    move: async (moves: readonly Move[]): Promise<readonly unknown[]> => {
      const errors: unknown[] = moves.map(() => null)
      await atATime(flushedAtOnce, [...moves.entries()], async ([index, { draft, place }]) => {
        await keepDraft(draft, place, dataFolder, files).catch((error: unknown) => {
          errors[index] = error
        })
      })
      return errors
    },
    /** Gives memory back. */
    free: rooms.free,
  }
}
