/** Being looked at: no time is set before that has ended. */
const underWay = Number.POSITIVE_INFINITY

/** What of a folder is to be looked at next: paths that events told of, and all of it at a time. Times are monotonic, in milliseconds. */
export const createLookAgenda = (now: () => number) => {
  let wholeAt = 0
  const changed = new Set<string>()

  return {
    /** All of it, in the next step; once more if it is being looked at. */
    wholeSoon: (): void => {
      wholeAt = 0
    },
    wholeAt: (): number => wholeAt,
    isWholeDue: (): boolean => now() >= wholeAt,
    /** All of it is being looked at, or in the next step. */
    isLooking: (): boolean => wholeAt === underWay || wholeAt === 0,
    beginWhole: (): void => {
      wholeAt = underWay
      changed.clear()
    },
    /** All of it again after this long, or sooner if that was said meanwhile. */
    wholeWithin: (ms: number): void => {
      wholeAt = Math.min(wholeAt, now() + ms)
    },
    /** The last look failed: whatever was said meanwhile, all of it again after this long. */
    wholeAgainIn: (ms: number): void => {
      wholeAt = now() + ms
    },
    add: (path: string): void => void changed.add(path),
    hasChanged: (): boolean => changed.size > 0,
    takeChanged: (): string[] => {
      const paths = [...changed]
      changed.clear()
      return paths
    },
    clearChanged: (): void => changed.clear(),
  }
}
