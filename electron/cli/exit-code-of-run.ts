import type { Hold } from '../../shared/queue/jobs.ts'
import type { QueueProgress } from '../core/core.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { countReady, isPause, liftedBy } from './judge-queue.ts'

/** Ignores the hold of an operation without waiting jobs. */
const isInForce =
  ({ ready }: QueueProgress) =>
  (hold: Hold): boolean =>
    !isPause(hold) && (hold.operation === null || Object.hasOwn(ready, hold.operation))

/** Of a run that left the queue like this. */
export const exitCodeOfRun = (progress: QueueProgress): ExitCode => {
  const left = countReady(progress) + progress.running
  const isElsewhere = progress.elsewhere.length > 0
  const lifting = new Set(progress.holds.filter((hold) => hold.kind === 'no-connection' || isInForce(progress)(hold)).map(liftedBy))
  if ((left > 0 || isElsewhere) && lifting.has('sign-in')) return exitCodes.signedOut
  if (progress.parked > 0 || isElsewhere || (left > 0 && lifting.has('person'))) return exitCodes.personNeeded
  if (left > 0) return exitCodes.workLeft
  // Waiting jobs that cannot start, and that no parked job blocks: only a person can help.
  return progress.waiting > 0 ? exitCodes.personNeeded : exitCodes.done
}
