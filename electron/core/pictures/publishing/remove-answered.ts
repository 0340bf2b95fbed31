import { type ErrorRecord, toAppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { ConnectionStore } from '../../workspaces/connections/connection-store.ts'
import type { BucketAccess } from './bucket-access.ts'
import type { PublishedStore } from './published-store.ts'

type Ports = {
  readonly journal: Journal
  readonly store: PublishedStore
  readonly access: BucketAccess
  readonly connections: ConnectionStore
  /** Monotonic, in milliseconds: a wait is no longer after the clock was set back. */
  readonly clock: { readonly monotonic: () => number }
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/** How many removals run in parallel; the remaining bandwidth is for questions. */
const lanes = 4
const pieceSize = 100
/** Removals that fail are tried again after this long, doubled each time up to the cap; milliseconds. */
const [firstWaitMs, longestWaitMs] = [5_000, 600_000]

type Trouble = { readonly reason: ErrorRecord; readonly times: number; readonly until: number }

/**
 * Removes pictures from buckets when no question about them is waiting: answered, parked, cancelled, or left behind by a process
 * that was killed. A removal is recorded before it starts, and forgotten when it is done.
 */
export const createRemoveAnswered = ({ journal, store, access, connections, clock, log }: Ports) => {
  /** Why removing fails, by connection. */
  const troubles = new Map<string, Trouble>()
  /** Connections that keep answered pictures and were checked once: nothing new is to be removed there. */
  const lookedThrough = new Set<string>()
  let sweeping: Promise<void> | null = null

  const removeGivenUp = async (connectionId: string, signal: AbortSignal): Promise<void> => {
    for (;;) {
      const objects = store.listGivenUp(connectionId, pieceSize)
      if (objects.length === 0) return
      const queue = [...objects]
      const lane = async (): Promise<void> => {
        for (let object = queue.shift(); object; object = queue.shift()) {
          await (await access.client(connectionId, object.place)).remove(object.key, signal)
          const { key } = object
          journal.write(() => store.drop(key))
        }
      }
      const ends = await Promise.allSettled(Array.from({ length: lanes }, lane))
      await journal.durable()
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    }
  }

  const sweepOne = async (connectionId: string, signal: AbortSignal): Promise<void> => {
    const connection = connections.get(connectionId)
    const keeps = connection?.publishing.kind === 's3' && !connection.publishing.removeWhenAnswered ? connection.publishing : null
    if (keeps === null || !lookedThrough.has(connectionId)) journal.write(() => store.giveUp(connectionId, keeps))
    // A removed object must never be recorded as present.
    await journal.durable()
    if (keeps !== null) lookedThrough.add(connectionId)
    const before = troubles.get(connectionId)
    if (before && before.until > clock.monotonic()) return
    try {
      await removeGivenUp(connectionId, signal)
      troubles.delete(connectionId)
    } catch (error) {
      const reason = toAppError(error)
      if (reason.code === 'cancelled') return
      const times = (before?.times ?? 0) + 1
      troubles.set(connectionId, {
        reason: reason.toRecord(),
        times,
        until: clock.monotonic() + Math.min(longestWaitMs, firstWaitMs * 2 ** (times - 1)),
      })
      log({ event: 'objects-not-removed', connection: connectionId, why: reason.message })
    }
  }

  const sweepAll = async (signal: AbortSignal): Promise<void> => {
    for (const connectionId of store.connectionIds()) await sweepOne(connectionId, signal)
  }

  return {
    /** One at a time; resolves when each object unneeded at its start is removed or failed. Never rejects. */
    sweep: (signal: AbortSignal): Promise<void> => {
      const run = (): Promise<void> =>
        sweepAll(signal).catch((error: unknown) => log({ event: 'sweep-failed', why: toAppError(error).message }))
      const mine = (sweeping ?? Promise.resolve()).then(run)
      sweeping = mine
      return mine
    },
    /** A cause may be fixed: failed removals are retried at once. */
    forgetTroubles: (): void => {
      troubles.clear()
      lookedThrough.clear()
    },
    /** Unneeded objects that are left, and why. */
    left: (connectionId: string): { readonly objects: number; readonly reason: ErrorRecord | null } => {
      const objects = store.countGivenUp(connectionId)
      return { objects, reason: objects > 0 ? (troubles.get(connectionId)?.reason ?? null) : null }
    },
    /** When the next try after a failure is due, in monotonic time; `null`: nothing has failed. */
    nextTry: (): number | null => (troubles.size === 0 ? null : Math.min(...[...troubles.values()].map((one) => one.until))),
  }
}
