import { Worker } from 'node:worker_threads'
import { AppError, type ErrorRecord, errorFrom } from '../../../../shared/base/errors.ts'
import type { Platform } from '../platform/platform.ts'
import type { Journal } from './journal.ts'
import { openOneState } from './read-one-state.ts'
import { withResolvers } from './with-resolvers.ts'

/** Long reads by name: each yields pieces, and ends with a result. What is passed between threads is plain values. */
export type LongReads = Readonly<Record<string, (input: never) => AsyncGenerator<unknown, unknown>>>

type InputOf<All extends LongReads, Name extends keyof All> = Parameters<All[Name]>[0]
/** The pieces of one, with its result at the end. */
export type Pieces<All extends LongReads, Name extends keyof All> = ReturnType<All[Name]>

/** What came before doesn't count: the thread failed, and all of it comes once more. */
export const again = Symbol('again')

type Named<All extends LongReads> = keyof All & string
type PieceOf<All extends LongReads, Name extends keyof All> =
  ReturnType<All[Name]> extends AsyncGenerator<infer Piece, unknown> ? Piece : never

/**
 * Reads in one state of the library, that of the beginning. Pieces that aren't taken are not read on. Rejects with the reason of `signal`, with `cancelled`
 * at a stop, and with what the read throws.
 */
export type LongReader<All extends LongReads> = {
  /** Gives all pieces to `use`, and returns what that makes of them. If the thread fails, `use` is called once more, with all of them. */
  readonly read: <Name extends Named<All>, T>(
    name: Name,
    input: InputOf<All, Name>,
    use: (pieces: Pieces<All, Name>) => Promise<T>,
    signal?: AbortSignal,
  ) => Promise<T>
  /** For who takes them as they come. */
  readonly stream: <Name extends Named<All>>(
    name: Name,
    input: InputOf<All, Name>,
    signal?: AbortSignal,
  ) => AsyncGenerator<PieceOf<All, Name> | typeof again, unknown>
  /** Cancels what is being read, and waits until that has ended. Called before the library is closed. */
  readonly stop: () => Promise<void>
}

/** What a thread is started with. */
export type LongTask = { readonly name: string; readonly input: unknown }
/** What it says. Each message to it, whatever it is, asks for another piece. */
export type LongAnswer =
  | { readonly kind: 'piece'; readonly value: unknown }
  | { readonly kind: 'end'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly reason: ErrorRecord }
  /** The file could not be read there. */
  | { readonly kind: 'failed'; readonly said: string }

/** Pieces that are made before they are asked for: the thread makes the next ones while the last one is written. */
export const piecesAhead = 4

/** Starts the thread of one read; `entry` is the absolute path of the built file (or of the source, in tests). */
export const startLongThread = (entry: string, dataFolder: string, task: LongTask): Worker =>
  // Passing `env` makes the thread read NODE_OPTIONS like this process.
  new Worker(entry, { workerData: { dataFolder, ...task }, env: process.env, execArgv: [], stdout: true, stderr: true })

