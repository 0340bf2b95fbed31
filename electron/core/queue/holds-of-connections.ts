import type { Hold } from '../../../shared/queue/jobs.ts'
import { createHolds, type Holds } from './holds.ts'

/**
 * Separate holds per connection: results of one workspace after a switch say nothing about another. Only a
 * person's pause is about all of them.
 */
export const createHoldsOfConnections = (ports: Parameters<typeof createHolds>[0]) => {
  const all = new Map<string | null, Holds>()
  let isPaused = false

  const of = (connectionId: string | null): Holds => {
    const found = all.get(connectionId)
    if (found) return found
    const made = createHolds(ports)
    if (isPaused) made.pause()
    all.set(connectionId, made)
    return made
  }

  return {
    /** The holds of a connection; `null`: without a connection. */
    of,
    pause: (): void => {
      isPaused = true
      for (const holds of all.values()) holds.pause()
    },
    /** Lifts every hold of a connection, or those of one kind. */
    lift: (connectionId: string | null, kind?: Hold['kind']): void => {
      of(connectionId).lift(kind)
      if (kind !== undefined && kind !== 'paused') return
      isPaused = false
      for (const holds of all.values()) holds.lift('paused')
    },
  }
}
