import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const mostRestarts = 3
const withinMs = 10 * 60_000

const kept = z.object({ times: z.array(z.number()), reason: z.string().nullable() })
type Kept = z.infer<typeof kept>

/** True while another restart is worth it: at most three in ten minutes. Times in milliseconds since 1970; those of another clock don't count. */
export const mayRestart = (times: readonly number[], now: number): boolean =>
  times.filter((at) => Math.abs(now - at) < withinMs).length < mostRestarts

/** Restarts after a fatal failure, kept in a file: the process that counts them is the one that ends. */
export const createRestarts = (file: string, now: () => number) => {
  const read = (): Kept => {
    try {
      return kept.parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      return { times: [], reason: null }
    }
  }
  const write = (value: Kept): boolean => {
    try {
      writeFileSync(file, JSON.stringify(value), { mode: 0o600 })
      return true
    } catch {
      return false
    }
  }
  return {
    /** Notes a restart and why it is needed. False: not again, or it could not be noted. */
    take: (reason: string): boolean => {
      const times = read().times.filter((at) => Math.abs(now() - at) < withinMs)
      return mayRestart(times, now()) && write({ times: [...times, now()], reason })
    },
    /** Why the last process ended, once. */
    takeReason: (): string | null => {
      const { times, reason } = read()
      if (reason !== null) write({ times, reason: null })
      return reason
    },
  }
}
