/** Numbers in [0, 1) from a seed (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One run of a Packshot, from its start to its stop or crash. A dead life's pending promises never settle. */
export type Life = { readonly name: string; isAlive: boolean }

type Event = { readonly at: number; readonly order: number; readonly life: Life | null; readonly act: () => void }
export type Pending = { readonly cancel: () => void }

export type World = ReturnType<typeof createWorld>

/**
 * All of time: monotonic milliseconds that pass only when nothing else can happen, and all future events, in an order
 * that the seed decides. Nothing in it reads the real clock.
 */
export const createWorld = (seed: number) => {
  const random = createRandom(seed)
  const log: string[] = []
  let now = 0
  let wallOffset = Date.UTC(2026, 0, 5, 9)
  let orders = 0
  let turns: Event[] = []
  const timed: Event[] = []
  const cancelled = new Set<Event>()
  let beforeEach: (() => void) | null = null
  const watched = new Set<() => void>()
  let counted: { left: number; readonly act: () => void }[] = []

  const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)
  const push = (event: Event): void => {
    timed.push(event)
    for (let at = timed.length - 1; at > 0; ) {
      const above = (at - 1) >> 1
      if (!isBefore(timed[at] as Event, timed[above] as Event)) break
      ;[timed[at], timed[above]] = [timed[above] as Event, timed[at] as Event]
      at = above
    }
  }
  const pop = (): Event | undefined => {
    const first = timed[0]
    const last = timed.pop()
    if (!first || !last || timed.length === 0) return first
    timed[0] = last
    for (let at = 0; ; ) {
      let least = at
      for (const below of [2 * at + 1, 2 * at + 2])
        if (below < timed.length && isBefore(timed[below] as Event, timed[least] as Event)) least = below
      if (least === at) return first
      ;[timed[at], timed[least]] = [timed[least] as Event, timed[at] as Event]
      at = least
    }
  }

  const after = (ms: number, act: () => void, life: Life | null = null): Pending => {
    const event: Event = { at: now + Math.max(0, ms), order: orders++, life, act }
    push(event)
    return { cancel: () => void cancelled.add(event) }
  }
  const soon = (act: () => void, life: Life | null = null): void => void turns.push({ at: now, order: orders++, life, act })

  /** All promises that can settle have settled when the next real turn starts. */
  const settlePromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

  const run = ({ life, act }: Event): void => {
    if (life === null || life.isAlive) act()
  }

  /** Runs the next event; false: there is none before `until`. */
  const step = async (until: number): Promise<boolean> => {
    await settlePromises()
    beforeEach?.()
    for (const look of watched) look()
    const due = counted.filter((one) => --one.left <= 0)
    if (due.length > 0) counted = counted.filter(({ left }) => left > 0)
    for (const { act } of due) act()
    const turn = turns.shift()
    if (turn) {
      run(turn)
      return true
    }
    for (;;) {
      const next = timed[0]
      if (!next || next.at > until) return false
      pop()
      if (cancelled.delete(next)) continue
      if (next.life && !next.life.isAlive) continue
      now = Math.max(now, next.at)
      run(next)
      return true
    }
  }

  return {
    random,
    /** An integer from 0 to below `below`. */
    int: (below: number): number => Math.floor(random() * below),
    chance: (probability: number): boolean => random() < probability,
    pick: <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T,
    monotonic: (): number => now,
    wall: (): number => Math.round(now + wallOffset),
    /** Somebody sets the wall clock. */
    setWall: (byMs: number): void => {
      wallOffset += byMs
    },
    after,
    soon,
    settlePromises,
    /** Looks between any two events whether it is the moment, and acts then, once; `null`: no longer. */
    atMoment: (isNow: (() => boolean) | null, act: () => void = () => {}): void => {
      beforeEach =
        isNow &&
        (() => {
          if (!isNow()) return
          beforeEach = null
          act()
        })
    },
    /** Looks between any two events, until the returned function is called. */
    lookAtEach: (look: () => void): (() => void) => {
      watched.add(look)
      return () => void watched.delete(look)
    },
    /** Time that passes while something is done: the computer is slow. */
    spend: (ms: number): number => {
      now += ms
      return now
    },
    /** Acts after so many turns of the event loop, between two events. */
    afterTurns: (left: number, act: () => void): void => void counted.push({ left, act }),
    /** The computers sleep: time passes, and timers that were due meanwhile are late. */
    sleep: (ms: number): void => {
      now += ms
    },
    /** Runs all events of this period. */
    pass: async (ms: number): Promise<void> => {
      const until = now + ms
      while (await step(until)) {
        // One more try.
      }
      now = Math.max(now, until)
    },
    /** Runs events until `isOver`, at most for this period; false: it was not over by then. */
    passUntil: async (isOver: () => boolean, ms: number): Promise<boolean> => {
      const until = now + ms
      for (;;) {
        await settlePromises()
        if (isOver()) return true
        if (!(await step(until))) {
          now = Math.max(now, until)
          return isOver()
        }
      }
    },
    log,
    say: (line: string): void => {
      log.push(`${(now / 1_000).toFixed(3).padStart(12)} ${line}`)
    },
    forget: (): void => {
      turns = []
      timed.length = 0
    },
  }
}
