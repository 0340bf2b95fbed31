import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SyncFiles } from '../../core/base/platform/files.ts'
import { proofSecretFile } from '../../core/base/platform/sample-proof.ts'

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
export const openDataFolder = (folder: string, files: SyncFiles): DataFolder => {
  files.makeFolder(join(folder, 'sources'), 0o700)
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'))
  try {
    lock.exec('PRAGMA busy_timeout = 0')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new Error(folderInUse, { cause })
  }
  const sources = join(folder, 'sources')
  for (const name of files.list(sources)) {
    if (!name.endsWith('.part')) continue
    try {
      files.remove(join(sources, name))
    } catch {
      // A file that cannot be removed costs room only; the next start tries again.
    }
  }
  return {
    database: join(folder, 'workspace.sqlite'),
    sources,
    connectionFile: join(folder, 'workspace.packshot'),
    adminToken: join(folder, proofSecretFile),
    release: () => lock.close(),
  }
}

/** Writes a file that only its owner may read, whole or not at all. */
export const writePrivateFile = (files: SyncFiles, path: string, text: string): void => {
  const temporary = `${path}.${process.pid}.part`
  // One that an earlier end left may have another mode.
  files.remove(temporary)
  files.write(temporary, text, { mode: 0o600 })
  files.flushFile(temporary)
  files.rename(temporary, path)
}
