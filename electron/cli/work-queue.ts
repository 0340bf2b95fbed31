import type { Hold } from '../../shared/jobs.ts'
import type { OperationName } from '../../shared/session.ts'
import type { Core, QueueProgress } from '../core/create-core.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { countOf, type Output, printable } from './output.ts'

/** Without `--timeout`, holds that may lift by themselves (offline, failing) are waited for this long, in milliseconds. */
const patienceMs = 12_000
const lookEveryMs = 50
const sayEveryMs = 10_000

const lastingKinds = new Set<Hold['kind']>(['no-connection', 'signed-out', 'paused', 'not-allowed', 'refused'])

type Standing = 'working' | 'finished' | 'held' | 'hoping'

/** What the queue is doing: `held` until a person acts, `hoping` while every waiting job is held for a time only. */
export const judge = ({ running, ready, holds }: QueueProgress): Standing => {
  if (running > 0) return 'working'
  const operations = Object.keys(ready)
  if (operations.length === 0) return 'finished'
  const holdOf = (operation: string): Hold | undefined =>
    holds.find((one) => one.operation === null) ?? holds.find((one) => one.operation === operation)
  const found = operations.map(holdOf)
  if (found.every((hold) => hold !== undefined && lastingKinds.has(hold.kind))) return 'held'
  return found.every((hold) => hold !== undefined) ? 'hoping' : 'working'
}

/**
 * Works the queue until it is empty or held, or `timeoutMs` has passed (with a timeout, passing holds are waited for all that time).
 * Says on stderr how far it is.
 */
export const workQueue = async (core: Core, output: Output, timeoutMs: number | undefined, signal: AbortSignal): Promise<QueueProgress> => {
  const begun = Date.now()
  let hopingSince: number | undefined
  let doneBefore = -1
  let saidAt = begun
  let saidHold = ''
  for (;;) {
    const progress = core.progress()
    const standing = judge(progress)
    const now = Date.now()
    // A probe that runs under a passing hold is still hope; only something done is progress.
    const hopes = standing === 'hoping' || (progress.running > 0 && progress.holds.some((hold) => hold.until !== null))
    if (!hopes || progress.done !== doneBefore) hopingSince = undefined
    else hopingSince ??= now
    doneBefore = progress.done
    if (standing === 'finished' || standing === 'held' || signal.aborted) return progress
    if (timeoutMs !== undefined && now - begun >= timeoutMs) return progress
    if (timeoutMs === undefined && hopingSince !== undefined && now - hopingSince >= patienceMs) return progress
    const hold = progress.holds.map(describeHold).join(' ')
    if (hold !== saidHold) {
      saidHold = hold
      if (hold) output.note(hold)
    }
    if (now - saidAt >= sayEveryMs) {
      saidAt = now
      output.note(`${progress.done} done, ${progress.waiting + progress.running} to do, ${progress.parked} need you`)
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

const namesOfOperations: Readonly<Record<OperationName, string>> = {
  'upload-source': 'uploads',
  'analyse-image': 'questions',
  'attach-sources': 'attachments',
  'create-product': 'new products',
}

const kept = 'Everything queued is kept.'

const describeHold = ({ kind, operation, reason }: Hold): string => {
  // Many reasons say themselves that nothing is lost; it is said once.
  const said = reason ? printable(reason.message).replace(/ (Everything queued|The work) is kept\./g, '') : ''
  const words = reason ? `${said} ${kept} ${printable(reason.action)}` : kept
  const what = operation ? ` (${namesOfOperations[operation]})` : ''
  switch (kind) {
    case 'no-connection':
      return `No workspace is connected. ${kept} Connect one: “packshot connect --sample” or “packshot connect FILE.packshot”.`
    case 'signed-out':
      return `Signed out: ${words}`
    case 'offline':
      return `Offline: ${words}`
    case 'paused':
      return `Paused. ${kept}`
    case 'not-allowed':
      return `Not allowed${what}: ${words}`
    case 'refused':
      return `Refused${what}: ${words}`
    case 'failing':
      return `The service is failing${what}: ${words}`
    case 'pacing':
      return `Pacing${what}.`
    case 'disk-full':
      return words
  }
}

const countReady = ({ ready }: QueueProgress): number => Object.values(ready).reduce((sum, count) => sum + count, 0)

/** The end of a run in words and as an exit code. */
export const summariseRun = (progress: QueueProgress): { readonly lines: readonly string[]; readonly code: ExitCode } => {
  const isElsewhere = progress.elsewhere.length > 0
  const left = countReady(progress) + progress.running
  const signedOut = progress.holds.some((hold) => hold.kind === 'signed-out' || hold.kind === 'no-connection')
  const lines = [
    `${countOf(progress.done, 'job')} done, ${progress.waiting + progress.running} waiting, ${progress.parked} need you${progress.parked > 0 ? ' (see “packshot jobs --state parked”)' : ''}.`,
    ...(left > 0 || (isElsewhere && signedOut) ? progress.holds.map(describeHold) : []),
    ...progress.elsewhere.map(
      ({ name, baseUrl, waiting }) =>
        `${countOf(waiting, 'job')} of ${printable(name)} (${baseUrl}) ${waiting === 1 ? 'waits' : 'wait'} until it is connected again.`,
    ),
  ]
  if (left > 0 || isElsewhere) return { lines, code: signedOut ? exitCodes.signedOut : exitCodes.failed }
  return { lines, code: progress.parked > 0 ? exitCodes.parked : exitCodes.done }
}
