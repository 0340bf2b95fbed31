import { once } from 'node:events'
import type { Dispatcher } from 'undici'
import type { Journal } from '../../base/database/journal.ts'
import type { Platform } from '../../base/platform/platform.ts'
import type { Timer } from '../../base/platform/timers.ts'
import type { ConnectionStore } from '../../workspaces/connections/connection-store.ts'
import { createBucketAccess, type SecretsPort } from './bucket-access.ts'
import { createPublishedStore } from './published-store.ts'
import { createPutIntoBucket } from './put-into-bucket.ts'
import { createRemoveAnswered } from './remove-answered.ts'

type Ports = Pick<Platform, 'clock' | 'timers' | 'files'> & {
  readonly journal: Journal
  readonly connections: ConnectionStore
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  readonly getSecrets: SecretsPort
  readonly dispatcher: Dispatcher
}

/** Delay in milliseconds, so that answers that end together share one sweep of the bucket. */
const sweepDelayMs = 200
/** How long closing, or forgetting a connection, waits for the last removals; the rest is removed at the next start. Milliseconds. */
const lastSweepMs = 5_000

export type Publisher = ReturnType<typeof createPublisher>

/** Everything about pictures in buckets: putting, removing, keys. */
export const createPublisher = (ports: Ports) => {
  const { journal, timers } = ports
  const store = createPublishedStore(journal)
  const access = createBucketAccess(ports)
  const answered = createRemoveAnswered({ ...ports, store, access })
  const stopping = new AbortController()
  let timer: Timer | undefined
  let isStarted = false

  /** Longest wait, even if an earlier sweep is running. */
  const sweepWithin = async (ms: number): Promise<void> => {
    const enough = AbortSignal.timeout(ms)
    const over = once(enough, 'abort')
    await Promise.race([answered.sweep(AbortSignal.any([stopping.signal, enough])), over])
  }

  const sweepNow = async (): Promise<void> => {
    timer = undefined
    await answered.sweep(stopping.signal)
    const next = answered.nextTry()
    if (next !== null) sweepIn(Math.max(1_000, next - ports.clock.monotonic()))
  }

  const sweepIn = (ms: number): void => {
    if (timer || !isStarted || stopping.signal.aborted) return
    timer = timers.after(ms, () => void sweepNow(), { background: true })
  }

  return {
    store,
    access,
    put: createPutIntoBucket({ ...ports, store, access }),
    left: answered.left,
    /** Starts removing answered pictures, beginning with leftovers of an earlier run. */
    start: (): void => {
      isStarted = true
      if (!store.isEmpty()) sweepIn(0)
    },
    /** Call it when jobs ended: unneeded pictures are removed soon. Cheap without objects in buckets. */
    sweepSoon: (): void => {
      if (isStarted && !timer && !store.isEmpty()) sweepIn(sweepDelayMs)
    },
    /** The bucket or its keys changed: failed removals are retried at once. */
    mended: (): void => {
      access.forgetClients()
      answered.forgetTroubles()
      timer?.cancel()
      timer = undefined
      sweepIn(0)
    },
    /** Removes a connection's objects as far as possible now, and deletes the keys. Throws if the keychain can't delete them. */
    forget: async (connectionId: string): Promise<void> => {
      journal.write(() => store.giveUpAll(connectionId))
      await journal.durable()
      if (store.countGivenUp(connectionId) > 0) await sweepWithin(lastSweepMs)
      await access.forgetKeys(connectionId)
    },
    /** Finishes the last removals, within the time limit for closing. */
    stop: async (): Promise<void> => {
      timer?.cancel()
      const limit = timers.after(lastSweepMs, () => stopping.abort())
      // A hanging one is aborted, and has ended before the journal closes.
      if (isStarted) await answered.sweep(stopping.signal)
      limit.cancel()
      isStarted = false
      stopping.abort()
    },
  }
}
