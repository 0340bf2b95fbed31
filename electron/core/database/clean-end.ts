import { join } from 'node:path'
import type { SyncFiles } from '../platform/files.ts'

// Whether the library is as Packshot left it: then looking through all of it can wait until the window is there.

const noteFile = (dataFolder: string): string => join(dataFolder, 'library-closed')

/** After the library was closed in order. Not being able to say so costs the next start a look through the file. */
export const noteCleanEnd = (files: SyncFiles, dataFolder: string, library: string): void => {
  try {
    files.write(noteFile(dataFolder), files.fingerprint(library))
  } catch {
    // The next start looks.
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
