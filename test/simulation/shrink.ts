import type { ViolationKind } from './oracle.ts'
import { type RunOptions, runSeed, type SeedResult } from './run-seed.ts'
import { type Step, stepsOf } from './steps.ts'

/** The fewest and simplest steps found that break the same promise, with the result of running them. */
export const shrink = async (
  seed: number,
  kind: ViolationKind,
  options: RunOptions = {},
  mostRuns = 150,
): Promise<{ readonly steps: readonly Step[]; readonly result: SeedResult }> => {
  let steps = options.steps ?? stepsOf(seed)
  let runs = 0
  let result = await runSeed(seed, { ...options, steps })
  const tryWith = async (fewer: readonly Step[]): Promise<boolean> => {
    if (runs++ >= mostRuns) return false
    const next = await runSeed(seed, { ...options, steps: fewer })
    if (next.violation?.kind !== kind) return false
    steps = fewer
    result = next
    return true
  }
  // Steps after the failure don't matter.
  await tryWith(steps.slice(0, result.steps + 1))
  for (let size = steps.length >> 1; size >= 1; size >>= 1)
    for (let at = 0; at < steps.length; ) if (!(await tryWith(steps.toSpliced(at, size)))) at += size
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] as Step
    for (const plainer of [{ pause: 0 }, { who: 0 }] as const)
      if (Object.entries(plainer).some(([key, value]) => step[key as keyof Step] !== value))
        await tryWith(steps.with(at, { ...(steps[at] as Step), ...plainer }))
  }
  return { steps, result }
}
