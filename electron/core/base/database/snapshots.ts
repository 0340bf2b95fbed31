import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { OpenDatabaseFile } from '../platform/databases.ts'
import type { Files, SyncFiles } from '../platform/files.ts'
import { freePath, removeLeftovers } from './leftovers.ts'

type Ports = { readonly files: Pick<Files, 'sync'>; readonly openDatabaseFile: OpenDatabaseFile }

/** `sequence`: of the library's last change in it. `at`: wall clock time, milliseconds since 1970. */
export type Snapshot = { readonly path: string; readonly sequence: number; readonly at: number }

const dayMs = 24 * 60 * 60 * 1000
const kept = 7
const namePattern = /^library-(\d{1,15})-(\d{1,15})\.db$/

const folderOf = (dataFolder: string): string => join(dataFolder, 'snapshots')

/** Snapshots by the library's own sequence, newest first, so that a temporarily wrong clock has no effect. */
export const listSnapshots = (files: SyncFiles, dataFolder: string): Snapshot[] => {
  const folder = folderOf(dataFolder)
  if (!files.exists(folder)) return []
  return files
    .list(folder)
    .flatMap((name) => {
      const match = namePattern.exec(name)
      return match ? [{ path: join(folder, name), sequence: Number(match[1]), at: Number(match[2]) }] : []
    })
    .sort((a, b) => b.sequence - a.sequence || b.at - a.at)
}

const isOk = (row: Record<string, unknown> | undefined): boolean => Object.values(row ?? {})[0] === 'ok'

/** True for a database without damage. Leaves it as it is. */
export const isSound = (openDatabaseFile: OpenDatabaseFile, path: string): boolean => {
  try {
    const database = openDatabaseFile(path, { readOnly: true })
    try {
      return isOk(database.prepare('PRAGMA integrity_check(1)').get())
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}

/**
 * True if all rows of a new file can be read, table by table. Looking each row up in each index would take six times as long, and grow
 * faster than the library; a restore makes new indexes where they contradict the rows.
 */
function* checkRows(openDatabaseFile: OpenDatabaseFile, path: string): Generator<void, boolean> {
  try {
    const database = openDatabaseFile(path, { readOnly: true })
    try {
      const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
      for (const name of ['sqlite_schema', ...tables.map((table) => String(table.name))]) {
        if (!isOk(database.prepare(`PRAGMA quick_check('${name.replaceAll("'", "''")}')`).get())) return false
        yield
      }
      return true
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}

const readSequence = (database: DatabaseSync): number => {
  const hasLibrary = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'library'").get()
  return hasLibrary ? Number(database.prepare('SELECT sequence FROM library').get()?.sequence ?? 0) : 0
}

/**
 * Writes a snapshot, verifies and flushes it, and removes all but the newest seven. A snapshot that fails its check is not kept. In pieces:
 * the caller may pause after each.
 */
export function* saveSnapshotInPieces(
  database: DatabaseSync,
  dataFolder: string,
  now: number,
  { files: { sync: files }, openDatabaseFile }: Ports,
): Generator<void, void> {
  const folder = folderOf(dataFolder)
  files.makeFolder(folder)
  // Leftovers of an interrupted snapshot.
  const drafts = files.list(folder).filter((name) => name.includes('.draft'))
  removeLeftovers(
    files,
    drafts.map((name) => join(folder, name)),
  )
  const draft = freePath(files, join(folder, 'library.db.draft'))
  try {
    const sequence = readSequence(database)
    // SQLite does not flush this file.
    database.prepare('VACUUM INTO ?').run(draft)
    yield
    if (!(yield* checkRows(openDatabaseFile, draft))) {
      removeLeftovers(files, [draft])
      return
    }
    files.flushFile(draft)
    const path = join(folder, `library-${sequence}-${Math.max(0, Math.floor(now))}.db`)
    files.rename(draft, path)
    files.flushFolder(folder)
    // Snapshots of the same content, dated by a wrong clock.
    const same = listSnapshots(files, dataFolder).filter((one) => one.sequence === sequence && one.path !== path)
    removeLeftovers(
      files,
      same.map((one) => one.path),
    )
  } catch (error) {
    removeLeftovers(files, [draft])
    throw error
  }
  const old = listSnapshots(files, dataFolder).slice(kept)
  removeLeftovers(
    files,
    old.map((one) => one.path),
  )
}

/** The same in one go. */
export const saveSnapshot = (database: DatabaseSync, dataFolder: string, now: number, ports: Ports): void => {
  for (const _ of saveSnapshotInPieces(database, dataFolder, now, ports));
}

/** True when the newest snapshot is a day old, dated in the future (the clock was wrong, then or now), or missing. */
export const isSnapshotDue = (files: SyncFiles, dataFolder: string, now: number): boolean => {
  const newest = listSnapshots(files, dataFolder)[0]
  return newest === undefined || Math.abs(now - newest.at) >= dayMs
}
