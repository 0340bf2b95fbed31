import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type DataFolder = {
  readonly database: string
  readonly sources: string
  readonly connectionFile: string
  readonly adminToken: string
  readonly release: () => void
}

/** Thrown when another process has the folder. */
export const folderInUse = 'This data folder is in use by another sample workspace.'

/**
 * Takes the folder for this process: an exclusive transaction held on a small SQLite file, which the system releases on kill -9
 * too. Uploads that a crash left half written are removed.
 */
export const openDataFolder = (folder: string): DataFolder => {
  mkdirSync(join(folder, 'sources'), { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'))
  try {
    lock.exec('PRAGMA busy_timeout = 0')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new Error(folderInUse, { cause })
  }
  const sources = join(folder, 'sources')
  for (const name of readdirSync(sources)) if (name.endsWith('.part')) rmSync(join(sources, name), { force: true })
  return {
    database: join(folder, 'workspace.sqlite'),
    sources,
    connectionFile: join(folder, 'workspace.packshot'),
    adminToken: join(folder, 'admin-token'),
    release: () => lock.close(),
  }
}

/** Writes a file that only its owner may read, whole or not at all. */
export const writePrivateFile = (path: string, text: string): void => {
  const temporary = `${path}.${process.pid}.part`
  writeFileSync(temporary, text, { mode: 0o600 })
  chmodSync(temporary, 0o600)
  const handle = openSync(temporary, 'r')
  fsyncSync(handle)
  closeSync(handle)
  renameSync(temporary, path)
}
