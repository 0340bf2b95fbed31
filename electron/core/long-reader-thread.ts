import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../shared/base/errors.ts'
import { createJournal } from './base/database/journal.ts'
import { libraryFile } from './base/database/library-files.ts'
import { type LongAnswer, type LongReads, type LongTask, piecesAhead } from './base/database/long-reader.ts'
import { beginOneState } from './base/database/read-one-state.ts'
import { systemPlatform } from './base/platform/platform.ts'
import { makeLongReads } from './long-reads.ts'

// The thread of one long read (base/database/long-reader.ts), on a connection that can't write. Whoever started it ends it.

/** Memory for pages of the file, in KB: a read goes through most of them once. */
const cacheKb = 16_000

const { dataFolder, name, input } = workerData as LongTask & { readonly dataFolder: string }

const answer = (reply: LongAnswer): void => {
  const bytes = reply.kind === 'piece' && (reply.value as { readonly bytes?: unknown }).bytes
  parentPort?.postMessage(reply, bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : [])
}

/** Resolves as soon as another piece may be sent. */
const createTurns = () => {
  let [free, wake] = [piecesAhead, () => {}]
  parentPort?.on('message', () => {
    free += 1
    wake()
  })
  return async (): Promise<void> => {
    while (free === 0)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    free -= 1
  }
}

const readAll = async (): Promise<LongAnswer> => {
  const turn = createTurns()
  try {
    const database = new DatabaseSync(libraryFile(dataFolder), { readOnly: true })
    database.exec(`PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${cacheKb}`)
    beginOneState(database)
    const reads: LongReads = makeLongReads(createJournal(database, systemPlatform))
    const pieces = reads[name]?.(input as never)
    if (!pieces) return { kind: 'failed', said: `No long read has the name ${name}.` }
    for (;;) {
      const next = await pieces.next()
      if (next.done) return { kind: 'end', value: next.value }
      await turn()
      answer({ kind: 'piece', value: next.value })
    }
  } catch (error) {
    const isRefused = error instanceof AppError && error.code !== 'data-corrupt'
    return isRefused ? { kind: 'refused', reason: error.toRecord() } : { kind: 'failed', said: String(error) }
  }
}

answer(await readAll())