type Ports = Pick<Platform, 'openDatabaseFile' | 'timers' | 'clock' | 'ids'> & {
  readonly dataFolder: string
  readonly journal: Journal
  /** Starts the thread of one read. Absent: all is read in this one. */
  readonly startThread?: ((task: LongTask) => Worker) | undefined
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/** The thread ended before its read, or couldn't read the file. */
class ThreadFailed extends Error {}

/** The pieces that a thread sends. Ends it when they are no longer taken. */
async function* readThere(start: () => Worker, signal: AbortSignal): AsyncGenerator<unknown, unknown> {
  let thread: Worker
  try {
    thread = start()
  } catch (error) {
    // The system has no thread left.
    throw new ThreadFailed(String(error))
  }
  const waiting: LongAnswer[] = []
  let [ended, wake]: [string | undefined, () => void] = [undefined, () => {}]
  thread.on('message', (answer: LongAnswer) => {
    waiting.push(answer)
    wake()
  })
  const end = (said: string): void => {
    ended ??= said
    wake()
  }
  thread.once('error', (error) => end(String(error))).once('exit', () => end('it ended'))
  const onAbort = (): void => wake()
  signal.addEventListener('abort', onAbort)
  try {
    for (;;) {
      signal.throwIfAborted()
      const answer = waiting.shift()
      if (answer?.kind === 'piece') {
        yield answer.value
        thread.postMessage('more')
      } else if (answer?.kind === 'end') return answer.value
      else if (answer?.kind === 'refused') throw errorFrom(answer.reason)
      else if (answer) throw new ThreadFailed(answer.said)
      else if (ended !== undefined) throw new ThreadFailed(ended)
      else {
        const { promise, resolve } = withResolvers()
        wake = resolve
        await promise
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    await thread.terminate()
  }
}

const stopped = (): AppError => new AppError('cancelled', { kind: 'call-aborted' })

/**
 * What takes long to read (an export, a hand-over, all answers) is read in a thread that is there only meanwhile, on a connection of its own, in one read
 * transaction. So it neither stops the window nor sees what changes while it is read. A command, and whoever has no thread, reads it here.
 */
export const createLongReader = <All extends LongReads>(makeReads: (journal: Journal) => All, ports: Ports): LongReader<All> => {
  const { journal, timers, startThread, log } = ports
  const ending = new AbortController()
  const running = new Set<Promise<unknown>>()

  async function* readHere({ name, input }: LongTask, signal: AbortSignal): AsyncGenerator<unknown, unknown> {
    const state = openOneState(ports)
    try {
      const pieces = makeReads(state)[name]?.(input as never)
      if (!pieces) throw new Error(`No long read has the name ${name}.`)
      for (;;) {
        const next = await pieces.next()
        if (next.done) return next.value
        signal.throwIfAborted()
        yield next.value
        // The only turn for other work, and for a cancel.
        await timers.nextTurn()
        signal.throwIfAborted()
      }
    } catch (error) {
      // This connection is watched by nothing.
      throw error instanceof AppError && error.code === 'data-corrupt' ? journal.damaged(error.message) : error
    } finally {
      state.close()
    }
  }

  const live = new Set<AsyncGenerator<unknown, unknown>>()
  const until = (signal: AbortSignal | undefined): AbortSignal => (signal ? AbortSignal.any([signal, ending.signal]) : ending.signal)
  const failed = (name: string, error: unknown): void => {
    if (!(error instanceof ThreadFailed)) throw error
    log({ event: 'long-reader-failed', read: name, reason: error.message })
  }
  /** Another connection sees what is committed, which is at the end of this turn. */
  const committed = async (signal: AbortSignal): Promise<void> => {
    while (journal.isWriting()) await journal.nextTurn()
    signal.throwIfAborted()
  }

  const run = async (task: LongTask, use: (pieces: AsyncGenerator<unknown, unknown>) => Promise<unknown>, signal: AbortSignal) => {
    await committed(signal)
    if (startThread)
      try {
        return await use(readThere(() => startThread(task), signal))
      } catch (error) {
        failed(task.name, error)
      }
    return use(readHere(task, signal))
  }

  async function* streamAll(task: LongTask, signal: AbortSignal): AsyncGenerator<unknown, unknown> {
    await committed(signal)
    if (startThread)
      try {
        return yield* readThere(() => startThread(task), signal)
      } catch (error) {
        failed(task.name, error)
        yield again
      }
    return yield* readHere(task, signal)
  }

  async function* stream(name: string, input: unknown, signal?: AbortSignal): AsyncGenerator<unknown, unknown> {
    const pieces = streamAll({ name, input }, until(signal))
    live.add(pieces)
    try {
      return yield* pieces
    } finally {
      live.delete(pieces)
    }
  }

  const read = (
    name: string,
    input: unknown,
    use: (pieces: AsyncGenerator<unknown, unknown>) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<unknown> => {
    const reading = run({ name, input }, use, until(signal))
    const known = reading.catch(() => {}).finally(() => running.delete(known))
    running.add(known)
    return reading
  }

  return {
    read: read as LongReader<All>['read'],
    stream: stream as LongReader<All>['stream'],
    stop: async () => {
      ending.abort(stopped())
      // One whose pieces nobody takes at the moment ends with this.
      await Promise.all([...running, ...[...live].map((pieces) => pieces.return(undefined).catch(() => {}))])
    },
  }
}
