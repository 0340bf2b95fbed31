import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Platform } from '../platform/platform.ts'
import { createDamageNote, type DamageNote, type DamageReason } from './damage-note.ts'
import { isCorruption, toDatabaseError } from './database-error.ts'
import { type Damage, findDamage } from './find-damage.ts'
import { libraryFile } from './library-files.ts'
import { firstVersion, readSchemaVersion, schemaVersion } from './migrations.ts'
import { isSchemaKept } from './schema-digest.ts'
import { createSequenceMark, type LibraryPoint } from './sequence-mark.ts'
import { listSnapshots } from './snapshots.ts'

export type LookDepth = 'none' | 'quick' | 'whole'

type Ports = Pick<Platform, 'files' | 'openDatabaseFile'>

/** The state of the library's file. `readable`: has our schema, as far as it was checked. */
type Found =
  | { readonly kind: 'missing' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'damaged'; readonly damage: Damage }
  | { readonly kind: 'readable'; readonly version: number; readonly point: LibraryPoint | null }

/** Everything that decides how a start treats the library. */
export type LibraryFacts = {
  readonly found: Found
  /** Damage found by an earlier run, without a matching recovery in the library yet. */
  readonly note: DamageNote | null
  /** The last sequence of the library known to be on disk. */
  readonly mark: LibraryPoint | null
  /** Originals or snapshots exist, so there was a library. */
  readonly hasKept: boolean
  /** Facts stored outside the data folder. */
  readonly outside: OutsideFacts
}

/** Signs that a whole data folder was restored, or is a copy. */
export type OutsideFacts = {
  /** The furthest sequence of each library that was in this folder, by the library's id. */
  readonly points: ReadonlyMap<string, number>
  /** The folder is a copy of another that still exists. */
  readonly isCopy: boolean
}

export const nothingOutside: OutsideFacts = { points: new Map(), isCopy: false }

export type LibraryDecision =
  | { readonly kind: 'create' }
  | { readonly kind: 'open' }
  | { readonly kind: 'refuse-newer' | 'refuse-older'; readonly version: number }
  | { readonly kind: 'recover'; readonly reason: DamageReason; readonly found: string }

const recover = (reason: DamageReason, found: string): LibraryDecision => ({ kind: 'recover', reason, found })

/** Decides how a start treats the library. Pure; README.md of this folder states the rules. */
export const decide = ({ found, note, mark, hasKept, outside }: LibraryFacts): LibraryDecision => {
  const wasHere = hasKept || mark !== null
  switch (found.kind) {
    case 'missing':
      return note || wasHere ? recover('missing', 'the file is missing') : { kind: 'create' }
    case 'empty':
      return note || wasHere ? recover('missing', 'the file is empty') : { kind: 'create' }
    case 'damaged':
      return recover('damaged', found.damage.found)
    case 'readable': {
      if (found.version > schemaVersion) return { kind: 'refuse-newer', version: found.version }
      // With a mark beside it, a library without a point has lost all but its beginning; it is no older one.
      if (found.version < firstVersion && (found.point !== null || mark === null)) return { kind: 'refuse-older', version: found.version }
      if (note) return recover(note.reason, note.found)
      if (outside.isCopy) return recover('copy', 'a copy of a folder that is still there')
      // A log lost from its first pages on leaves a partial schema, or a library before its first change.
      if (mark !== null && (found.point === null || found.point.id === ''))
        return recover('behind', `schema ${found.version}, before change ${mark.sequence}`)
      const known = found.point === null ? 0 : (outside.points.get(found.point.id) ?? 0)
      // The mark in the folder was restored with it; otherwise only the library lost something.
      const inFolder = Math.max(found.point?.sequence ?? 0, mark !== null && mark.id === found.point?.id ? mark.sequence : 0)
      if (known > inFolder) return recover('copy', `change ${inFolder} of ${known}`)
      const isBehind = mark !== null && found.point !== null && mark.id === found.point.id && mark.sequence > found.point.sequence
      return isBehind ? recover('behind', `change ${found.point.sequence} of ${mark.sequence}`) : { kind: 'open' }
    }
  }
}

