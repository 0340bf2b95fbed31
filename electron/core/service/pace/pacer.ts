import { createMinuteCount } from './minute-count.ts'

export type PacerPorts = {
  /** Milliseconds since 1970. */
  readonly clock: { readonly now: () => number }
  /** Requests a minute stated by the connection; `null`: no limit; `undefined`: not stated. */
  readonly statedRate: number | null | undefined
  /** Where to start when nothing is stated; `null`: no limit until the service refuses. */
  readonly defaultRate: number | null
  /** 0 ≤ x < 1. */
  readonly random?: () => number
}

/** Decides when the next request of one operation may be sent. Has no timers: call `delayMs`, wait, call it again, then `take`. */
export type Pacer = {
  /** 0: a request may be sent now. Else milliseconds until the next check. */
  readonly delayMs: () => number
  /** A request is sent now. */
  readonly take: () => void
  /** The last granted request was not sent after all. */
  readonly giveBack: () => void
  readonly succeeded: () => void
  /** The service says that it was too much (429), with its `Retry-After` if it had one. */
  readonly refused: (retryAfterMs?: number) => void
  /** The service is failing (503, a 5xx with `Retry-After`): it gets a pause as after a refusal, but the rate stays. */
  readonly failed: (retryAfterMs?: number) => void
  /** No request before this time, milliseconds since 1970; known before this pacer was created. */
  readonly blockUntil: (at: number) => void
  /** Requests a minute; `null`: no limit. */
  readonly rate: () => number | null
  /** Until when nothing may go, milliseconds since 1970; `null`: not blocked. */
  readonly blockedUntil: () => number | null
  /** What a forecast needs to know. */
  readonly pace: () => Pace
}

/** A pacer as it stands. `rate`: requests a minute; `null`: no limit. */
export type Pace = {
  readonly rate: number | null
  /** Requests that may go at once. */
  readonly ready: number
  /** Milliseconds until the first may go. */
  readonly delayMs: number
  /** Milliseconds until so many may have gone, by those of the last minute alone; up to a minute's worth. */
  readonly minuteMs: (requests: number) => number
  /** An unknown rate rises by this factor after so many successes; `null`: it is stated, or a refusal has shown it. */
  readonly rises: { readonly after: number; readonly by: number } | null
}

const minute = 60_000
const successesToRise = 15
const unknownRise = 1.5
const highestRate = 60_000
const lowestRate = 1
/** The lowest rate such services are known to state: what an unlimited pacer falls to at least when it is first refused. */
const firstLimit = 30
const backoff = { firstMs: 1_000, capMs: 60_000 }
/** A shorter `Retry-After` (0, a past date) counts as no pause: taken literally, it would flood the service. */
const shortestPauseMs = 1_000

/** Burst size after a pause: half a minute's worth, at most 15. */
const burstOf = (rate: number): number => Math.max(1, Math.min(15, rate / 2))

/**
 * A token bucket that finds the service's rate (one for each connection and operation). In no minute do more go than the rate says,
 * bursts included. An unknown rate rises by half after each 15 successes until the first refusal; a refusal halves it and blocks until
 * `Retry-After` (none, or one that is over already: exponential with full jitter); afterwards it rises by a twentieth, never above a stated rate. Refusals of requests
 * that went before the last halving don't halve again, nor
 * does that of the one request which tries whether a block is over. A failure blocks alike and says nothing about the rate: one 503 among
 * many good answers would else slow everything down for minutes.
 */
