import { join } from 'node:path'

/** The library: one SQLite file in the data folder. */
export const libraryFile = (dataFolder: string): string => join(dataFolder, 'library.db')

/** SQLite's write-ahead log of the library. */
export const walFile = (dataFolder: string): string => `${libraryFile(dataFolder)}-wal`

/** SQLite's files beside an open library; they belong to it and move with it. */
export const besideSuffixes = ['-wal', '-shm', '-journal'] as const