const isOneBit = (bits: number): boolean => bits !== 0 && (bits & (bits - 1)) === 0

/** All rows can be read: a copy is repaired. */
const repairable = (found: string): Found => ({ kind: 'damaged', damage: { found, canBeCopied: true, unreadable: [], doubtful: [] } })

/** Reads the library's sequence, or detects that a flipped bit changed its version or its schema. */
const readPoint = (database: DatabaseSync, version: number): Found => {
  if (version < firstVersion) {
    const isOlder = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'library'").get() === undefined
    if (isOlder) return { kind: 'readable', version, point: null }
  }
  const row = database.prepare('SELECT id, sequence, schema FROM library').get()
  if (!row) throw Object.assign(new Error('the library has no row about itself'), { errcode: 11 })
  if (isOneBit(Number(row.schema) ^ version)) return repairable(`schema ${String(row.schema)} says ${version}`)
  if (version === schemaVersion && !isSchemaKept(database)) return repairable('the text of the schema was changed')
  return { kind: 'readable', version, point: { id: String(row.id), sequence: Number(row.sequence) } }
}

/** SQLite's message about a missing table of our schema: the schema itself is damaged. */
const isSchemaFault = (error: unknown): boolean => error instanceof Error && /no such (table|column)/.test(error.message)

const broken = (error: unknown): Found => ({
  kind: 'damaged',
  damage: { found: String(error), canBeCopied: false, unreadable: [], doubtful: [] },
})

const look = (dataFolder: string, depth: LookDepth, ports: Ports): Found => {
  const path = libraryFile(dataFolder)
  if (!ports.files.sync.exists(path)) return { kind: 'missing' }
  if (ports.files.sync.size(path) === 0) return { kind: 'empty' }
  let database: DatabaseSync | undefined
  try {
    database = ports.openDatabaseFile(path, { readOnly: true })
    database.exec('PRAGMA busy_timeout = 5000')
    const version = readSchemaVersion(database)
    if (version === 0) return { kind: 'empty' }
    const damage = depth === 'none' ? null : findDamage(database, depth)
    if (damage) return { kind: 'damaged', damage }
    return readPoint(database, version)
  } catch (error) {
    if (isCorruption(error) || isSchemaFault(error)) return broken(error)
    throw toDatabaseError(error)
  } finally {
    database?.close()
  }
}

/** A note whose recovery is in the library is settled; only its removal was interrupted. */
const isAnswered = (dataFolder: string, note: DamageNote, ports: Ports): boolean => {
  try {
    const database = ports.openDatabaseFile(libraryFile(dataFolder), { readOnly: true })
    try {
      return database.prepare('SELECT 1 FROM recoveries WHERE damage_id = ?').get(note.id) !== undefined
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}

const hasKept = (dataFolder: string, { files: { sync: files } }: Ports): boolean => {
  const originals = join(dataFolder, 'originals')
  return listSnapshots(files, dataFolder).length > 0 || (files.exists(originals) && files.list(originals).length > 0)
}

/**
 * Examines the library and the files beside it, changing nothing. `depth`: how much of the file is read; after noted damage, all of
 * it. Errors: those of the disk.
 */
export const examineLibrary = (
  dataFolder: string,
  depth: LookDepth,
  ports: Ports,
  outside = nothingOutside,
): LibraryFacts & { readonly isNoteAnswered: boolean } => {
  // Read before the library, because a concurrent writer moves the mark only after the library.
  const mark = createSequenceMark(dataFolder, ports.files.sync).read()
  const noted = createDamageNote(dataFolder, ports.files.sync).read()
  const path = libraryFile(dataFolder)
  const isNoteAnswered = noted !== null && ports.files.sync.exists(path) && isAnswered(dataFolder, noted, ports)
  const note = isNoteAnswered ? null : noted
  const found = look(dataFolder, note ? 'whole' : depth, ports)
  return { found, note, mark, hasKept: hasKept(dataFolder, ports), outside, isNoteAnswered }
}
