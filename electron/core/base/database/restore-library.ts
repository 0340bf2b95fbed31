import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Platform } from '../platform/platform.ts'
import { createDamageNote, type DamageNote } from './damage-note.ts'
import { isCorruption } from './database-error.ts'
import type { OutsideFacts } from './examine-library.ts'
import { type Damage, findDamage } from './find-damage.ts'
import { freePath, removeLeftovers } from './leftovers.ts'
import { besideSuffixes, libraryFile } from './library-files.ts'
import { firstVersion, migrate, readSchemaVersion, schemaVersion } from './migrations.ts'
import { isSchemaKept, repairSchema } from './schema-digest.ts'
import { createSequenceMark, type LibraryPoint } from './sequence-mark.ts'
import { setAsideRows } from './set-aside-rows.ts'
import { isSound, listSnapshots } from './snapshots.ts'

/** `repaired`: nothing was lost; only damaged rows are in doubt. */
export type RecoveryReason = DamageNote['reason'] | 'repaired'

/** Marks written into a restored file before it replaces the library. */
export type Restored = {
  readonly reason: RecoveryReason
  /** Rows that may be wrong while the rest is certain; `null`: all later changes are uncertain. */
  readonly doubtful: Damage['doubtful'] | null
  /** Jobs could not be kept: their subjects are unknown. */
  readonly hasLostJobs: boolean
  /** The known lists can't be read: they are rebuilt from the readable facts. */
  readonly hasLostLists: boolean
}

type Ports = Pick<Platform, 'clock' | 'files' | 'openDatabaseFile' | 'ids'> & {
  /** Facts about the library stored outside the data folder. */
  readonly outside: OutsideFacts
  /** Marks lists and jobs as doubtful in a file that is not the library yet. */
  readonly doubt: (database: DatabaseSync, restored: Restored) => void
}

const draftName = 'library-restored.draft'

/** Removes leftovers of an interrupted restore. */
export const removeRestoreDrafts = (dataFolder: string, { files: { sync: files } }: Pick<Platform, 'files'>): void => {
  if (!files.exists(dataFolder)) return
  const names = files.list(dataFolder).filter((name) => name.startsWith(draftName))
  removeLeftovers(
    files,
    names.map((name) => join(dataFolder, name)),
  )
}

type Base = { readonly reason: RecoveryReason; readonly snapshotAt: number | null; readonly damage: Damage | null }

/** From before the first release, so it can't be read. The file holds its version twice, as a damaged bit may change one. */
const isTooOld = (database: DatabaseSync): boolean => {
  if (readSchemaVersion(database) >= firstVersion) return false
  if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'library'").get()) return true
  return Number(database.prepare('SELECT schema FROM library').get()?.schema ?? 0) < firstVersion
}

const isTooOldFile = (openDatabaseFile: Ports['openDatabaseFile'], path: string): boolean => {
  const database = openDatabaseFile(path, { readOnly: true })
  try {
    return isTooOld(database)
  } finally {
    database.close()
  }
}

/** Copies all readable rows of the damaged library, with new indexes. False: impossible. */
const copyLibrary = (dataFolder: string, draft: string, note: DamageNote, ports: Ports): Base | undefined => {
  const path = libraryFile(dataFolder)
  const files = ports.files.sync
  if (note.reason === 'missing' || !files.exists(path) || files.size(path) === 0) return undefined
  try {
    const database = ports.openDatabaseFile(path, { readOnly: true })
    try {
      const version = readSchemaVersion(database)
      if (version === 0 || isTooOld(database)) return undefined
      // Rows are found by the names in the schema, so not before those are right; the copy's are (finishDraft).
      const damage = version !== schemaVersion || isSchemaKept(database) ? findDamage(database, 'whole') : null
      if (damage && !damage.canBeCopied) return undefined
      database.prepare('VACUUM INTO ?').run(draft)
      // The readable part of a library without its log is newer than any snapshot, but incomplete. A copy is sound.
      return { reason: note.reason === 'damaged' ? 'repaired' : note.reason, snapshotAt: null, damage }
    } finally {
      database.close()
    }
  } catch {
    removeLeftovers(files, [draft])
    return undefined
  }
}

/** Makes the indexes of a copied snapshot again; its rows were checked when it was saved (snapshots.ts). False: it is damaged. */
const makeIndexes = (openDatabaseFile: Ports['openDatabaseFile'], draft: string): boolean => {
  try {
    const database = openDatabaseFile(draft)
    try {
      database.exec('PRAGMA journal_mode = MEMORY; REINDEX')
    } finally {
      database.close()
    }
    return isSound(openDatabaseFile, draft)
  } catch {
    return false
  }
}

const copySnapshot = (dataFolder: string, draft: string, { files: { sync: files }, openDatabaseFile }: Ports): Base => {
  for (const one of listSnapshots(files, dataFolder)) {
    if (files.size(one.path) === 0) continue
    files.copy(one.path, draft)
    const isWhole = isSound(openDatabaseFile, draft) || makeIndexes(openDatabaseFile, draft)
    if (isWhole && !isTooOldFile(openDatabaseFile, draft)) return { reason: 'damaged', snapshotAt: one.at, damage: null }
    // Its leftovers must not be mistaken for the library.
    files.remove(draft)
  }
  return { reason: 'damaged', snapshotAt: null, damage: null }
}

