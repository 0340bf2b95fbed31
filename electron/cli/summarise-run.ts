import { describeCause, describeError } from '../../shared/base/describe-error.ts'
import type { ErrorRecord } from '../../shared/base/errors.ts'
import { cutOffWords, elsewhereWords, holdWords, leftWords, runCountWords, waitingWords } from '../../shared/command/command-words.ts'
import type { Hold, Job } from '../../shared/queue/jobs.ts'
import type { QueueProgress } from '../core/core.ts'
import { adviseCommand } from './command-hints.ts'
import { exitCodeOfRun } from './exit-code-of-run.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { countReady, liftedBy } from './judge-queue.ts'
import { printable } from './output.ts'

/**
 * How a run ended. `time`: its timeout passed. `stopped`: a person stopped it. `doneBefore`: jobs that were done when it began.
 * `cutOff`: requests still running at its end, without an answer.
 */
export type RunEnd = {
  readonly progress: QueueProgress
  readonly because: 'finished' | 'held' | 'time' | 'stopped'
  readonly doneBefore: number
  readonly cutOff: number
}

const clean = (reason: ErrorRecord): { readonly message: string; readonly action: string } => ({
  message: printable(describeError(reason).message),
  action: printable(adviseCommand(reason)),
})

export const describeHold = (hold: Hold): string =>
  holdWords(hold, hold.reason && { ...clean(hold.reason), cause: printable(describeCause(hold.reason)) })

/** Why jobs wait after a failed try, each reason once; at most three. */
export const describeWaiting = (waiting: readonly Job[]): readonly string[] => {
  const lines = waiting.flatMap(({ status, work }) =>
    status.state === 'waiting' && status.because !== null ? [waitingWords(work.operation, clean(status.because))] : [],
  )
  return [...new Set(lines)].slice(0, 3)
}

/** Describes the end of a run, with its exit code. `reasons`: why jobs wait, if no hold says it. */
export const summariseRun = (
  end: RunEnd,
  reasons: readonly string[],
): { readonly lines: readonly string[]; readonly code: ExitCode; readonly done: number } => {
  const { progress, because, doneBefore, cutOff } = end
  const code = exitCodeOfRun(progress)
  const left = countReady(progress) + progress.running
  const done = Math.max(0, progress.done - doneBefore)
  const { elsewhere, holds, parked, running, waiting } = progress
  const signedOut = holds.some((hold) => liftedBy(hold) === 'sign-in')
  const shown = left > 0 || (elsewhere.length > 0 && signedOut) ? holds.map(describeHold) : []
  const isEarly = (because === 'time' || because === 'stopped') && left + waiting > 0
  const lines = [
    runCountWords({ done, waiting: waiting + running, parked }),
    ...(isEarly ? [leftWords(because, code === exitCodes.workLeft)] : []),
    ...(cutOff > 0 ? [cutOffWords(cutOff)] : []),
    ...new Set(shown),
    ...(left > 0 && shown.length === 0 ? reasons : []),
    ...elsewhere.map((one) => elsewhereWords({ ...one, name: printable(one.name) })),
  ]
  return { lines, code, done }
}
