import type { OperationName } from '../../../shared/queue/operations.ts'

export type RunningAttempt = {
  readonly operation: OperationName
  readonly key: string | null
  readonly abort: AbortController
  /** Of its request, 0–1. */
  sentPart: number
  silentSince: number | null
}

export type RunningAttempts = ReturnType<typeof createRunningAttempts>

/** The running attempts of this process, by job: which jobs run, which block others, and how much is sent. */
export const createRunningAttempts = () => {
  const attempts = new Map<string, RunningAttempt>()
  const count = (fits: (one: RunningAttempt) => boolean): number => {
    let found = 0
    for (const one of attempts.values()) if (fits(one)) found++
    return found
  }
  return {
    add: (jobId: string, operation: OperationName, key: string | null): RunningAttempt => {
      const attempt: RunningAttempt = { operation, key, abort: new AbortController(), sentPart: 0, silentSince: null }
      attempts.set(jobId, attempt)
      return attempt
    },
    /** A later attempt of the same job stays. */
    remove: (jobId: string, attempt: RunningAttempt | undefined): void => {
      if (attempts.get(jobId) === attempt) attempts.delete(jobId)
    },
    get: (jobId: string): RunningAttempt | undefined => attempts.get(jobId),
    has: (jobId: string): boolean => attempts.has(jobId),
    total: (): number => attempts.size,
    countOf: (operation: OperationName): number => count((one) => one.operation === operation),
    /** Attempts that may block a waiting job of their operation. */
    countExclusive: (operation: OperationName): number => count((one) => one.operation === operation && one.key !== null),
    isTaken: (key: string | null): boolean => key !== null && count((one) => one.key === key) > 0,
    /** Returns how many there were. */
    abortAll: (): number => {
      for (const one of attempts.values()) one.abort.abort()
      return attempts.size
    },
    /** Attempts without an answer although the service can be reached, and since when the oldest of them waits. */
    silent: (): { readonly count: number; readonly since: number } | null => {
      const times = [...attempts.values()].flatMap(({ silentSince }) => (silentSince === null ? [] : [silentSince]))
      return times.length === 0 ? null : { count: times.length, since: Math.min(...times) }
    },
    progress: (): { readonly jobId: string; readonly sentPart: number }[] =>
      [...attempts].map(([jobId, { sentPart }]) => ({ jobId, sentPart })),
  }
}
