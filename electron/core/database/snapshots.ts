import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { OpenDatabaseFile } from '../platform/databases.ts'
import type { Files, SyncFiles } from '../platform/files.ts'

type Ports = { readonly files: Files; readonly openDatabaseFile: OpenDatabaseFile }

const dayMs = 24 * 60 * 60 * 1000
const kept = 7
const namePattern = /^library-(\d+)\.db$/

const folderOf = (dataFolder: string): string => join(dataFolder, 'snapshots')

/** Snapshots by age, the newest first; times in milliseconds since 1970. */
export const listSnapshots = (files: SyncFiles, dataFolder: string): { readonly path: string; readonly at: number }[] => {
  const folder = folderOf(dataFolder)
  if (!files.exists(folder)) return []
  return files
    .list(folder)
    .flatMap((name) => {
      const match = namePattern.exec(name)
      return match ? [{ path: join(folder, name), at: Number(match[1]) }] : []
    })
    .sort((a, b) => b.at - a.at)
}

const isSound = (openDatabaseFile: OpenDatabaseFile, path: string): boolean => {
  try {
    const database = openDatabaseFile(path, { readOnly: true })
    try {
      const row = database.prepare('PRAGMA integrity_check(1)').get() as Record<string, unknown> | undefined
      return Object.values(row ?? {})[0] === 'ok'
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}

/** Writes a snapshot, verifies it, and removes all but the newest seven. A snapshot that fails its check is not kept. */
export const saveSnapshot = (
  database: DatabaseSync,
  dataFolder: string,
  now: number,
  { files: { sync: files }, openDatabaseFile }: Ports,
): void => {
  const folder = folderOf(dataFolder)
  files.makeFolder(folder)
  const path = join(folder, `library-${now}.db`)
  const draft = `${path}.draft`
  // What an earlier one left that was cut off.
  for (const name of files.list(folder)) if (name.endsWith('.draft')) files.remove(join(folder, name))
  try {
    database.prepare('VACUUM INTO ?').run(draft)
  } catch (error) {
    files.remove(draft)
    throw error
  }
  if (!isSound(openDatabaseFile, draft)) {
    files.remove(draft)
    return
  }
  files.rename(draft, path)
  for (const old of listSnapshots(files, dataFolder).slice(kept)) files.remove(old.path)
}

/** True when the newest snapshot is a day old or missing. */
export const isSnapshotDue = (files: SyncFiles, dataFolder: string, now: number): boolean => {
  const newest = listSnapshots(files, dataFolder)[0]
  return newest === undefined || now - newest.at >= dayMs || newest.at > now
}

/**
 * Sets the damaged library aside (never deletes it) and puts the newest sound snapshot in its place; with none, the library starts
 * empty and its pictures come back from the originals folder.
 */
export const restoreNewestSnapshot = (
  dataFolder: string,
  path: string,
  now: number,
  { files: { sync: files }, openDatabaseFile }: Ports,
): { setAside: string; snapshotAt: number | null } => {
  const setAside = join(dataFolder, `library-damaged-${now}.db`)
  for (const suffix of ['', '-wal', '-shm']) if (files.exists(path + suffix)) files.rename(path + suffix, setAside + suffix)
  const snapshot = listSnapshots(files, dataFolder).find((one) => files.size(one.path) > 0 && isSound(openDatabaseFile, one.path))
  if (snapshot) files.copy(snapshot.path, path)
  return { setAside, snapshotAt: snapshot?.at ?? null }
}
