import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { systemPlatform } from '../platform/platform.ts'
import { isFailedDisk } from './database-error.ts'
import { type DatabaseAnswer, databaseTask } from './database-tasks.ts'
import { findDamage } from './find-damage.ts'
import { libraryFile } from './library-files.ts'
import { saveSnapshot } from './snapshots.ts'

// A separate thread for long work on the library's file: damage checks, writing the log back, and snapshots.

const { dataFolder } = z.object({ dataFolder: z.string() }).parse(workerData)
const database = new DatabaseSync(libraryFile(dataFolder))
database.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')

const answer = (reply: DatabaseAnswer): void => parentPort?.postMessage(reply)

parentPort?.on('message', (message: unknown) => {
  const { id, ...task } = databaseTask.parse(message)
  try {
    switch (task.kind) {
      case 'checkpoint': {
        const row = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as { readonly log?: number; readonly checkpointed?: number }
        answer({ id, kind: 'checkpointed', pages: Number(row.log ?? 0), left: Number(row.log ?? 0) - Number(row.checkpointed ?? 0) })
        break
      }
      case 'snapshot':
        saveSnapshot(database, dataFolder, task.now, systemPlatform)
        answer({ id, kind: 'saved' })
        break
      case 'find-damage':
        answer({ id, kind: 'looked', damage: findDamage(database, 'whole')?.found ?? null })
        break
      case 'end':
        database.close()
        parentPort?.close()
        break
    }
  } catch (error) {
    answer({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error), isDiskFailed: isFailedDisk(error) })
  }
})
