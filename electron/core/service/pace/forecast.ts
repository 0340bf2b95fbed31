import type { Pace } from './pacer.ts'

const minute = 60_000

/** Longest climb that is followed request by request: beyond it, the rate is far above what parallel requests reach. */
const mostSteps = 200

type Ways = {
  /** How many requests run at once. */
  readonly atOnce: number
  /** From sending a request to its answer, in milliseconds. */
  readonly answerMs: number
}

/** Milliseconds at a rate that stays. The bucket's burst goes first, and no minute, nor the last one, gets more than the rate (pacer.ts). */
const atSteadyRate = (requests: number, rate: number, { ready, delayMs, minuteMs }: Pace): number => {
  const perMinute = Math.max(1, Math.floor(rate))
  const whole = Math.floor((requests - 1) / perMinute)
  const rest = requests - whole * perMinute
  return whole * minute + Math.max((Math.max(0, rest - ready) / rate) * minute, minuteMs(rest) - delayMs)
}

/** Milliseconds at a rate that rises as long as nothing is refused. */
const atRisingRate = (
  requests: number,
  rate: number,
  ready: number,
  rises: NonNullable<Pace['rises']>,
  { atOnce, answerMs }: Ways,
): number => {
  const parallelMs = answerMs / atOnce
  let [ms, now] = [0, rate]
  let left = requests - ready
  for (let step = 0; left > 0 && step < mostSteps; step++) {
    const taken = Math.min(left, rises.after)
    ms += taken * Math.max(minute / now, parallelMs)
    left -= taken
    now *= rises.by
  }
  return ms + Math.max(0, left) * parallelMs
}

/** How long requests take, in milliseconds. The two differ only where nobody knows the service's limit. */
export type Forecast = { readonly leastMs: number; readonly mostMs: number }

/** How long so many requests take from now on, at the pace that is known and with so many in parallel. */
export const forecast = (requests: number, pace: Pace, ways: Ways): Forecast => {
  if (requests <= 0) return { leastMs: 0, mostMs: 0 }
  const parallelMs = Math.ceil(requests / ways.atOnce) * ways.answerMs
  const after = (ms: number): number => pace.delayMs + Math.max(ms + ways.answerMs, parallelMs)
  const { rate, ready, rises } = pace
  const mostMs = after(rate === null ? 0 : atSteadyRate(requests, rate, pace))
  if (rate === null || rises === null) return { leastMs: mostMs, mostMs }
  return { leastMs: Math.min(mostMs, after(atRisingRate(requests, rate, ready, rises, ways))), mostMs }
}
