/** Both in milliseconds. */
export type Clock = {
  /** Since 1970, as the wall clock says: a person or a server can set it, in either direction. */
  readonly now: () => number
  /** Since some moment before this process; never goes back. */
  readonly monotonic: () => number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }
