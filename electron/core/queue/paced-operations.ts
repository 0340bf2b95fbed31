import type { ErrorRecord } from '../../../shared/base/errors.ts'
import type { Hold } from '../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'
import type { JobStore } from './job-store.ts'
import type { Workplace } from './workplace.ts'

const dayMs = 86_400_000

type Ports = {
  readonly jobs: Pick<JobStore, 'hasWaiting' | 'longestPause'>
  readonly operations: readonly OperationName[]
  readonly clock: { readonly now: () => number }
}

/** Pauses requested by a service: shown as holds, so that a person can see the reason, and kept across a restart. */
export const createPacedOperations = ({ jobs, operations, clock }: Ports) => {
  /** By connection and operation. */
  const reasons = new Map<string, ErrorRecord>()
  const recalled = new Set<string>()
  const keyOf = ({ connection }: Workplace, operation: OperationName): string => `${connection.id} ${operation}`

  return {
    /** Once per connection: pauses it requested before this start still apply, also to work that was not refused itself. */
    recall: (place: Workplace): void => {
      if (recalled.has(place.connection.id)) return
      recalled.add(place.connection.id)
      const now = clock.now()
      for (const operation of operations) {
        const pause = jobs.longestPause(operation, place.connection.id, now)
        if (!pause) continue
        // No pause is longer than a day (service/pace/parse-retry-after.ts); if this one is, the clock was set back.
        place.pacerOf(operation).blockUntil(Math.min(pause.until, now + dayMs))
        reasons.set(keyOf(place, operation), pause.because)
      }
    },
    learn: (place: Workplace, operation: OperationName, error: ErrorRecord): void => {
      reasons.set(keyOf(place, operation), error)
    },
    list: (place: Workplace): Hold[] =>
      operations.flatMap((operation) => {
        const reason = reasons.get(keyOf(place, operation))
        const until = reason ? place.pacerOf(operation).blockedUntil() : null
        if (!reason || until === null || !jobs.hasWaiting(operation, place.connection.id)) return []
        return [{ kind: 'pacing' as const, operation, until, reason }]
      }),
  }
}
