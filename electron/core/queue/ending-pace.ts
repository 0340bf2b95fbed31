import type { Clock } from '../base/platform/clock.ts'

/** So many ends within this time, in milliseconds: then requests wait for this computer rather than for the network. */
const many = 20
const withinMs = 1_000

/** How fast attempts end. */
export const createEndingPace = ({ monotonic }: Pick<Clock, 'monotonic'>) => {
  /** The times of the last ends, in a ring. */
  const ends = new Array<number>(many).fill(Number.NEGATIVE_INFINITY)
  let next = 0
  return {
    /** An attempt ended. */
    note: (): void => {
      ends[next] = monotonic()
      next = (next + 1) % many
    },
    isHurried: (): boolean => monotonic() - (ends[next] ?? Number.NEGATIVE_INFINITY) < withinMs,
  }
}
