import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const dayMs = 24 * 60 * 60 * 1000
const kept = 7
const namePattern = /^library-(\d+)\.db$/

const folderOf = (dataFolder: string): string => join(dataFolder, 'snapshots')

/** Snapshots by age, the newest first; times in milliseconds since 1970. */
export const listSnapshots = (dataFolder: string): { readonly path: string; readonly at: number }[] => {
  const folder = folderOf(dataFolder)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const match = namePattern.exec(name)
      return match ? [{ path: join(folder, name), at: Number(match[1]) }] : []
    })
    .sort((a, b) => b.at - a.at)
}

const isSound = (path: string): boolean => {
  try {
    const database = new DatabaseSync(path, { readOnly: true })
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
export const saveSnapshot = (database: DatabaseSync, dataFolder: string, now: number): void => {
  const folder = folderOf(dataFolder)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `library-${now}.db`)
  const draft = `${path}.draft`
  // What an earlier one left that was cut off.
  for (const name of readdirSync(folder)) if (name.endsWith('.draft')) rmSync(join(folder, name), { force: true })
  try {
    database.prepare('VACUUM INTO ?').run(draft)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  if (!isSound(draft)) {
    rmSync(draft, { force: true })
    return
  }
  renameSync(draft, path)
  for (const old of listSnapshots(dataFolder).slice(kept)) rmSync(old.path, { force: true })
}

/** True when the newest snapshot is a day old or missing. */
export const isSnapshotDue = (dataFolder: string, now: number): boolean => {
  const newest = listSnapshots(dataFolder)[0]
  return newest === undefined || now - newest.at >= dayMs || newest.at > now
}

/**
 * Sets the damaged library aside (never deletes it) and puts the newest sound snapshot in its place; with none, the library starts
 * empty and its pictures come back from the originals folder.
 */
export const restoreNewestSnapshot = (dataFolder: string, path: string, now: number): { setAside: string; snapshotAt: number | null } => {
  const setAside = join(dataFolder, `library-damaged-${now}.db`)
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, setAside + suffix)
  const snapshot = listSnapshots(dataFolder).find((one) => statSync(one.path).size > 0 && isSound(one.path))
  if (snapshot) copyFileSync(snapshot.path, path)
  return { setAside, snapshotAt: snapshot?.at ?? null }
}
