import { Worker } from 'node:worker_threads'
import { type AppError, type ErrorRecord, errorFrom } from '../../../../shared/base/errors.ts'
import type { Timer, Timers } from '../platform/timers.ts'
import type { Journal } from './journal.ts'

/** Lists by name. What each is given and returns is sent between threads: plain values. */
export type Reads = Readonly<Record<string, (input: never) => unknown>>

type InputOf<All extends Reads, Name extends keyof All> = Parameters<All[Name]>[0]

/** Reads lists of the library. */
export type Reader<All extends Reads> = {
  /**
   * The list of this name, with all that was written before the call. Rejects with what the list throws, and with `data-corrupt` if the
   * library is damaged.
   */
  readonly read: <Name extends keyof All & string>(name: Name, input: InputOf<All, Name>) => Promise<Awaited<ReturnType<All[Name]>>>
  /** Waits for lists that are being read, then ends. Called before the library is closed. */
  readonly stop: () => Promise<void>
}

/** One call to the thread, and its answer: both ends are of one process and one build, so they need no schemas. */
export type ReadTask = { readonly id: number; readonly name: string; readonly input: unknown }
export type ReadAnswer = { readonly id: number } & (
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly reason: ErrorRecord }
  /** The file could not be read there. */
  | { readonly kind: 'failed'; readonly said: string }
  /** The thread is up, and has opened the library. */
  | { readonly kind: 'ready' }
)

/** Starts the thread; `entry` is the absolute path of the built file (or of the source, in tests). */
export const startReaderThread = (entry: string, dataFolder: string): Worker =>
  // Passing `env` makes the thread read NODE_OPTIONS like this process.
  new Worker(entry, { workerData: { dataFolder }, env: process.env, execArgv: [], stdout: true, stderr: true })

type Ports = {
  readonly journal: Pick<Journal, 'isWriting' | 'nextTurn'>
  readonly timers: Pick<Timers, 'after'>
  /** Starts the thread, soon after the first list. Absent: all is read in this one. */
  readonly startThread?: (() => Worker) | undefined
  /**
   * For lists that would hold up this thread, and the others: theirs starts with the first of them, which wait for it, and ends when none was asked for
   * in this time, in milliseconds.
   */
  readonly idleMs?: number
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

type Pending = { readonly task: ReadTask; readonly resolve: (value: unknown) => void; readonly reject: (error: AppError) => void }

/** A thread that starts beside a window that starts would take a core from it, in milliseconds. */
const startMs = 1_000

/**
 * Lists are read in a thread of their own, one after the other, so that a long one holds up nothing but lists. Those asked for before it is up, and
 * those that it hasn't answered when it fails or ends, are read here, with `reads`. The next one starts another. Lists that take seconds in a large
 * library have a second one (`idleMs`).
 */
export const createReader = <All extends Reads>(reads: All, { journal, timers, startThread, idleMs, log }: Ports): Reader<All> => {
  const readHere = async ({ name, input }: Pick<ReadTask, 'name' | 'input'>): Promise<unknown> => {
    const read = reads[name]
    if (!read) throw new Error(`No list has the name ${name}.`)
    return read(input as never)
  }

  const pending = new Map<number, Pending>()
  let asked = 0
  let thread: Worker | undefined
  let isReady = false
  let starting: Timer | undefined
  let idle: Timer | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let isStopped = false

  const settleHere = ({ task, resolve, reject }: Pending): void => void readHere(task).then(resolve, reject)

  const settle = (answer: ReadAnswer): void => {
    if (answer.kind === 'ready') {
      isReady = true
      log({ event: 'reader-ready' })
      return
    }
    const one = pending.get(answer.id)
    pending.delete(answer.id)
    if (!one) return
    if (answer.kind === 'read') one.resolve(answer.value)
    else if (answer.kind === 'refused') one.reject(errorFrom(answer.reason))
    else {
      log({ event: 'reader-failed', list: one.task.name, reason: answer.said })
      // Damage is found by this connection, too, and noted.
      settleHere(one)
    }
  }

  const end = (one: Worker): void => {
    one.ref()
    one.postMessage({ id: 0, name: 'end', input: undefined } satisfies ReadTask)
    if (!isStopped) {
      thread = undefined
      isReady = false
    }
  }

  const start = (startIt: () => Worker): void => {
    starting = undefined
    const failed = (error: unknown): void => log({ event: 'reader-ended', reason: String(error) })
    let started: Worker
    try {
      started = startIt()
    } catch (error) {
      // The system has no thread left.
      failed(error)
      return
    }
    thread = started
    started.unref()
    started.on('message', (answer: ReadAnswer) => {
      settle(answer)
      if (pending.size > 0 || isStopped) return
      started.unref()
      if (idleMs !== undefined) idle = timers.after(idleMs, () => end(started), { background: true })
    })
    started.on('error', failed)
    const exit = new Promise<void>((resolve) => {
      started.once('exit', () => {
        // One that ended as it was idle: another may be up.
        if (thread !== started) return resolve()
        thread = undefined
        isReady = false
        const left = [...pending.values()]
        pending.clear()
        left.forEach(settleHere)
        resolve()
      })
    })
    ended = Promise.all([ended, exit])
  }

  /** The thread that reads now; `undefined`: this one does. */
  const up = (): Worker | undefined => {
    if (isStopped || !startThread) return undefined
    if (idleMs === undefined) {
      if (!thread) starting ??= timers.after(startMs, () => start(startThread), { background: true })
      return isReady ? thread : undefined
    }
    idle?.cancel()
    if (!thread) start(startThread)
    return thread
  }

  const read = async (name: string, input: unknown): Promise<unknown> => {
    // The thread sees what is committed, which is at the end of this turn.
    while (up() && journal.isWriting()) await journal.nextTurn()
    const there = up()
    if (!there) return readHere({ name, input })
    return new Promise((resolve, reject) => {
      const task = { id: ++asked, name, input }
      pending.set(task.id, { task, resolve, reject })
      // A list that is being read keeps the process alive; an idle thread does not.
      there.ref()
      there.postMessage(task)
    })
  }

  return {
    read: read as Reader<All>['read'],
    stop: async () => {
      isStopped = true
      starting?.cancel()
      idle?.cancel()
      if (thread) end(thread)
      await ended
    },
  }
}
