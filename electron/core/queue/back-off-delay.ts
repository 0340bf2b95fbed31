const firstMs = 500
const capMs = 60_000

/**
 * Exponential back-off with full jitter, in milliseconds: before the next try after `attempt` (from 1), between half a second's
 * tenth and a minute. `random` in [0, 1).
 */
export const backoffMs = (attempt: number, random: number): number => {
  const ceiling = Math.min(capMs, firstMs * 2 ** Math.min(Math.max(attempt - 1, 0), 20))
  return Math.round(50 + random * (ceiling - 50))
}
