import { AppError } from '../../../../shared/base/errors.ts'

/** SQLite's primary result codes that a person can do something about (sqlite.org/rescode.html). */
const sqliteFull = 13
const sqliteIoError = 10
/** SQLITE_IOERR_SHMSIZE, an extended code. */
const sqliteNoSharedMemory = 4874
const sqliteCorrupt = 11
const sqliteNotADatabase = 26
const sqliteConstraint = 19
const sqliteReadOnly = 8
const sqliteCannotOpen = 14

/** The primary SQLite result code of an error of node:sqlite, if it is one. */
export const sqliteCode = (error: unknown): number | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = (error as { errcode?: unknown }).errcode
  return typeof code === 'number' ? code & 0xff : undefined
}

/** Each column with JSON has a constraint: what isn't JSON any more was not written by Packshot. */
const isMalformedJson = (error: unknown): boolean => error instanceof Error && error.message === 'malformed JSON'

export const isCorruption = (error: unknown): boolean => {
  const code = sqliteCode(error)
  return code === sqliteCorrupt || code === sqliteNotADatabase || (code !== undefined && isMalformedJson(error))
}

/** A row breaks a rule of its table, or of one that a trigger keeps. */
export const isRefusedRow = (error: unknown): boolean => sqliteCode(error) === sqliteConstraint

const systemCode = (error: unknown): string | undefined => {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return typeof code === 'string' ? code : undefined
}

/** The file shared by readers and writers could not grow, which only happens on a full disk. */
const isSharedMemoryFull = (error: unknown): boolean =>
  error instanceof Error && (error as { errcode?: unknown }).errcode === sqliteNoSharedMemory

/** Disk full: the failed write can be repeated later. */
export const isFullDisk = (error: unknown): boolean =>
  sqliteCode(error) === sqliteFull || isSharedMemoryFull(error) || ['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '')

/** The disk failed to write or flush: its content is unknown. */
export const isFailedDisk = (error: unknown): boolean =>
  !isFullDisk(error) && (sqliteCode(error) === sqliteIoError || ['EIO', 'EROFS', 'ENXIO', 'ENODEV'].includes(systemCode(error) ?? ''))

/** The folder can't be written to: even who only reads the library needs a file beside it. */
export const isReadOnlyFolder = (error: unknown): boolean =>
  [sqliteReadOnly, sqliteCannotOpen].includes(sqliteCode(error) ?? 0) || systemCode(error) === 'EROFS'

export const toReadOnlyError = (folder: string, cause: unknown): AppError =>
  new AppError('file-unreadable', { kind: 'data-folder-read-only', folder }, { kept: 'saved', cause })

const explained: Readonly<Record<string, 'data-folder-not-permitted' | 'data-folder-away' | 'data-folder-in-file'>> = {
  EACCES: 'data-folder-not-permitted',
  EPERM: 'data-folder-not-permitted',
  // Node's word for a folder that can't be made on a read-only disk, too.
  ENOENT: 'data-folder-away',
  ENOTDIR: 'data-folder-in-file',
  EEXIST: 'data-folder-in-file',
}

/** Why the data folder can't be used. `error`: the system's or SQLite's. */
export const explainDataFolder = (folder: string, error: unknown): AppError => {
  if (isFullDisk(error)) return new AppError('disk-full', { kind: 'data-folder-full', folder }, { kept: 'saved', cause: error })
  if (isReadOnlyFolder(error)) return toReadOnlyError(folder, error)
  const kind = explained[systemCode(error) ?? '']
  if (kind !== undefined) {
    // In a file, there never was one.
    const kept = kind === 'data-folder-in-file' ? {} : ({ kept: 'saved' } as const)
    return new AppError('file-unreadable', { kind, folder }, { ...kept, cause: error })
  }
  const said = error instanceof Error ? error.message : String(error)
  return new AppError('file-unreadable', { kind: 'data-folder-unusable', folder, said }, { cause: error })
}

/** The library is damaged: everything waits for the next start, which repairs or restores it. */
export const toDamageError = (cause: unknown): AppError => new AppError('data-corrupt', { kind: 'library-damaged' }, { cause })

/** The library is sound, but an earlier state or a copy: the next start marks doubtful facts. */
export const toCopyError = (): AppError => new AppError('data-corrupt', { kind: 'library-is-copy' })

/** Maps a database error; an AppError passes through. */
export const toDatabaseError = (error: unknown): unknown => {
  if (error instanceof AppError) return error
  if (isFullDisk(error)) return new AppError('disk-full', { kind: 'disk-without-room' }, { cause: error })
  if (isFailedDisk(error)) return toFlushError(error)
  if (isCorruption(error)) return toDamageError(error)
  return error
}

/** Disk full while flushing a commit: it was not undone, so it must not be reported as undone. */
export const toUnflushedError = (cause: unknown): AppError => new AppError('disk-full', { kind: 'disk-without-room-to-flush' }, { cause })

/** A write or flush failed for another reason than a full disk. */
export const toFlushError = (cause: unknown): AppError => {
  const said = systemCode(cause) ?? (cause instanceof Error ? cause.message : String(cause))
  return new AppError('disk-failed', { kind: 'disk-not-saving', said }, { kept: 'saved', cause })
}
