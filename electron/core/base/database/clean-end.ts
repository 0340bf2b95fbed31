import { join } from 'node:path'
import type { SyncFiles } from '../platform/files.ts'

// Whether the library is unchanged since Packshot closed it. Then the full check can wait until the window is shown.

const noteFile = (dataFolder: string): string => join(dataFolder, 'library-closed')

/** Call it after the library was closed in order. If it fails, the next start checks the whole file. */
export const noteCleanEnd = (files: SyncFiles, dataFolder: string, library: string): void => {
  try {
    files.write(noteFile(dataFolder), files.fingerprint(library))
  } catch {
    // The next start checks it.
  }
}

/**
 * True when the last end was in order and nothing has touched the file since (size, time, identity). Asked once: until the next end in
 * order it is false.
 */
export const takeCleanEnd = (files: SyncFiles, dataFolder: string, library: string): boolean => {
  try {
    const noted = files.read(noteFile(dataFolder))
    files.remove(noteFile(dataFolder))
    return noted === files.fingerprint(library)
  } catch {
    return false
  }
}
