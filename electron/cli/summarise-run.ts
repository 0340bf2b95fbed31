import { describeCause, describeError } from '../../shared/base/describe-error.ts'
import type { ErrorRecord } from '../../shared/base/errors.ts'
import { cutOffWords, elsewhereWords, holdWords, leftWords, runCountWords, waitingWords } from '../../shared/command/command-words.ts'
import type { Hold, Job } from '../../shared/queue/jobs.ts'
import type { QueueProgress } from '../core/core.ts'
import { adviseCommand } from './command-hints.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { countReady, isPause, liftedBy } from './judge-queue.ts'
import { printable } from './output.ts'

/** Ignores the hold of an operation without waiting jobs. */
const isInForce =
  ({ ready }: QueueProgress) =>
  (hold: Hold): boolean =>
    !isPause(hold) && (hold.operation === null || Object.hasOwn(ready, hold.operation))

/** Of a run that left the queue like this. */
const exitCodeOfRun = (progress: QueueProgress): ExitCode => {
  const left = countReady(progress) + progress.running
  const isElsewhere = progress.elsewhere.length > 0
  const lifting = new Set(progress.holds.filter((hold) => hold.kind === 'no-connection' || isInForce(progress)(hold)).map(liftedBy))
  if ((left > 0 || isElsewhere) && lifting.has('sign-in')) return exitCodes.signedOut
  if (progress.parked > 0 || isElsewhere || (left > 0 && lifting.has('person'))) return exitCodes.personNeeded
  if (left > 0) return exitCodes.workLeft
  // Waiting jobs that cannot start, and that no parked job blocks: only a person can help.
  return progress.waiting > 0 ? exitCodes.personNeeded : exitCodes.done
}

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
