import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { systemPlatform } from '../platform/platform.ts'
import { isFailedDisk } from './database-error.ts'
import type { DatabaseAnswer, DatabaseTask } from './database-tasks.ts'
import { libraryFile } from './library-files.ts'
import { createPace } from './pace-work.ts'
import { saveSnapshotInPieces } from './snapshots.ts'

// A separate thread for long work on the library's file: damage checks, writing the log back, and snapshots.

const { dataFolder } = workerData as { readonly dataFolder: string }
const database = new DatabaseSync(libraryFile(dataFolder))
database.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')

const answer = (reply: DatabaseAnswer): void => parentPort?.postMessage(reply)

const pace = createPace(systemPlatform)
/** Of the check for damage. */
const lookPace = createPace(systemPlatform)
let lengthy: Promise<void> = Promise.resolve()

const fail = (id: number, error: unknown): void =>
  answer({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error), isDiskFailed: isFailedDisk(error) })

/** No person waits for it: it takes its time, and other tasks go in between. */
const takeTime = (id: number, work: () => Promise<void>): void => {
  lengthy = lengthy.then(work).catch((error) => fail(id, error))
}

const snapshot = async (id: number, now: number): Promise<void> => {
  await pace.run(saveSnapshotInPieces(database, dataFolder, now, systemPlatform), 'background')
  answer({ id, kind: 'saved' })
}

const look = async (id: number): Promise<void> => {
  // Loaded when needed: it comes with the schemas of all jobs, and a thread that only writes the log back lives as long as its process.
  const { findDamageInPieces } = await import('./find-damage.ts')
  const damage = await lookPace.run(findDamageInPieces(database), 'soon')
  answer({ id, kind: 'looked', damage: damage?.found ?? null })
}

/** After the tasks before it. */
const end = async (): Promise<void> => {
  pace.hurry()
  lookPace.hurry()
  await lengthy
  database.close()
  parentPort?.close()
}

const run = async (task: DatabaseTask): Promise<void> => {
  const { id } = task
  try {
    switch (task.kind) {
      case 'checkpoint': {
        const row = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as { readonly log?: number; readonly checkpointed?: number }
        answer({ id, kind: 'checkpointed', pages: Number(row.log ?? 0), left: Number(row.log ?? 0) - Number(row.checkpointed ?? 0) })
        break
      }
      case 'snapshot':
        takeTime(id, () => snapshot(id, task.now))
        break
      case 'find-damage':
        takeTime(id, () => look(id))
        break
      case 'pace':
        lookPace.change(task.urgency)
        break
      case 'end':
        void end()
        break
    }
  } catch (error) {
    fail(id, error)
  }
}

/** In their order, with lengthy ones beside them: the last one closes the file. */
let last = Promise.resolve()
parentPort?.on('message', (task: DatabaseTask) => {
  last = last.then(() => run(task))
})
