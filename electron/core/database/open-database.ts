import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/errors.ts'
import { describeUnreadableLibrary } from '../../../shared/words/recovery.ts'
import type { Platform } from '../platform/platform.ts'
import { takeCleanEnd } from './clean-end.ts'
import { createDamageNote } from './damage-note.ts'
import { toDatabaseError } from './database-error.ts'
import { decide, examineLibrary, type LibraryFacts, type LookDepth } from './examine-library.ts'
import { libraryFile } from './library-files.ts'
import { lockDataFolder } from './lock-data-folder.ts'
import { migrate, readSchemaVersion, schemaVersion } from './migrations.ts'
import { type Restored, removeRestoreDrafts, restoreLibrary } from './restore-library.ts'
import { saveSnapshot } from './snapshots.ts'

type ReadPorts = Pick<Platform, 'clock' | 'files' | 'openDatabaseFile' | 'ids'>
type Ports = ReadPorts & {
  /** Marks lists and jobs as doubtful in a restored file. Absent: there is nothing to mark. */
  readonly doubt?: (database: DatabaseSync, restored: Restored) => void
}

export type OpenedLibrary = {
  readonly database: DatabaseSync
  /** How it was looked through for damage (find-damage.ts); what is left of that the caller does, soon. */
  readonly seen: LookDepth
}

const open = (dataFolder: string, { openDatabaseFile }: ReadPorts): DatabaseSync => {
  const database = openDatabaseFile(libraryFile(dataFolder))
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    database.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const refuseNewer = (version: number): never => {
  throw new AppError(
    'data-newer',
    `This data folder was written by a newer Packshot (version ${version}, this one knows ${schemaVersion}). It was left unchanged.`,
  )
}

/** Restores what must be restored. True: the library was read whole meanwhile. */
const recoverFirst = (dataFolder: string, depth: LookDepth, ports: Ports): boolean => {
  const facts = examineLibrary(dataFolder, depth, ports)
  const decision = decide(facts)
  if (facts.isNoteAnswered) createDamageNote(dataFolder, ports.files.sync).remove()
  if (decision.kind === 'refuse-newer') refuseNewer(decision.version)
  if (decision.kind !== 'recover') return false
  const { reason, found } = decision
  const note = facts.note ?? { id: ports.ids.hex(8), at: ports.clock.now(), reason, found }
  restoreLibrary(dataFolder, note, { ...ports, doubt: ports.doubt ?? (() => {}) })
  return true
}

/**
 * Opens the library for writing: WAL, `synchronous=FULL`, migrated, with a snapshot before each migration. A damaged, missing or outdated
 * one is repaired or restored first; the table `recoveries` then says so. `mayLookLater`: a library that is as it was left is not looked
 * through here. Errors: `data-newer` (the file is unchanged), `disk-full`, `disk-failed`.
 */
export const openDatabase = (dataFolder: string, ports: Ports, mayLookLater = false): OpenedLibrary => {
  let database: DatabaseSync | undefined
  try {
    const isAsLeft = takeCleanEnd(ports.files.sync, dataFolder, libraryFile(dataFolder))
    removeRestoreDrafts(dataFolder, ports)
    const depth = isAsLeft && mayLookLater ? 'none' : 'quick'
    const seen = recoverFirst(dataFolder, depth, ports) ? 'whole' : depth
    database = open(dataFolder, ports)
    const version = readSchemaVersion(database)
    if (version > 0 && version < schemaVersion) saveSnapshot(database, dataFolder, ports.clock.now(), ports)
    migrate(database)
    database.prepare("UPDATE library SET id = ? WHERE id = ''").run(ports.ids.hex(8))
    return { database, seen }
  } catch (error) {
    database?.close()
    throw toDatabaseError(error)
  }
}

/** Why the library cannot be read as it is; a writing start restores it. */
const refuseDamaged = (facts: LibraryFacts): void => {
  const decision = decide(facts)
  if (decision.kind === 'refuse-newer') refuseNewer(decision.version)
  if (decision.kind !== 'recover') return
  const { message, action } = describeUnreadableLibrary({ reason: decision.reason })
  throw new AppError('data-corrupt', message, { action, facts: { reason: decision.reason, found: decision.found } })
}

/** A library that an older Packshot wrote is brought up to date first, for which the folder must be free. */
const bringUpToDate = (dataFolder: string, ports: ReadPorts): void => {
  const unlock = lockDataFolder(dataFolder, ports)
  try {
    openDatabase(dataFolder, ports).database.close()
  } finally {
    unlock()
  }
}

/**
 * Opens the library for commands that only read, while another process may be writing. In a folder where none ever was: an empty one in
 * memory. Errors: `data-corrupt` where a writing start would restore it; nothing is changed.
 */
export const openDatabaseReadOnly = (dataFolder: string, ports: ReadPorts): DatabaseSync => {
  let facts = examineLibrary(dataFolder, 'none', ports)
  refuseDamaged(facts)
  if (facts.found.kind === 'missing' || facts.found.kind === 'empty') {
    const empty = ports.openDatabaseFile(':memory:')
    migrate(empty)
    return empty
  }
  if (facts.found.kind === 'readable' && facts.found.version < schemaVersion) {
    bringUpToDate(dataFolder, ports)
    facts = examineLibrary(dataFolder, 'none', ports)
    refuseDamaged(facts)
  }
  const database = ports.openDatabaseFile(libraryFile(dataFolder), { readOnly: true })
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    return database
  } catch (error) {
    database.close()
    throw toDatabaseError(error)
  }
}
