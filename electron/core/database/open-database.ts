import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Platform } from '../platform/platform.ts'
import { takeCleanEnd } from './clean-end.ts'
import { isCorruption, toDatabaseError } from './database-error.ts'
import { lockDataFolder } from './lock-data-folder.ts'
import { migrate, readSchemaVersion, schemaVersion } from './migrations.ts'
import { restoreNewestSnapshot, saveSnapshot } from './snapshots.ts'

type Ports = Pick<Platform, 'clock' | 'files' | 'openDatabaseFile'>

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

/** Reads all of the file for damage; says what it found first, `null`: nothing. Takes long for a large library. */
export const findDamage = (database: DatabaseSync): string | null => {
  const check = database.prepare('PRAGMA quick_check(1)').get() as { quick_check?: string; integrity_check?: string } | undefined
  const verdict = check?.quick_check ?? check?.integrity_check ?? 'ok'
  return verdict === 'ok' ? null : verdict
}

const open = (path: string, isLookedThrough: boolean, { openDatabaseFile }: Ports): DatabaseSync => {
  const database = openDatabaseFile(path)
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    database.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000')
    const damage = isLookedThrough ? findDamage(database) : null
    if (damage !== null) throw Object.assign(new Error(`quick_check: ${damage}`), { errcode: 11 })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Opens the library for writing: WAL, `synchronous=FULL`, migrated, with a snapshot before each migration. A damaged file is set aside
 * and the newest good snapshot restored; `recovery` says so. `mayLookLater`: the caller looks for damage itself, soon
 * (keep-database.ts), if the file is as it was left; `isUnseen` says that it must. Errors: `data-newer`, `disk-full`.
 */
export const openDatabase = (
  dataFolder: string,
  ports: Ports,
  mayLookLater = false,
): { readonly database: DatabaseSync; readonly recovery: Recovery | null; readonly isUnseen: boolean } => {
  const path = libraryFile(dataFolder)
  const now = ports.clock.now()
  let recovery: Recovery | null = null
  let database: DatabaseSync
  const isUnseen = takeCleanEnd(ports.files.sync, dataFolder, path) && mayLookLater
  try {
    database = open(path, !isUnseen, ports)
  } catch (error) {
    if (!isCorruption(error)) throw toDatabaseError(error)
    recovery = restoreNewestSnapshot(dataFolder, path, now, ports)
    database = open(path, true, ports)
  }
  try {
    const version = readSchemaVersion(database)
    if (version > 0 && version < schemaVersion) saveSnapshot(database, dataFolder, now, ports)
    migrate(database)
    return { database, recovery, isUnseen: isUnseen && recovery === null }
  } catch (error) {
    database.close()
    throw toDatabaseError(error)
  }
}

/** A library that an older Packshot wrote is brought up to date first, for which the folder must be free. */
const bringUpToDate = (dataFolder: string, path: string, ports: Ports): void => {
  const found = ports.openDatabaseFile(path, { readOnly: true })
  let isOld: boolean
  try {
    isOld = readSchemaVersion(found) < schemaVersion
  } catch (error) {
    throw toDatabaseError(error)
  } finally {
    found.close()
  }
  if (!isOld) return
  const unlock = lockDataFolder(dataFolder, ports)
  try {
    openDatabase(dataFolder, ports).database.close()
  } finally {
    unlock()
  }
}

/** Opens the library for commands that only read, while another process may be writing. Without a library: an empty one in memory. */
export const openDatabaseReadOnly = (dataFolder: string, ports: Ports): DatabaseSync => {
  const path = libraryFile(dataFolder)
  if (!ports.files.sync.exists(path)) {
    const empty = ports.openDatabaseFile(':memory:')
    migrate(empty)
    return empty
  }
  bringUpToDate(dataFolder, path, ports)
  const database = ports.openDatabaseFile(path, { readOnly: true })
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    if (readSchemaVersion(database) > schemaVersion) migrate(database)
    return database
  } catch (error) {
    database.close()
    throw toDatabaseError(error)
  }
}
