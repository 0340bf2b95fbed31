import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Platform } from '../platform/platform.ts'
import { takeCleanEnd } from './clean-end.ts'
import { createDamageNote } from './damage-note.ts'
import { isReadOnlyFolder, toDatabaseError, toReadOnlyError } from './database-error.ts'
import {
  decide,
  examineLibrary,
  type LibraryDecision,
  type LibraryFacts,
  type LookDepth,
  nothingOutside,
  type OutsideFacts,
} from './examine-library.ts'
import { libraryFile } from './library-files.ts'
import { lockDataFolder } from './lock-data-folder.ts'
import { migrate, readSchemaVersion, schemaVersion, toNewerError, toOlderError } from './migrations.ts'
import { type Restored, removeRestoreDrafts, restoreLibrary } from './restore-library.ts'
import { saveSnapshot } from './snapshots.ts'

type ReadPorts = Pick<Platform, 'clock' | 'files' | 'openDatabaseFile' | 'ids'> & {
  /** Absent: there are no facts outside the data folder. */
  readonly outside?: OutsideFacts
}
type Ports = ReadPorts & {
  /** Memory for pages of the file, in KB. Absent: enough for searches in a large library. */
  readonly libraryCacheKb?: number
  /** Marks lists and jobs as doubtful in a restored file. Absent: there is nothing to mark. */
  readonly doubt?: (database: DatabaseSync, restored: Restored) => void
  /** Called once the recovery of a copy is noted on disk: from then on it counts as a separate folder. */
  readonly separate?: () => void
}

export type OpenedLibrary = {
  readonly database: DatabaseSync
  /** How it was checked for damage (find-damage.ts); the caller does the rest soon. */
  readonly seen: LookDepth
}

const usualCacheKb = 16_000

const open = (dataFolder: string, { openDatabaseFile, libraryCacheKb = usualCacheKb }: Ports): DatabaseSync => {
  const database = openDatabaseFile(libraryFile(dataFolder))
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    database.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${libraryCacheKb}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const toOpenError = (dataFolder: string, error: unknown): unknown =>
  isReadOnlyFolder(error) ? toReadOnlyError(dataFolder, error) : toDatabaseError(error)

/** Another Packshot wrote the library: it stays as it is. */
const refuseForeign = (decision: LibraryDecision): void => {
  if (decision.kind === 'refuse-newer') throw toNewerError(decision.version)
  if (decision.kind === 'refuse-older') throw toOlderError(decision.version)
}

/** Restores the library if necessary. True: the whole library was read meanwhile. */
const recoverFirst = (dataFolder: string, depth: LookDepth, ports: Ports): boolean => {
  const { outside = nothingOutside } = ports
  const facts = examineLibrary(dataFolder, depth, ports, outside)
  const decision = decide(facts)
  if (facts.isNoteAnswered) createDamageNote(dataFolder, ports.files.sync).remove()
  refuseForeign(decision)
  if (decision.kind !== 'recover') return false
  const { reason, found } = decision
  const note = facts.note ?? { id: ports.ids.hex(8), at: ports.clock.now(), reason, found }
  createDamageNote(dataFolder, ports.files.sync).write(note)
  if (outside.isCopy) ports.separate?.()
  restoreLibrary(dataFolder, note, { ...ports, outside, doubt: ports.doubt ?? (() => {}) })
  return true
}

/**
 * Opens the library for writing: WAL, `synchronous=FULL`, migrated, with a snapshot before each migration. A damaged, missing or outdated
 * one is repaired or restored first; the table `recoveries` then says so. `mayLookLater`: a library unchanged since its last end is not checked
 * here. Errors: `data-newer`, `data-older` (the file is unchanged), `disk-full`, `disk-failed`.
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
    throw toOpenError(dataFolder, error)
  }
}

/** Why the library cannot be read; a writing start restores it. True: it is readable, but a copy. */
const refuseDamaged = (facts: LibraryFacts): boolean => {
  const decision = decide(facts)
  refuseForeign(decision)
  if (decision.kind !== 'recover') return false
  if (decision.reason === 'copy') return true
  const { reason, found } = decision
  throw new AppError('data-corrupt', { kind: 'library-unreadable', reason, found }, { kept: 'nothing-changed' })
}

/** Migrates a library of an older Packshot first, for which the folder must be free. The next start checks whether it is a copy. */
const bringUpToDate = (dataFolder: string, { outside: _, ...ports }: ReadPorts): void => {
  const unlock = lockDataFolder(dataFolder, ports)
  try {
    openDatabase(dataFolder, ports).database.close()
  } finally {
    unlock()
  }
}

/** `isCopy`: a writing start will mark doubtful facts. */
export type ReadLibrary = { readonly database: DatabaseSync; readonly isCopy: boolean }

const openToRead = (dataFolder: string, ports: ReadPorts): ReadLibrary => {
  const examine = () => examineLibrary(dataFolder, 'none', ports, ports.outside)
  let facts = examine()
  let isCopy = refuseDamaged(facts)
  if (facts.found.kind === 'missing' || facts.found.kind === 'empty') {
    const empty = ports.openDatabaseFile(':memory:')
    migrate(empty)
    return { database: empty, isCopy: false }
  }
  if (facts.found.kind === 'readable' && facts.found.version < schemaVersion) {
    bringUpToDate(dataFolder, ports)
    facts = examine()
    isCopy = refuseDamaged(facts)
  }
  const database = ports.openDatabaseFile(libraryFile(dataFolder), { readOnly: true })
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    return { database, isCopy }
  } catch (error) {
    database.close()
    throw toDatabaseError(error)
  }
}

/**
 * Opens the library for commands that only read, while another process may be writing. In a folder where none ever was: an empty one in
 * memory. Errors: `data-corrupt` where a writing start would restore it; nothing is changed.
 */
export const openDatabaseReadOnly = (dataFolder: string, ports: ReadPorts): ReadLibrary => {
  try {
    return openToRead(dataFolder, ports)
  } catch (error) {
    throw toOpenError(dataFolder, error)
  }
}
