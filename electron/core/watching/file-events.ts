import { AppError } from '../../../shared/base/errors.ts'
import type { Journal } from '../base/database/journal.ts'
import type { WatchedFileEvent } from './take-ports.ts'

export type FileEvents = ReturnType<typeof createFileEvents>

/** What becomes of watched files, for those who listen: told once it is on disk, as what a kill or a full disk takes back did not happen. */
export const createFileEvents = (journal: Pick<Journal, 'durable'>) => {
  const listeners = new Set<(event: WatchedFileEvent) => void>()
  let untold = 0
  const tell = (event: WatchedFileEvent): void => {
    for (const listener of listeners) listener(event)
  }
  return {
    listen: (listener: (event: WatchedFileEvent) => void): void => void listeners.add(listener),
    /** Call it in the transaction that writes what it tells of, or after it. */
    send: (event: WatchedFileEvent): void => {
      untold++
      void journal
        .durable()
        .then(
          () => tell(event),
          (error: unknown) => {
            // Written, and only waits for room to be flushed.
            if (error instanceof AppError && error.failure.kind === 'disk-without-room-to-flush') tell(event)
          },
        )
        .finally(() => untold--)
    },
    isAllTold: (): boolean => untold === 0,
  }
}
