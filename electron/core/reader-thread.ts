import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../shared/base/errors.ts'
import { createJournal } from './base/database/journal.ts'
import { libraryFile } from './base/database/library-files.ts'
import type { ReadAnswer, Reads, ReadTask } from './base/database/reader.ts'
import { systemPlatform } from './base/platform/platform.ts'
import { makeReads } from './reads.ts'

// The thread in which lists are read (base/database/reader.ts), on a connection that can't write.

/** Memory for pages of the file, in KB: a search reads the same ones at each letter, of 100,000 pictures 20 MB. */
const cacheKb = 32_000

const { dataFolder } = workerData as { readonly dataFolder: string }
const database = new DatabaseSync(libraryFile(dataFolder), { readOnly: true })
database.exec(`PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${cacheKb}`)
const reads: Reads = makeReads({ ...systemPlatform, journal: createJournal(database, systemPlatform) })

const answer = (reply: ReadAnswer): void => parentPort?.postMessage(reply)

/** All statements of a list see one state. */
const inOneState = async (read: () => unknown): Promise<unknown> => {
  database.exec('BEGIN')
  try {
    return await read()
  } finally {
    database.exec('COMMIT')
  }
}

const readList = async ({ id, name, input }: ReadTask): Promise<ReadAnswer> => {
  const read = reads[name]
  if (!read) return { id, kind: 'failed', said: `No list has the name ${name}.` }
  try {
    return { id, kind: 'read', value: await inOneState(() => read(input as never)) }
  } catch (error) {
    const isRefused = error instanceof AppError && error.code !== 'data-corrupt'
    return isRefused ? { id, kind: 'refused', reason: error.toRecord() } : { id, kind: 'failed', said: String(error) }
  }
}

const run = async (task: ReadTask): Promise<void> => {
  if (task.name !== 'end') return answer(await readList(task))
  database.close()
  parentPort?.close()
}

answer({ id: 0, kind: 'ready' })

/** One after the other: a list that takes several turns has its state for itself. */
let last = Promise.resolve()
parentPort?.on('message', (task: ReadTask) => {
  last = last.then(() => run(task))
})
