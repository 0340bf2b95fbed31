import { Worker } from 'node:worker_threads'
import { systemTimers } from '../../base/platform/timers.ts'
import type { CopiedFile } from './copy-file.ts'
import { type CopyAnswer, type CopyTask, type Move, receiveError } from './copy-tasks.ts'

/** The thread has ended: what was asked of it may have been done or not. */
export class CopyThreadEnded extends Error {
  override readonly name = 'CopyThreadEnded'
}

export type CopyThread = {
  /** As `createDraftCopies` does it. Rejects with `CopyThreadEnded`, too. */
  readonly copy: (path: string, draft: { readonly id: string; readonly name: string }) => Promise<CopiedFile>
  readonly flush: (draft: string) => Promise<void>
  readonly move: (moves: readonly Move[]) => Promise<readonly unknown[]>
  /** Ends it. Call it when nothing is asked of it any more. */
  readonly stop: () => void
}

type TaskWithoutId = CopyTask extends infer Task ? (Task extends CopyTask ? Omit<Task, 'id'> : never) : never
type Asked = { readonly resolve: (answer: CopyAnswer) => void; readonly reject: (error: Error) => void }

/** Starts the thread; `entry` is the absolute path of the built file (or of the source, in tests). */
export const startCopyThread = (entry: string, dataFolder: string): CopyThread => {
  const waiting = new Map<number, Asked>()
  let asked = 0
  let toSend: CopyTask[] = []
  let ended: CopyThreadEnded | undefined
  // Passing `env` makes the thread read NODE_OPTIONS like this process.
  const thread = new Worker(entry, { workerData: { dataFolder }, env: process.env, execArgv: [], stdout: true, stderr: true })
  thread.on('message', (answers: readonly CopyAnswer[]) => {
    for (const answer of answers) {
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
    }
  })
  let cause: unknown
  thread.once('error', (error) => {
    cause = error
  })
  thread.once('exit', () => {
    ended = new CopyThreadEnded('The thread that copies files has ended.', { cause })
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  })
  const ask = (task: TaskWithoutId): Promise<CopyAnswer> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      const id = ++asked
      waiting.set(id, { resolve, reject })
      toSend.push({ ...task, id })
      if (toSend.length > 1) return
      // With those that are asked for in the same turn: one message costs as much as the work for a file.
      systemTimers.soon(() => {
        thread.postMessage(toSend)
        toSend = []
      })
    })
  /** The answer of this kind. Throws what the task came to otherwise. */
  const expect = <Kind extends CopyAnswer['kind']>(answer: CopyAnswer, kind: Kind): Extract<CopyAnswer, { kind: Kind }> => {
    if (answer.kind === kind) return answer as Extract<CopyAnswer, { kind: Kind }>
    throw answer.kind === 'failed' ? receiveError(answer.error) : new CopyThreadEnded('It answered something else.')
  }
  return {
    copy: async (path, { id, name }) => expect(await ask({ kind: 'copy', path, name, draftId: id }), 'copied').file,
    flush: async (draft) => void expect(await ask({ kind: 'flush', draft }), 'flushed'),
    move: async (moves) => expect(await ask({ kind: 'move', moves }), 'moved').errors.map((error) => error && receiveError(error)),
    stop: () => void thread.terminate(),
  }
}
