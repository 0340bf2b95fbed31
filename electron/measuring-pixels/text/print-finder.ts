import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { FoundPrint, SeenPicture } from './find-print.ts'

export type LookedForPrint = ({ readonly kind: 'read' } & FoundPrint) | { readonly kind: 'failed'; readonly reason: string }

export type PrintFinder = {
  /** Words that are print for certain, and no others; lengths are pixels of `picture`. `until`: epoch milliseconds at which it is given up. */
  readonly find: (pictures: SeenPicture, until: number) => Promise<LookedForPrint>
  readonly stop: () => Promise<void>
}

export type PrintFinderFiles = { readonly workerPath: string; readonly modelFolder: string }

/** Idle time after which the thread is ended to free its memory. */
const idleMs = 60_000
/** A thread that has looked at this many is replaced: WebAssembly's memory never shrinks. */
const picturesPerThread = 500

type Answer = { readonly id: number; readonly found: FoundPrint } | { readonly id: number; readonly reason: string }
type Hired = { readonly thread: Worker; readonly waiting: Map<number, (answer: LookedForPrint) => void>; pictures: number }

/** Looks with one thread, started at the first need and kept; it is ended when it overruns or fails, and the next picture gets another. */
export const createPrintFinder = ({ workerPath, modelFolder }: PrintFinderFiles): PrintFinder => {
  let hired: Hired | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0
  const dismiss = async (one: Hired | undefined, reason: string): Promise<void> => {
    if (!one) return
    if (hired === one) hired = undefined
    for (const answer of one.waiting.values()) answer({ kind: 'failed', reason })
    one.waiting.clear()
    await one.thread.terminate()
  }
  const hire = (): Hired => {
    const thread = new Worker(workerPath, { workerData: { modelFolder } })
    const one: Hired = { thread, waiting: new Map(), pictures: 0 }
    thread.unref()
    thread.on('message', (answer: Answer) => {
      const waiting = one.waiting.get(answer.id)
      one.waiting.delete(answer.id)
      waiting?.('found' in answer ? { kind: 'read', ...answer.found } : { kind: 'failed', reason: answer.reason })
    })
    for (const end of ['error', 'exit']) thread.on(end, () => void dismiss(one, 'the text reader ended'))
    return one
  }
  return {
    find: async (pictures, until) => {
      if (![workerPath, modelFolder].every((path) => existsSync(path)))
        return { kind: 'failed', reason: 'a part of the text reader is missing' }
      clearTimeout(idle)
      hired ??= hire()
      const current = hired
      const id = ++last
      const answering = new Promise<LookedForPrint>((resolve) => current.waiting.set(id, resolve))
      current.thread.postMessage({ id, pictures })
      const limit = setTimeout(() => void dismiss(current, 'reading the text took too long'), Math.max(1, until - Date.now()))
      const answer = await answering
      clearTimeout(limit)
      current.pictures += 1
      if (current.waiting.size === 0 && current.pictures >= picturesPerThread) await dismiss(current, '')
      else if (current.waiting.size === 0) idle = setTimeout(() => void dismiss(current, ''), idleMs).unref()
      return answer
    },
    stop: async () => {
      clearTimeout(idle)
      await dismiss(hired, 'the text reader ended')
    },
  }
}
