const minute = 60_000

/** How many requests went in the last minute, counted in whole seconds: constant memory at any rate, off by at most a second. */
export type MinuteCount = {
  readonly add: (now: number) => void
  /** Removes the newest, which was not sent. */
  readonly takeBack: (now: number) => void
  readonly total: (now: number) => number
  /** Milliseconds until fewer than `limit` remain. */
  readonly delayBelow: (limit: number, now: number) => number
  readonly clear: () => void
}

export const createMinuteCount = (): MinuteCount => {
  /** By second; insertion order is time order. */
  const seconds = new Map<number, number>()
  const expiry = (second: number): number => (second + 1) * 1000 + minute
  const forget = (now: number): void => {
    for (const second of seconds.keys()) {
      if (expiry(second) > now) return
      seconds.delete(second)
    }
  }
  const total = (now: number): number => {
    forget(now)
    let sum = 0
    for (const count of seconds.values()) sum += count
    return sum
  }
  return {
    add: (now) => {
      forget(now)
      const second = Math.floor(now / 1000)
      seconds.set(second, (seconds.get(second) ?? 0) + 1)
    },
    takeBack: (now) => {
      forget(now)
      const newest = [...seconds].at(-1)
      if (!newest) return
      if (newest[1] > 1) seconds.set(newest[0], newest[1] - 1)
      else seconds.delete(newest[0])
    },
    total,
    delayBelow: (limit, now) => {
      let left = total(now)
      if (left < limit) return 0
      for (const [second, count] of seconds) {
        left -= count
        if (left < limit) return expiry(second) - now
      }
      return 0
    },
    clear: () => seconds.clear(),
  }
}