export const createPacer = ({ clock, statedRate, defaultRate, random = Math.random }: PacerPorts): Pacer => {
  let rate = statedRate === undefined ? defaultRate : statedRate
  const ceiling = typeof statedRate === 'number' ? statedRate : highestRate
  let tokens = rate === null ? 0 : burstOf(rate)
  let [lastRead, offset] = [clock.now(), 0]
  let refilledAt = lastRead
  let blockedTo = 0
  /** Requests since the last refusal that was news. */
  let takenSince = 2
  let [wasRefused, successes, refusals] = [false, 0, 0]
  const lastMinute = createMinuteCount()

  /** Setting the clock back must not lengthen any wait, so the pacer's own time only increases. */
  const readNow = (): number => {
    const read = clock.now()
    if (read < lastRead) offset += lastRead - read
    lastRead = read
    return read + offset
  }
  const refill = (now: number): void => {
    if (rate !== null && now > refilledAt) tokens = Math.min(burstOf(rate), tokens + ((now - refilledAt) * rate) / minute)
    refilledAt = Math.max(refilledAt, now)
  }
  const rise = (factor: number, now: number): void => {
    if (rate === null) return
    refill(now)
    rate = Math.max(rate, Math.min(ceiling, rate * factor))
  }
  const lower = (now: number): void => {
    // A refusal of the probe means that the pause was too short, and proves nothing about the rate.
    if (takenSince > 1) rate = Math.max(lowestRate, rate === null ? Math.max(firstLimit, lastMinute.total(now) / 2) : rate / 2)
    successes = 0
    wasRefused = true
    // The service's count starts over here, and so does ours.
    lastMinute.clear()
  }
  const pause = (retryAfterMs: number | undefined, isRefusal: boolean): void => {
    const now = readNow()
    refill(now)
    const isNews = takenSince > 0 && now >= blockedTo
    if (isNews) {
      if (isRefusal) lower(now)
      refusals += 1
      takenSince = 0
    }
    const ownMs = isNews ? random() * Math.min(backoff.capMs, backoff.firstMs * 2 ** (refusals - 1)) : 0
    const toldMs = retryAfterMs ?? 0
    blockedTo = Math.max(blockedTo, now + Math.ceil(toldMs < shortestPauseMs ? Math.max(toldMs, ownMs) : toldMs))
    // One probe is sent when the block ends; the rest follow at the new rate.
    tokens = 1
    refilledAt = Math.max(refilledAt, blockedTo)
  }

  const minuteMs = (of: number, requests: number): number =>
    lastMinute.delayBelow(Math.max(1, Math.max(1, Math.floor(of)) - requests + 1), readNow())

  const delayMs = (): number => {
    const now = readNow()
    if (now < blockedTo) return blockedTo - now
    if (rate === null) return 0
    refill(now)
    // A whole token, allowing for rounding errors.
    const bucketDelay = tokens >= 1 - 1e-6 ? 0 : ((1 - tokens) * minute) / rate
    return Math.ceil(Math.max(bucketDelay, minuteMs(rate, 1)))
  }

  return {
    delayMs,
    take: () => {
      const now = readNow()
      refill(now)
      if (rate !== null) tokens -= 1
      lastMinute.add(now)
      takenSince += 1
    },
    giveBack: () => {
      const now = readNow()
      refill(now)
      if (rate !== null) tokens = Math.min(burstOf(rate), tokens + 1)
      lastMinute.takeBack(now)
      takenSince = Math.max(0, takenSince - 1)
    },
    succeeded: () => {
      refusals = 0
      successes += 1
      if (successes % successesToRise !== 0) return
      if (wasRefused) rise(1.05, readNow())
      else if (statedRate === undefined) rise(unknownRise, readNow())
    },
    refused: (retryAfterMs) => pause(retryAfterMs, true),
    failed: (retryAfterMs) => pause(retryAfterMs, false),
    blockUntil: (at) => {
      blockedTo = Math.max(blockedTo, at + offset)
    },
    rate: () => rate,
    pace: () => {
      const delay = delayMs()
      const isKnown = statedRate !== undefined || wasRefused
      const minuteMsOf = (requests: number): number => (rate === null ? 0 : minuteMs(rate, requests))
      return {
        rate,
        ready: Math.max(0, tokens),
        delayMs: delay,
        minuteMs: minuteMsOf,
        rises: isKnown ? null : { after: successesToRise, by: unknownRise },
      }
    },
    blockedUntil: () => (readNow() < blockedTo ? blockedTo - offset : null),
  }
}
