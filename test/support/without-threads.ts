import { DatabaseSync } from 'node:sqlite'
import { findDamage } from '../../electron/core/base/database/find-damage.ts'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import { saveSnapshot } from '../../electron/core/base/database/snapshots.ts'
import type { DatabaseWorker } from '../../electron/core/base/database/start-database-worker.ts'
import { systemPlatform } from '../../electron/core/base/platform/platform.ts'
import { type ListReader, readList } from '../../electron/core/products/catalogue/read-list.ts'
import { AppError } from '../../shared/base/errors.ts'

/** What the host's threads do, in the test's own: starting a thread on sources takes longer than most tests. The threads have tests of their own. */

/** Reads a product list. */
export const readListHere: ListReader = async function* (task, signal) {
  for await (const piece of readList(task)) {
    if (signal.aborted) throw new AppError('cancelled', { kind: 'import-stopped' })
    yield piece
  }
}

/** The work of the library's thread, on a connection of its own. */
export const startDatabaseWorkHere = (dataFolder: string): DatabaseWorker => {
  let database: DatabaseSync | undefined
  const open = (): DatabaseSync => {
    database ??= new DatabaseSync(libraryFile(dataFolder))
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')
    return database
  }
  return {
    checkpoint: async () => {
      const row = open().prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as { readonly log?: number; readonly checkpointed?: number }
      return { pages: Number(row.log ?? 0), left: Number(row.log ?? 0) - Number(row.checkpointed ?? 0) }
    },
    snapshot: async (now) => saveSnapshot(open(), dataFolder, now, systemPlatform),
    findDamage: async () => findDamage(open(), 'whole')?.found ?? null,
    paceCheck: () => {},
    stop: async () => {
      database?.close()
      database = undefined
    },
  }
}
