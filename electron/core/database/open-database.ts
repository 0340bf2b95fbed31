import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isCorruption, toDatabaseError } from './database-error.ts'
import { lockDataFolder } from './lock-data-folder.ts'
import { migrate, readSchemaVersion, schemaVersion } from './migrations.ts'
import { restoreNewestSnapshot, saveSnapshot } from './snapshots.ts'

/** What was found damaged and set aside when the library was opened. */
export type Recovery = {
  /** Where the damaged file is now. */
  readonly setAside: string
  /** Time of the snapshot that was restored (milliseconds since 1970); `null`: there was none. */
  readonly snapshotAt: number | null
}

export const libraryFile = (dataFolder: string): string => join(dataFolder, 'library.db')

/** SQLite's write-ahead log of the library. */
export const walFile = (dataFolder: string): string => `${libraryFile(dataFolder)}-wal`

const open = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    database.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000')
    const check = database.prepare('PRAGMA quick_check(1)').get() as { quick_check?: string; integrity_check?: string } | undefined
    const verdict = check?.quick_check ?? check?.integrity_check ?? 'ok'
    if (verdict !== 'ok') throw Object.assign(new Error(`quick_check: ${verdict}`), { errcode: 11 })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Opens the library for writing: WAL, `synchronous=FULL`, migrated, with a snapshot before each migration. A damaged file is set aside
 * and the newest good snapshot restored; `recovery` says so. Errors: `data-newer`, `disk-full`.
 */
export const openDatabase = (dataFolder: string, now: number): { readonly database: DatabaseSync; readonly recovery: Recovery | null } => {
  const path = libraryFile(dataFolder)
  let recovery: Recovery | null = null
  let database: DatabaseSync
  try {
    database = open(path)
  } catch (error) {
    if (!isCorruption(error)) throw toDatabaseError(error)
    recovery = restoreNewestSnapshot(dataFolder, path, now)
    database = open(path)
  }
  try {
    const version = readSchemaVersion(database)
    if (version > 0 && version < schemaVersion) saveSnapshot(database, dataFolder, now)
    migrate(database)
    return { database, recovery }
  } catch (error) {
    database.close()
    throw toDatabaseError(error)
  }
}

/** A library that an older Packshot wrote is brought up to date first, for which the folder must be free. */
const bringUpToDate = (dataFolder: string, path: string): void => {
  const found = new DatabaseSync(path, { readOnly: true })
  let isOld: boolean
  try {
    isOld = readSchemaVersion(found) < schemaVersion
  } catch (error) {
    throw toDatabaseError(error)
  } finally {
    found.close()
  }
  if (!isOld) return
  const unlock = lockDataFolder(dataFolder)
  try {
    openDatabase(dataFolder, Date.now()).database.close()
  } finally {
    unlock()
  }
}

/** Opens the library for commands that only read, while another process may be writing. Without a library: an empty one in memory. */
export const openDatabaseReadOnly = (dataFolder: string): DatabaseSync => {
  const path = libraryFile(dataFolder)
  if (!existsSync(path)) {
    const empty = new DatabaseSync(':memory:')
    migrate(empty)
    return empty
  }
  bringUpToDate(dataFolder, path)
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    if (readSchemaVersion(database) > schemaVersion) migrate(database)
    return database
  } catch (error) {
    database.close()
    throw toDatabaseError(error)
  }
}
