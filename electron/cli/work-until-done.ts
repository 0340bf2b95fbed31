import { progressWords, slowWords } from '../../shared/command/command-words.ts'
import type { Core } from '../core/core.ts'
import { isPause, judge, ofThisWorkspace } from './judge-queue.ts'
import type { Output } from './output.ts'
import { describeHold, type RunEnd } from './summarise-run.ts'

/** Without `--timeout`: how long to wait for holds that may lift by themselves (offline, failing), in milliseconds. */
const patienceMs = 12_000
const lookEveryMs = 50
const sayEveryMs = 10_000

type Options = {
  readonly timeoutMs: number | undefined
  readonly signal: AbortSignal
  /** Why jobs wait, if no hold says it. */
  readonly findReasons: () => Promise<readonly string[]>
}

/**
 * Works the queue until it is empty or held, or `timeoutMs` has passed (with a timeout, passing holds are waited for all that time).
 * Prints its progress on stderr. When it resolves nothing is running, so that interrupted attempts are settled.
 */
export const workUntilDone = async (core: Core, output: Output, options: Options): Promise<RunEnd> => {
  const doneBefore = core.progress().done
  const because = await untilOver(core, output, options, doneBefore)
  const cutOff = await core.endWork()
  return { progress: ofThisWorkspace(core.progress()), because, doneBefore, cutOff }
}

const untilOver = async (
  core: Core,
  output: Output,
  { timeoutMs, signal, findReasons }: Options,
  doneAtStart: number,
): Promise<RunEnd['because']> => {
  const begun = Date.now()
  let hopingSince: number | undefined
  let doneBefore = -1
  let saidAt = begun
  let saidSlow = false
  const said = new Set<string>()
  const sayOnce = (line: string, subject = line): void => {
    if (!said.has(subject)) output.note(line)
    said.add(subject)
  }
  for (;;) {
    const progress = ofThisWorkspace(core.progress())
    const standing = judge(progress)
    const now = Date.now()
    // A probe during a temporary hold does not count as progress; only a finished job does.
    const hopes = standing === 'hoping' || (progress.running > 0 && progress.holds.some((hold) => !isPause(hold) && hold.until !== null))
    if (!hopes || progress.done !== doneBefore) hopingSince = undefined
    else hopingSince ??= now
    doneBefore = progress.done
    if (standing === 'finished' || standing === 'held') return standing
    if (signal.aborted) return 'stopped'
    if (timeoutMs !== undefined && now - begun >= timeoutMs) return 'time'
    if (timeoutMs === undefined && hopingSince !== undefined && now - hopingSince >= patienceMs) return 'held'
    // The same failure names a different diagnostics file each time. Without a workspace nothing else is sent: the end of the run says so.
    for (const hold of progress.holds.filter(({ kind }) => kind !== 'no-connection'))
      sayOnce(describeHold(hold), `${hold.kind} ${hold.operation} ${hold.reason?.code} ${hold.reason?.status}`)
    const { silent } = progress
    // Printed at once, then with each line of progress.
    if (silent !== null && (!saidSlow || now - saidAt >= sayEveryMs))
      output.note(slowWords(silent.count, Math.round((now - silent.since) / 1_000)))
    saidSlow = silent !== null
    if (now - saidAt >= sayEveryMs) {
      saidAt = now
      if (progress.running === 0 && progress.holds.length === 0) for (const reason of await findReasons()) sayOnce(reason)
      output.note(
        progressWords({
          done: progress.done - doneAtStart,
          waiting: progress.waiting + progress.running,
          parked: progress.parked,
        }),
      )
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
