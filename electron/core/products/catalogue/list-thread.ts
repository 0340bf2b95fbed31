import { parentPort, workerData } from 'node:worker_threads'
import { toAppError } from '../../../../shared/base/errors.ts'
import type { ThreadAnswer } from './list-thread-messages.ts'
import { type ListTask, readList } from './read-list.ts'

// A thread that reads one list. It sends a piece when it is asked for one, so that a slow disk lets nothing pile up.

const pieces = readList(workerData as ListTask)
const answer = (reply: ThreadAnswer): void => parentPort?.postMessage(reply)

const sendNext = async (): Promise<void> => {
  try {
    const { value, done } = await pieces.next()
    if (!done) return answer({ kind: 'piece', piece: value })
    answer({ kind: 'over' })
  } catch (error) {
    answer({ kind: 'failed', reason: toAppError(error).toRecord() })
  }
  parentPort?.close()
}

let last = Promise.resolve()
parentPort?.on('message', () => {
  last = last.then(sendNext)
})
