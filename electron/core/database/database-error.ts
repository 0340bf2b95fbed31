import { AppError } from '../../../shared/errors.ts'

/** SQLite's primary result codes that a person can do something about (sqlite.org/rescode.html). */
const sqliteFull = 13
const sqliteIoError = 10
const sqliteCorrupt = 11
const sqliteNotADatabase = 26

/** The primary SQLite result code of an error of node:sqlite, if it is one. */
export const sqliteCode = (error: unknown): number | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = (error as { errcode?: unknown }).errcode
  return typeof code === 'number' ? code & 0xff : undefined
}

export const isCorruption = (error: unknown): boolean => {
  const code = sqliteCode(error)
  return code === sqliteCorrupt || code === sqliteNotADatabase
}

/** An error of the database in plain words; an AppError passes through. */
export const toDatabaseError = (error: unknown): unknown => {
  if (error instanceof AppError) return error
  const code = sqliteCode(error)
  if (code === sqliteFull || code === sqliteIoError)
    return new AppError('disk-full', 'The disk is full or cannot be written. What was saved before is kept; the last step was not saved.', {
      cause: error,
    })
  if (isCorruption(error))
    return new AppError('data-corrupt', 'The library file is damaged. Start Packshot again to restore it.', { cause: error })
  return error
}
