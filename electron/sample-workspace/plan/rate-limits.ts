import { refuse } from '../refusals.ts'

const minute = 60_000

/** Counts requests per operation. Throws 429 with `Retry-After` if there were `limit` in the last minute; `null`: no limit. */
export const createRateLimits = <Operation extends string>(now: () => number) => {
  const passed = new Map<Operation, readonly number[]>()

  return (operation: Operation, limit: number | null): void => {
    if (limit === null) return
    const times = (passed.get(operation) ?? []).filter((at) => at > now() - minute)
    const oldest = times[times.length - limit]
    if (oldest !== undefined) {
      const seconds = Math.max(1, Math.ceil((oldest + minute - now()) / 1000))
      throw refuse(429, `At most ${limit} requests per minute.`, { 'retry-after': String(seconds) })
    }
    passed.set(operation, [...times, now()])
  }
}
