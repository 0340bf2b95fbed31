import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/errors.ts'

/**
 * Takes the data folder for this process: an exclusive transaction held on a small SQLite file beside the library, which the system
 * releases even on kill -9. Returns the release. Errors: `data-folder-in-use`, `disk-full`.
 */
export const lockDataFolder = (dataFolder: string): (() => void) => {
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    database = new DatabaseSync(join(dataFolder, 'lock.db'))
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA busy_timeout = 0')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    const text = error instanceof Error ? error.message : String(error)
    if (/locked|busy/i.test(text))
      throw new AppError('data-folder-in-use', `Another Packshot is using the data folder ${dataFolder}. Nothing was changed.`, {
        cause: error,
      })
    throw new AppError('file-unreadable', `The data folder ${dataFolder} cannot be used: ${text}.`, {
      cause: error,
      action: 'Use another folder, or mend its permissions or the full disk.',
    })
  }
  const held = database
  return () => held.close()
}
