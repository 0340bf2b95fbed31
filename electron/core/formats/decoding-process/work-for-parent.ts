import { toAppError } from '../../../../shared/base/errors.ts'
import { type WorkerAnswer, type WorkerFailure, workerFailure } from './decoding-messages.ts'

/** The way to the parent process, the same in a forked Node process and in Electron's utilityProcess. */
type ParentPort = {
  readonly send: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
}

type UtilityPort = {
  readonly postMessage: (message: unknown) => void
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void
}

/**
 * Opens the port to the parent. A forked process whose parent is gone ends at once, without waiting for the current picture
 * (a utilityProcess is ended by Electron). Throws when the process was not started as a child.
 */
const openParentPort = (): ParentPort => {
  const utility = (process as { readonly parentPort?: UtilityPort }).parentPort
  if (utility) {
    return {
      send: (message) => utility.postMessage(message),
      onMessage: (listener) => utility.on('message', ({ data }) => listener(data)),
    }
  }
  if (!process.send) throw new Error('This program runs as a child of Packshot only.')
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  return {
    send: (message) => process.send?.(message),
    onMessage: (listener) => process.on('message', listener),
  }
}

const reportEveryMs = 250
const rss = (): number => process.memoryUsage.rss()

/** An error as it goes to the parent. */
export const toFailure = (error: unknown): WorkerFailure =>
  workerFailure.safeParse(toAppError(error).failure).data ?? { kind: 'unexpected', said: String(error).slice(0, 300) }

/**
 * The child's side: takes messages from the parent, works on each and sends the answer; while it works it reports its memory, for
 * systems where the parent cannot read it. Decoding happens on other threads, so the reports go out meanwhile.
 */
export const workForParent = (work: (message: unknown) => Promise<WorkerAnswer>): void => {
  const port = openParentPort()
  const answer = async (message: unknown): Promise<WorkerAnswer> => {
    const reports = setInterval(() => port.send({ kind: 'memory', rss: rss() } satisfies WorkerAnswer), reportEveryMs)
    try {
      return await work(message)
    } catch (error) {
      return { kind: 'failed', failure: toFailure(error), rss: rss() }
    } finally {
      clearInterval(reports)
    }
  }
  port.onMessage((message) => void answer(message).then(port.send))
}
