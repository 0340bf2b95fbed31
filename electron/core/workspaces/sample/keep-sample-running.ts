import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { Timer, Timers } from '../../base/platform/timers.ts'
import { backoffMs } from '../../queue/back-off-delay.ts'

type Ports = {
  /** True while the queue works for the sample workspace. */
  readonly isWanted: () => boolean
  readonly isUp: () => boolean
  /** Starts it unless it runs. */
  readonly ensure: () => Promise<unknown>
  /** Holds the queue for `ms`, within which it most likely starts; 0: resumes the queue. */
  readonly rest: (ms: number) => void
  /** Holds its work, with a reason. */
  readonly hold: (why: AppError) => void
  /** Its work resumes at once. */
  readonly release: () => void
  readonly clock: { readonly now: () => number }
  readonly timers: Timers
  readonly random: () => number
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/** Time limit of a start (workspaces/sample/start-sample-workspace.ts). */
const startMs = 25_000

/** First tries come quickly; later ones once a minute. */
const quickTries = 4

/** After running this long, a crash counts as a new problem. */
const steadyMs = 60_000

/** After this many crashes in quick succession another start won't help, so a person is asked. */
const mostDeaths = 5

/**
 * Brings the sample workspace up, and up again when its process dies, on the port that it keeps. A failing start is retried ever more
 * slowly. After repeated crashes it stays down until a person retries. Its work waits meanwhile, with a reason.
 */
export const keepSampleRunning = ({ isWanted, isUp, ensure, rest, hold, release, clock, timers, random, log }: Ports) => {
  let timer: Timer | undefined
  let rests = false
  let holds = false
  let isStopped = false
  let deaths = 0
  let upSince = 0

  const free = (): void => {
    if (rests) rest(0)
    rests = false
    // The hold is the sample workspace's own: it is lifted when the queue works for that workspace.
    if (!holds || !isWanted()) return
    holds = false
    release()
  }
  const wait = (why: AppError): void => {
    holds = true
    if (rests) rest(0)
    rests = false
    hold(why)
  }
  const soon = (tries: number, ms: number): void => {
    timer?.cancel()
    timer = timers.after(ms, () => void attempt(tries), { background: true })
  }
  const attempt = async (tries: number): Promise<void> => {
    if (isStopped) return
    if (!isWanted()) return free()
    try {
      await ensure()
      upSince = clock.now()
      free()
    } catch (thrown) {
      const error = toAppError(thrown)
      log({ event: 'sample-not-started', ...error.toRecord() })
      if (isStopped) return
      wait(error)
      soon(tries + 1, backoffMs(tries + quickTries, 0.5 + random() / 2))
    }
  }
  const restart = (): Promise<void> => {
    rests = true
    rest(startMs)
    return attempt(1)
  }
  return {
    /** Resolves after the first try, successful or not. Never rejects. */
    begin: (): Promise<void> => (isWanted() ? restart() : attempt(1)),
    /** Its process ended unexpectedly. */
    died: (how: string): void => {
      log({ event: 'sample-died', how })
      if (isStopped || !isWanted()) return
      deaths = clock.now() - upSince > steadyMs ? 1 : deaths + 1
      if (deaths < mostDeaths) {
        // Running requests fail now, and new ones would fail, too.
        holds = true
        rests = true
        rest(startMs)
        soon(1, deaths === 1 ? 0 : backoffMs(deaths + 1, 0.5 + random() / 2))
        return
      }
      timer?.cancel()
      wait(new AppError('offline', { kind: 'sample-ends-again', deaths, how }, { kept: 'queue' }))
    },
    /** A person's retry. */
    tryNow: (): void => {
      if (isStopped || !isWanted() || isUp()) return
      deaths = 0
      timer?.cancel()
      void restart()
    },
    /** Another workspace may be active, which need not wait for this one; or this one is active again, and runs. */
    look: (): void => {
      if (!isWanted() || isUp()) free()
    },
    stop: (): void => {
      isStopped = true
      timer?.cancel()
    },
  }
}
