import { Worker } from 'node:worker_threads'
import { AppError, errorFrom } from '../../../../shared/base/errors.ts'
import { giveRoomForNew } from '../../base/platform/limit-heap.ts'
import { listLimits } from './list-limits.ts'
import type { ThreadAnswer } from './list-thread-messages.ts'
import type { ListPiece, ListTask } from './read-list.ts'

/** Pieces that the thread may be ahead. */
const ahead = 3

/** MB. With one, 100,000 rows are collected 2,000 times, and importing them takes a quarter longer. */
const roomForRows = 8

/**
 * Reads a list in a thread of its own, which ends with it: a damaged or malicious file can neither stop the event loop nor use up memory.
 * `signal` ends it even while it is busy, and rejects with `cancelled`.
 * `entry`: the absolute path of the built file (or of the source, in tests).
 */
export async function* readInThread(entry: string, task: ListTask, signal: AbortSignal): AsyncGenerator<ListPiece> {
  if (signal.aborted) throw new AppError('cancelled', { kind: 'import-stopped' })
  const endRoom = giveRoomForNew(roomForRows)
  const thread = new Worker(entry, {
    workerData: task,
    env: process.env,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: listLimits.threadMb },
  })
  const answers: ThreadAnswer[] = []
  let wake: () => void = () => {}
  const put = (one: ThreadAnswer): void => {
    answers.push(one)
    wake()
  }
  const fail = (error: unknown): void => {
    const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    const failure = isMemory
      ? ({ kind: 'list-over-memory', name: task.name } as const)
      : ({ kind: 'list-damaged', name: task.name, said: error instanceof Error ? error.message : String(error) } as const)
    put({ kind: 'failed', reason: new AppError('file-unreadable', failure, { kept: 'nothing-changed' }).toRecord() })
  }
  const stop = (): void => {
    void thread.terminate()
    wake()
  }
  signal.addEventListener('abort', stop)
  thread.once('online', endRoom)
  thread.on('message', put)
  thread.once('error', fail)
  thread.once('exit', () => {
    endRoom()
    fail(new Error('its reader ended'))
  })
  try {
    for (let sent = 0; sent < ahead; sent++) thread.postMessage('next')
    for (;;) {
      if (signal.aborted) throw new AppError('cancelled', { kind: 'import-stopped' })
      const one = answers.shift()
      if (one?.kind === 'piece') {
        yield one.piece
        thread.postMessage('next')
      } else if (one?.kind === 'over') return
      else if (one?.kind === 'failed') throw errorFrom(one.reason)
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.terminate()
  }
}
