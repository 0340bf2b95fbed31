const mostReloads = 2
const withinMs = 60_000

/** Says whether a window that crashed is worth another load: not after the third within a minute. */
export const createCrashCounter = (now: () => number): (() => boolean) => {
  let crashes: readonly number[] = []
  return () => {
    crashes = [...crashes.filter((at) => now() - at < withinMs), now()]
    return crashes.length <= mostReloads
  }
}
