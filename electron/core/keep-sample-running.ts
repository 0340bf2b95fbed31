import { type AppError, toAppError } from '../../shared/errors.ts'
import { backoffMs } from './queue/backoff.ts'

type Ports = {
  /** True while the sample workspace is what the queue works for. */
  readonly isWanted: () => boolean
  /** Starts it unless it runs. */
  readonly ensure: () => Promise<unknown>
  /** The queue waits for so many milliseconds, in which it most likely comes up. */
  readonly wait: (ms: number) => void
  /** The queue waits, and says why. */
  readonly hold: (why: AppError) => void
  /** The queue goes on. */
  readonly release: () => void
  readonly random: () => number
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/** One that starts is up within so long, or has failed (connections/start-sample-workspace.ts). */
const startMs = 25_000

/** First tries come quickly; a start that lasts is tried once a minute. */
const quickTries = 4

/** Brings the sample workspace up, and while it does not come up the queue waits and it is tried again, ever more slowly. */
export const keepSampleRunning = ({ isWanted, ensure, wait, hold, release, random, log }: Ports) => {
  let timer: NodeJS.Timeout | undefined
  let holds = false
  let isStopped = false

  const free = (): void => {
    if (holds) release()
    holds = false
  }
  const attempt = async (tries: number): Promise<void> => {
    if (isStopped) return
    if (!isWanted()) return free()
    try {
      await ensure()
      free()
    } catch (thrown) {
      const error = toAppError(thrown)
      log({ event: 'sample-not-started', ...error.toRecord() })
      if (isStopped) return
      holds = true
      hold(error)
      timer = setTimeout(() => void attempt(tries + 1), backoffMs(tries + quickTries, 0.5 + random() / 2))
      timer.unref()
    }
  }
  return {
    /** Resolves after the first try, whatever came of it. Never rejects. */
    begin: (): Promise<void> => {
      if (isWanted()) {
        holds = true
        wait(startMs)
      }
      return attempt(1)
    },
    /** Another workspace may be connected: it need not wait for this one. */
    look: (): void => {
      if (!isWanted()) free()
    },
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