/** Corrects a flipped bit in the version from the second stored schema version. */
const repairVersion = (database: DatabaseSync): void => {
  if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'library'").get()) return
  const said = Number(database.prepare('SELECT schema FROM library').get()?.schema)
  if (said > 0 && said <= schemaVersion && said !== readSchemaVersion(database)) database.exec(`PRAGMA user_version = ${said}`)
}

const readLibrary = (database: DatabaseSync): LibraryPoint => {
  const row = database.prepare('SELECT id, sequence FROM library').get()
  return { id: String(row?.id ?? ''), sequence: Number(row?.sequence ?? 0) }
}

const isAhead = (mark: LibraryPoint | null, id: string, sequence: number): boolean =>
  mark !== null && mark.id === id && mark.sequence > sequence

/** Repairs, migrates and marks the draft, then writes it as one complete file. False: it is not sound. */
const finishDraft = (dataFolder: string, draft: string, base: Base, note: DamageNote, setAside: string | null, ports: Ports): boolean => {
  const files = ports.files.sync
  const database = ports.openDatabaseFile(draft)
  try {
    repairVersion(database)
    if (readSchemaVersion(database) === schemaVersion) repairSchema(database, () => ports.openDatabaseFile(':memory:'))
    migrate(database)
    // A copy takes the indexes as they are, and a row that an index contradicts can't be removed.
    if (base.damage) database.exec('REINDEX')
    const lost = setAsideRows(database, base.damage?.unreadable ?? [], ports.clock.now())
    const mark = createSequenceMark(dataFolder, files).read()
    const { id, sequence } = readLibrary(database)
    const known = ports.outside.points.get(id) ?? 0
    const from = note.reason === 'missing' ? 'missing' : base.reason
    // Completely readable, but an earlier state: from a backup, or because its log is also lost.
    const reason =
      from !== 'repaired' ? from : known > Math.max(sequence, mark?.sequence ?? 0) ? 'copy' : isAhead(mark, id, sequence) ? 'behind' : from
    const isRepair = reason === 'repaired'
    // Facts stored elsewhere are about the library this was copied from.
    const newId = reason === 'copy' ? ports.ids.hex(8) : id || (mark?.id ?? ports.ids.hex(8))
    database.prepare('UPDATE library SET id = ?, sequence = ?').run(newId, Math.max(sequence, mark?.sequence ?? 0, known) + 1)
    database
      .prepare(
        `INSERT INTO recoveries (damage_id, reason, set_aside, snapshot_at, begun_at, state, lost) VALUES (?, ?, ?, ?, ?, 'rebuilding', ?)`,
      )
      .run(note.id, reason, setAside, base.snapshotAt, ports.clock.now(), JSON.stringify(lost))
    ports.doubt(database, {
      reason,
      doubtful: isRepair ? (base.damage?.doubtful ?? []) : null,
      hasLostJobs: base.damage?.unreadable.some(({ place }) => place === 'jobs') ?? false,
      hasLostLists: base.damage?.unreadable.some(({ place }) => place === 'facts' || place === 'attribute_lists') ?? false,
    })
  } finally {
    database.close()
  }
  if (!isSound(ports.openDatabaseFile, draft)) return false
  files.flushFile(draft)
  return true
}

const nameAside = (dataFolder: string, note: DamageNote): string => join(dataFolder, `library-damaged-${note.at}-${note.id}.db`)

/** Moves the current library away, its log first: a log must never meet another file. Nothing is deleted. */
const moveAside = (dataFolder: string, aside: string, { files: { sync: files } }: Ports): void => {
  const path = libraryFile(dataFolder)
  for (const suffix of [...besideSuffixes, '']) if (files.exists(path + suffix)) files.rename(path + suffix, aside + suffix)
}

/**
 * Brings a damaged, missing or outdated library back: a copy of what can be read, else the newest sound snapshot, else an empty one. It is
 * built aside with its doubts and the row of its recovery in it, flushed, and only then renamed into place. `note` is on disk before and
 * until the new file is in its place, so that an interruption at any step is resumed. Errors: those of the disk; then nothing has changed but the note.
 */
export const restoreLibrary = (dataFolder: string, note: DamageNote, ports: Ports): void => {
  const files = ports.files.sync
  const path = libraryFile(dataFolder)
  const freeDraft = (): string => freePath(files, join(dataFolder, draftName))
  const notes = createDamageNote(dataFolder, files)
  notes.write(note)
  removeRestoreDrafts(dataFolder, ports)
  const aside = nameAside(dataFolder, note)
  const setAside = files.exists(path) || files.exists(aside) ? aside : null
  let draft = freeDraft()
  const copied = copyLibrary(dataFolder, draft, note, ports)
  const isCopied = (): boolean => {
    try {
      return copied !== undefined && finishDraft(dataFolder, draft, copied, note, setAside, ports)
    } catch (error) {
      if (!isCorruption(error)) throw error
      return false
    }
  }
  if (!isCopied()) {
    removeRestoreDrafts(dataFolder, ports)
    draft = freeDraft()
    finishDraft(dataFolder, draft, copySnapshot(dataFolder, draft, ports), note, setAside, ports)
  }
  files.flushFolder(dataFolder)
  moveAside(dataFolder, aside, ports)
  files.rename(draft, path)
  files.flushFolder(dirname(path))
  notes.remove()
}
