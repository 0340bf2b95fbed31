import { readFileSync } from 'node:fs'
import { type ErrorRecord, isErrorRecord } from '../../shared/base/errors.ts'
import { systemSyncFiles } from '../core/base/platform/system-sync-files.ts'

const mostRestarts = 3
const withinMs = 10 * 60_000

type Kept = { readonly times: readonly number[]; readonly reason: ErrorRecord | null }

/** Checked by hand, so that the window need not wait for zod, which nothing else needs so early. */
const isKept = (value: unknown): value is Kept => {
  if (typeof value !== 'object' || value === null) return false
  const { times, reason } = value as Record<string, unknown>
  return Array.isArray(times) && times.every((one) => typeof one === 'number') && (reason === null || isErrorRecord(reason))
}

const none: Kept = { times: [], reason: null }

/** True while another restart is allowed: at most three in ten minutes. Times in milliseconds since 1970; those of another clock don't count. */
export const mayRestart = (times: readonly number[], now: number): boolean =>
  times.filter((at) => Math.abs(now - at) < withinMs).length < mostRestarts

/** Restarts after a fatal failure, kept in a file: the process that counts them is the one that ends. */
export const createRestarts = (file: string, now: () => number) => {
  const read = (): Kept => {
    try {
      const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
      return isKept(value) ? value : none
    } catch {
      return none
    }
  }
  const write = (value: Kept): boolean => {
    try {
      systemSyncFiles.write(file, JSON.stringify(value), { mode: 0o600 })
      return true
    } catch {
      return false
    }
  }
  return {
    /** Records a restart and its reason. False: the limit is reached, or it could not be recorded. */
    take: (reason: ErrorRecord): boolean => {
      const times = read().times.filter((at) => Math.abs(now() - at) < withinMs)
      return mayRestart(times, now()) && write({ times: [...times, now()], reason })
    },
    /** Why the last process ended, once. */
    takeReason: (): ErrorRecord | null => {
      const { times, reason } = read()
      if (reason !== null) write({ times, reason: null })
      return reason
    },
  }
}
