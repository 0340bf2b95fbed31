import type { Files, SyncFiles } from './files.ts'
import type { Timers } from './timers.ts'

export type Waits = Pick<Timers, 'sleep'> & {
  /** Blocks this thread for `ms` milliseconds: before the library is open there is nothing else to do. */
  readonly block: (ms: number) => void
}

/** Milliseconds between tries, five seconds in all. A virus scanner, an indexer or OneDrive holds a new file for a moment only. */
const waitsMs = [10, 30, 100, 300, 600, 1_000, 1_500, 1_500]
const isHeld = (error: unknown): boolean => ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')

const tryAgain = async (act: () => Promise<void>, { sleep }: Waits): Promise<void> => {
  for (const ms of waitsMs) {
    try {
      return await act()
    } catch (error) {
      if (!isHeld(error)) throw error
      await sleep(ms)
    }
  }
  await act()
}

const tryAgainNow = (act: () => void, { block }: Waits): void => {
  for (const ms of waitsMs) {
    try {
      act()
      return
    } catch (error) {
      if (!isHeld(error)) throw error
      block(ms)
    }
  }
  act()
}

export const waitForHeldSyncFiles = (files: SyncFiles, waits: Waits): SyncFiles => ({
  ...files,
  rename: (from, to) => tryAgainNow(() => files.rename(from, to), waits),
  remove: (path, options) => tryAgainNow(() => files.remove(path, options), waits),
})

/** `files`, whose renames and removals wait until other programs release the file (Windows), then reject with the system's error. */
export const waitForHeldFiles = (files: Files, waits: Waits): Files => ({
  ...files,
  rename: (from, to) => tryAgain(() => files.rename(from, to), waits),
  remove: (path, options) => tryAgain(() => files.remove(path, options), waits),
  sync: waitForHeldSyncFiles(files.sync, waits),
})
