import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Whether the library is as Packshot left it: then looking through all of it can wait until the window is there.

const noteFile = (dataFolder: string): string => join(dataFolder, 'library-closed')

const describe = (path: string): string => {
  const { size, mtimeNs, ino } = statSync(path, { bigint: true })
  return `${size} ${mtimeNs} ${ino}`
}

/** After the library was closed in order. Not being able to say so costs the next start a look through the file. */
export const noteCleanEnd = (dataFolder: string, library: string): void => {
  try {
    writeFileSync(noteFile(dataFolder), describe(library))
  } catch {
    // The next start looks.
  }
}

/**
 * True when the last end was in order and nothing has touched the file since (size, time, identity). Asked once: until the next end in
 * order it is false.
 */
export const takeCleanEnd = (dataFolder: string, library: string): boolean => {
  try {
    const noted = readFileSync(noteFile(dataFolder), 'utf8')
    rmSync(noteFile(dataFolder))
    return noted === describe(library)
  } catch {
    return false
  }
}
