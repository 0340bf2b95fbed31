import { toAppError } from '../../../shared/errors.ts'
import { type WorkerAnswer, type WorkerFailure, workerFailure } from './image-worker.ts'
import { openParentPort } from './parent-port.ts'

const reportEveryMs = 250
const rss = (): number => process.memoryUsage.rss()

const toFailure = (error: unknown): WorkerFailure =>
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
