/** Ratio of the longer input's length to the shorter one's: the ratio of the times of a linear run. That of a quadratic one is its square. */
export const growthFactor = 16
/** Between linear and quadratic, four times each: what garbage collection, caches and a busy machine change is far less. */
export const linearLimit = growthFactor ** 1.5
/** Between constant and linear, four times each. */
export const constantLimit = growthFactor ** 0.5

const rounds = 24
/** Milliseconds. Short runs are repeated until a clock can measure them. */
const shortestMs = 1
/** Milliseconds. A run longer than this is measured once: the next wouldn't be 16 times faster. */
const hopelessMs = 2_000

/**
 * Milliseconds that `run` takes. By the wall: the processor's clock of a thread moves in steps of several milliseconds. Whoever measures takes the
 * fastest of several short runs, of which a busy machine lets one through undisturbed.
 */
export const timeRun = (run: () => unknown): number => {
  const begun = performance.now()
  run()
  return performance.now() - begun
}

/** Milliseconds of one of `repeats` runs. */
const timeRuns = (run: () => unknown, repeats: number): number =>
  timeRun(() => {
    for (let index = 0; index < repeats; index++) run()
  }) / repeats

/**
 * How many times as long `run(16 × length)` takes as `run(length)`. Each counts with the fastest of up to 24 rounds, without a first
 * one that compiles; once the ratio is below `enough`, no further ones. The short run is repeated as often as the long one is longer, so both make as
 * much garbage.
 */
export const measureGrowth = (run: (length: number) => () => unknown, length: number, enough: number): number => {
  const [short, long] = [run(length), run(length * growthFactor)]
  timeRun(short)
  const first = timeRun(long)
  const repeats = Math.max(1, Math.ceil(shortestMs / Math.max(first, 0.001)))
  let [before, after] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 1; round <= rounds; round++) {
    before = Math.min(before, timeRuns(short, repeats * growthFactor))
    after = Math.min(after, first > hopelessMs ? first : timeRuns(long, repeats))
    if (round >= 2 && (after / before < enough || first > hopelessMs)) break
  }
  return after / before
}
