import type { AppError, ErrorCode, ErrorRecord } from '../../../shared/base/errors.ts'
import type { Hold } from '../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'
import { backoffMs } from './back-off-delay.ts'

/** How many consecutive failures hold the whole operation. */
const failuresToHold = 3
/** No hold lasts longer than the longest backoff; one that ends later was set while the clock was ahead, and is over. */
export const longestHoldMs = 60_000

/** True while a hold until then is in force. */
export const isAhead = (until: number, now: number): boolean => until > now && until <= now + longestHoldMs

type Clock = { readonly now: () => number }

/**
 * True if no credential was available: nothing was sent, every other job would fail the same way, and no job is at fault. A keychain may
 * be unlocked at any time; a refused client needs a person.
 */
export const isSessionFault = (code: ErrorCode): boolean =>
  code === 'invalid-client' || code === 'keychain-locked' || code === 'keychain-unavailable'

/** `workspaceWide`: a refusal of all such work. `neighbourSucceeded`: the failure says something about this job only. */
export type FailureFacts = { readonly uncertain: boolean; readonly workspaceWide: boolean; readonly neighbourSucceeded: boolean }

export type Holds = ReturnType<typeof createHolds>

/**
 * Why the queue, or one operation in it, waits; kept in memory, as each start tries again. A hold with a time lets one probe through
 * when it is over; the probe's end lifts it or sets it again, longer.
 */
export const createHolds = (ports: { clock: Clock; random: () => number }) => {
  const { clock, random } = ports
  /** By operation; `queue` for all of them. */
  const held = new Map<OperationName | 'queue', Hold & { tries: number }>()
  const failures = new Map<OperationName, number>()

  const set = (key: OperationName | 'queue', kind: Hold['kind'], reason: ErrorRecord | null, untilLater: boolean): void => {
    const before = held.get(key)
    const isSame = before?.kind === kind
    // Requests running when a person paused may fail; it stays paused.
    if (before?.kind === 'paused') return
    // Attempts that ran together fail together: that counts as one failure.
    if (before && isSame && before.until !== null && isAhead(before.until, clock.now())) return
    const tries = (isSame ? before.tries : 0) + 1
    const until = untilLater ? clock.now() + backoffMs(tries + 1, 0.5 + random() / 2) : null
    held.set(key, { kind, operation: key === 'queue' ? null : key, until, reason, tries })
  }

  return {
    list: (): Hold[] => [...held.values()].map(({ tries: _, ...hold }) => hold),
    of: (operation: OperationName): Hold | undefined => held.get('queue') ?? held.get(operation),
    pause: (): void => set('queue', 'paused', null, false),
    /** Lifts every hold, or those of one kind: a person resumed, signed in, or retried. */
    lift: (kind?: Hold['kind']): void => {
      for (const [key, hold] of held) if (!kind || hold.kind === kind) held.delete(key)
      failures.clear()
    },
    succeeded: (operation: OperationName): void => {
      failures.delete(operation)
      held.delete(operation)
      if (held.get('queue')?.kind !== 'paused') held.delete('queue')
    },
    /** Nothing can be reached, and another part lifts it: no probe is sent meanwhile. */
    unreachable: (error: ErrorRecord): void => set('queue', 'offline', error, false),
    diskFull: (error: ErrorRecord): void => set('queue', 'disk-full', error, true),
    /** Decides how a failed attempt affects the others. */
    failed: (operation: OperationName, error: AppError, facts: FailureFacts): void => {
      const record = error.toRecord()
      if (isSessionFault(error.code)) {
        set('queue', 'signed-out', record, error.code !== 'invalid-client')
        return
      }
      if (error.retry === 'after-sign-in') {
        if (error.code === 'unauthorized') set(operation, 'refused', record, false)
        else set('queue', 'signed-out', record, false)
        return
      }
      if (facts.workspaceWide) {
        set(operation, 'not-allowed', record, false)
        return
      }
      if (error.code === 'disk-full') {
        set('queue', 'disk-full', record, true)
        return
      }
      const isAway = (error.code === 'offline' || error.code === 'proxy-password') && !facts.uncertain
      if (isAway || error.code === 'unreachable') {
        set('queue', 'offline', record, true)
        return
      }
      if (error.code === 'rate-limited' || error.retry !== 'later') {
        // The service answers: it is reachable, and not failing as a whole.
        if (error.retry === 'never') failures.delete(operation)
        if (held.get(operation)?.kind === 'failing') held.delete(operation)
        if (held.get('queue')?.kind === 'offline') held.delete('queue')
        return
      }
      if (facts.neighbourSucceeded) return
      const count = (failures.get(operation) ?? 0) + 1
      failures.set(operation, count)
      if (held.get('queue')?.kind === 'offline' && error.status !== undefined) held.delete('queue')
      if (count >= failuresToHold) set(operation, 'failing', record, true)
    },
  }
}
