import { join } from 'node:path'

/** The library: one SQLite file in the data folder. */
export const libraryFile = (dataFolder: string): string => join(dataFolder, 'library.db')

/** SQLite's write-ahead log of the library. */
export const walFile = (dataFolder: string): string => `${libraryFile(dataFolder)}-wal`

/** What SQLite keeps beside a file while it is open; it belongs to that file and moves with it. */
export const besideSuffixes = ['-wal', '-shm', '-journal'] as const
