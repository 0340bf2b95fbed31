const rounds = 5
/** Milliseconds. A single run longer than this is not measured five times: it is far from linear already. */
const hopelessMs = 1_000
/** Milliseconds. Short runs are repeated until a clock can measure them. */
const shortestMs = 1

const timeOnce = (run: () => unknown): number => {
  const begun = performance.now()
  run()
  return performance.now() - begun
}

/** Milliseconds of one run: the best of five, each repeated until it can be measured. */
const bestTime = (run: () => unknown): number => {
  const first = timeOnce(run)
  if (first > hopelessMs) return first
  const repeats = Math.max(1, Math.ceil(shortestMs / Math.max(first, 0.001)))
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const took = timeOnce(() => {
      for (let index = 0; index < repeats; index++) run()
    })
    best = Math.min(best, took / repeats)
  }
  return best
}

/** Ratio of the longer input's length to the shorter one's. */
export const growthFactor = 64

/**
 * The exponent k of a run's time in n^k, measured at `length` and 64 times `length`: 1 is linear, 2 quadratic. Time below a microsecond
 * counts as one. Above `enough` it is measured again, a few times at most, because other load during the longer run is not growth.
 */
export const measureGrowth = (run: (length: number) => () => unknown, length: number, enough: number): number => {
  const [short, long] = [run(length), run(length * growthFactor)]
  let [before, after, growth] = [0.001, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let tries = 0; tries < 6 && growth >= enough; tries++) {
    before = Math.max(before, bestTime(short))
    after = Math.min(after, bestTime(long))
    growth = Math.log(after / before) / Math.log(growthFactor)
    if (after > hopelessMs) break
  }
  return growth
}
