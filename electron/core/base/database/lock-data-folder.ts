import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Platform } from '../platform/platform.ts'
import { explainDataFolder } from './database-error.ts'

/**
 * Takes the data folder for this process: an exclusive transaction held on a small SQLite file beside the library, which the system
 * releases even on kill -9. Returns the release. Errors: `data-folder-in-use`, `disk-full`.
 */
export const lockDataFolder = (
  dataFolder: string,
  { files, openDatabaseFile }: Pick<Platform, 'files' | 'openDatabaseFile'>,
): (() => void) => {
  let database: DatabaseSync | undefined
  try {
    files.sync.makeFolder(dataFolder, 0o700)
    database = openDatabaseFile(join(dataFolder, 'lock.db'))
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA busy_timeout = 0')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    const text = error instanceof Error ? error.message : String(error)
    if (/locked|busy/i.test(text))
      throw new AppError('data-folder-in-use', { kind: 'data-folder-taken', folder: dataFolder }, { kept: 'nothing-changed', cause: error })
    throw explainDataFolder(dataFolder, error)
  }
  const held = database
  return () => held.close()
}
