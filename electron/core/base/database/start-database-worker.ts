import { Worker } from 'node:worker_threads'
import type { DatabaseAnswer } from './database-tasks.ts'
import type { Urgency } from './pace-work.ts'

export type DatabaseWorker = {
  /** Writes the log back into the file, except pages in use; resolves to the pages in the log. */
  readonly checkpoint: () => Promise<{ readonly pages: number; readonly left: number }>
  /** Writes, verifies and keeps a snapshot named after `now` (milliseconds since 1970). */
  readonly snapshot: (now: number) => Promise<void>
  /** Checks the whole library for damage; resolves to the first finding, or `null`. */
  readonly findDamage: () => Promise<string | null>
  /** How this check is paced from now on. */
  readonly paceCheck: (urgency: Urgency) => void
  /** Waits for running tasks, then ends. */
  readonly stop: () => Promise<void>
}

/** Starts the thread; `entry` is the absolute path of the built file (or of the source, in tests). */
export const startDatabaseWorker = (entry: string, dataFolder: string): DatabaseWorker => {
  const waiting = new Map<number, { readonly resolve: (answer: DatabaseAnswer) => void; readonly reject: (error: Error) => void }>()
  let asked = 0
  let why: Error | undefined
  let isEnding = false
  // Passing `env` makes the thread read NODE_OPTIONS like this process.
  const thread = new Worker(entry, { workerData: { dataFolder }, env: process.env, execArgv: [], stdout: true, stderr: true })
  thread.unref()
  const ended = new Promise<void>((resolve) => {
    thread.once('error', (error) => {
      why = error instanceof Error ? error : new Error(String(error))
    })
    thread.once('exit', () => {
      why ??= new Error('The thread of the library has ended.')
      for (const { reject } of waiting.values()) reject(why)
      waiting.clear()
      resolve()
    })
  })
  thread.on('message', (answer: DatabaseAnswer) => {
    const one = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0 && !isEnding) thread.unref()
    if (answer.kind === 'failed') one?.reject(Object.assign(new Error(answer.message), answer.isDiskFailed ? { code: 'EIO' } : {}))
    else one?.resolve(answer)
  })
  const ask = (
    task: { readonly kind: 'checkpoint' | 'find-damage' } | { readonly kind: 'snapshot'; readonly now: number },
  ): Promise<DatabaseAnswer> =>
    new Promise((resolve, reject) => {
      if (why) return reject(why)
      const id = ++asked
      waiting.set(id, { resolve, reject })
      // Running tasks keep the process alive; an idle thread does not.
      thread.ref()
      thread.postMessage({ ...task, id })
    })
  return {
    checkpoint: async () => {
      const answer = await ask({ kind: 'checkpoint' })
      return answer.kind === 'checkpointed' ? answer : { pages: 0, left: 0 }
    },
    snapshot: async (now) => {
      await ask({ kind: 'snapshot', now })
    },
    findDamage: async () => {
      const answer = await ask({ kind: 'find-damage' })
      return answer.kind === 'looked' ? answer.damage : null
    },
    paceCheck: (urgency) => {
      if (!why) thread.postMessage({ id: 0, kind: 'pace', urgency })
    },
    stop: async () => {
      if (why) return
      // The process stays until the thread has ended, also when the answer to an earlier task comes in between.
      isEnding = true
      // Earlier tasks are answered first, because the thread runs one at a time.
      thread.ref()
      thread.postMessage({ id: 0, kind: 'end' })
      await ended
    },
  }
}
