import { progressWords, slowWords } from '../../shared/words/command.ts'
import type { Core } from '../core/core.ts'
import { isPause, judge, ofThisWorkspace } from './judge-queue.ts'
import type { Output } from './output.ts'
import { describeHold, type RunEnd } from './summarise-run.ts'

/** Without `--timeout`, holds that may lift by themselves (offline, failing) are waited for this long, in milliseconds. */
const patienceMs = 12_000
const lookEveryMs = 50
const sayEveryMs = 10_000

type Options = {
  readonly timeoutMs: number | undefined
  readonly signal: AbortSignal
  /** Why jobs wait, when no hold says it. */
  readonly findReasons: () => Promise<readonly string[]>
}

/**
 * Works the queue until it is empty or held, or `timeoutMs` has passed (with a timeout, passing holds are waited for all that time).
 * Says on stderr how far it is. When it resolves nothing is under way any more, so that what was cut off is settled.
 */
export const workQueue = async (core: Core, output: Output, options: Options): Promise<RunEnd> => {
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
    // A probe that runs under a passing hold is still hope; only something done is progress.
    const hopes = standing === 'hoping' || (progress.running > 0 && progress.holds.some((hold) => !isPause(hold) && hold.until !== null))
    if (!hopes || progress.done !== doneBefore) hopingSince = undefined
    else hopingSince ??= now
    doneBefore = progress.done
    if (standing === 'finished' || standing === 'held') return standing
    if (signal.aborted) return 'stopped'
    if (timeoutMs !== undefined && now - begun >= timeoutMs) return 'time'
    if (timeoutMs === undefined && hopingSince !== undefined && now - hopingSince >= patienceMs) return 'held'
    // The same failure is quoted with another file of diagnostics each time.
    for (const hold of progress.holds)
      sayOnce(describeHold(hold), `${hold.kind} ${hold.operation} ${hold.reason?.code} ${hold.reason?.status}`)
    const { silent } = progress
    // Said as soon as it shows, then with each line of progress.
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
