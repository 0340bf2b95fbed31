import type { Hold, Job } from '../../shared/jobs.ts'
import type { OperationName } from '../../shared/session.ts'
import type { Core, QueueProgress } from '../core/create-core.ts'
import { adviseCommand } from './command-hints.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { countOf, needYou, type Output, printable } from './output.ts'

/** Without `--timeout`, holds that may lift by themselves (offline, failing) are waited for this long, in milliseconds. */
const patienceMs = 12_000
const lookEveryMs = 50
const sayEveryMs = 10_000

const lastingKinds = new Set<Hold['kind']>(['no-connection', 'signed-out', 'paused', 'scope', 'not-allowed', 'refused'])

/** A pause that the service asked for is work: it is over at a known time. */
const stops = ({ kind }: Hold): boolean => kind !== 'pacing'

type Standing = 'working' | 'finished' | 'held' | 'hoping'

/** What the queue is doing: `held` until a person acts, `hoping` while every waiting job is held for a time only. */
export const judge = ({ running, ready, holds: all }: QueueProgress): Standing => {
  const holds = all.filter(stops)
  if (running > 0) return 'working'
  const operations = Object.keys(ready)
  if (operations.length === 0) return 'finished'
  const holdOf = (operation: string): Hold | undefined =>
    holds.find((one) => one.operation === null) ?? holds.find((one) => one.operation === operation)
  const found = operations.map(holdOf)
  if (found.every((hold) => hold !== undefined && lastingKinds.has(hold.kind))) return 'held'
  return found.every((hold) => hold !== undefined) ? 'hoping' : 'working'
}

/** How a run ended. `time`: its timeout was over. `stopped`: a person stopped it. */
export type RunEnd = { readonly progress: QueueProgress; readonly because: 'finished' | 'held' | 'time' | 'stopped' }

/**
 * Works the queue until it is empty or held, or `timeoutMs` has passed (with a timeout, passing holds are waited for all that time).
 * Says on stderr how far it is. `findReasons` tells why jobs wait when no hold says it.
 */
export const workQueue = async (
  core: Core,
  output: Output,
  timeoutMs: number | undefined,
  signal: AbortSignal,
  findReasons: () => Promise<readonly string[]>,
): Promise<RunEnd> => {
  const begun = Date.now()
  let hopingSince: number | undefined
  let doneBefore = -1
  let saidAt = begun
  const said = new Set<string>()
  const sayOnce = (line: string): void => {
    if (!said.has(line)) output.note(line)
    said.add(line)
  }
  for (;;) {
    const progress = core.progress()
    const standing = judge(progress)
    const now = Date.now()
    // A probe that runs under a passing hold is still hope; only something done is progress.
    const hopes = standing === 'hoping' || (progress.running > 0 && progress.holds.some((hold) => stops(hold) && hold.until !== null))
    if (!hopes || progress.done !== doneBefore) hopingSince = undefined
    else hopingSince ??= now
    doneBefore = progress.done
    if (standing === 'finished' || standing === 'held') return { progress, because: standing }
    if (signal.aborted) return { progress, because: 'stopped' }
    if (timeoutMs !== undefined && now - begun >= timeoutMs) return { progress, because: 'time' }
    if (timeoutMs === undefined && hopingSince !== undefined && now - hopingSince >= patienceMs) return { progress, because: 'held' }
    for (const hold of progress.holds) sayOnce(describeHold(hold))
    if (now - saidAt >= sayEveryMs) {
      saidAt = now
      if (progress.running === 0 && progress.holds.length === 0) for (const reason of await findReasons()) sayOnce(reason)
      output.note(`${progress.done} done, ${progress.waiting + progress.running} to do, ${needYou(progress.parked)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

const namesOfOperations: Readonly<Record<OperationName, string>> = {
  'upload-source': 'uploads',
  'create-source': 'sources',
  'analyse-image': 'questions',
  'attach-sources': 'attachments',
  'create-product': 'new products',
  'write-text': 'texts',
}

const kept = 'Everything queued is kept.'

const describeHold = ({ kind, operation, reason }: Hold): string => {
  // Many reasons say themselves that nothing is lost; it is said once.
  const said = reason ? printable(reason.message).replace(/ (Everything queued|The work) is kept\./g, '') : ''
  const words = reason ? `${said} ${kept} ${printable(adviseCommand(reason))}` : kept
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
    case 'scope':
    case 'not-allowed':
      return `Not allowed${what}: ${words}`
    case 'refused':
      return `Refused${what}: ${words}`
    case 'failing':
      return `The service is failing${what}: ${words}`
    case 'pacing':
      return `Waiting${what}: ${words}`
    case 'disk-full':
      return words
  }
}

const countReady = ({ ready }: QueueProgress): number => Object.values(ready).reduce((sum, count) => sum + count, 0)

/** Why jobs that were tried already wait, each reason once; at most three. */
export const describeWaiting = (waiting: readonly Job[]): readonly string[] => {
  const lines = waiting.flatMap(({ status, work }) =>
    status.state === 'waiting' && status.because !== null
      ? [`Waiting (${namesOfOperations[work.operation]}): ${printable(status.because.message)} ${printable(adviseCommand(status.because))}`]
      : [],
  )
  return [...new Set(lines)].slice(0, 3)
}

const endings: Readonly<Record<RunEnd['because'], string | null>> = {
  finished: null,
  held: null,
  time: 'The time was up. What is left is kept, and the next run goes on with it.',
  stopped: 'Stopped. What is left is kept, and the next run goes on with it.',
}

/** The end of a run in words and as an exit code. `reasons`: why jobs wait, for when no hold says it. */
export const summariseRun = (
  { progress, because }: RunEnd,
  reasons: readonly string[],
): { readonly lines: readonly string[]; readonly code: ExitCode } => {
  const left = countReady(progress) + progress.running
  const isElsewhere = progress.elsewhere.length > 0
  const signedOut = progress.holds.some((hold) => hold.kind === 'signed-out' || hold.kind === 'no-connection')
  const holds = left > 0 || (isElsewhere && signedOut) ? progress.holds.map(describeHold) : []
  const ending = left > 0 ? endings[because] : null
  const lines = [
    `${countOf(progress.done, 'job')} done, ${progress.waiting + progress.running} waiting, ${needYou(progress.parked)}${progress.parked > 0 ? ' (see “packshot jobs --state parked”)' : ''}.`,
    ...(ending === null ? [] : [ending]),
    ...(ending !== null && progress.running > 0 ? [`${countOf(progress.running, 'request')} got no answer in that time.`] : []),
    ...new Set(holds),
    ...(left > 0 && holds.length === 0 ? reasons : []),
    ...progress.elsewhere.map(
      ({ name, baseUrl, waiting }) =>
        `${countOf(waiting, 'job')} of ${printable(name)} (${baseUrl}) ${waiting === 1 ? 'waits' : 'wait'} until it is connected again.`,
    ),
  ]
  if (left > 0 || isElsewhere) return { lines, code: signedOut ? exitCodes.signedOut : exitCodes.failed }
  return { lines, code: progress.parked > 0 ? exitCodes.parked : exitCodes.done }
}
