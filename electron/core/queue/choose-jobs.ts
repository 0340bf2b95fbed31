import type { Job } from '../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'
import { type Holds, isAhead } from './holds.ts'
import type { JobStore } from './job-store.ts'
import { type AnyOperation, namesOf, type Operations, operationOf } from './operation.ts'
import type { RunningAttempts } from './running-attempts.ts'
import type { Workplace } from './workplace.ts'

type Ports = {
  readonly jobs: Pick<JobStore, 'ready' | 'readyOperations' | 'nextStart'>
  readonly operations: Operations
  /** Of a connection. */
  readonly holdsOf: (connectionId: string) => Pick<Holds, 'of'>
  readonly running: RunningAttempts
  /** Jobs whose attempts can't begin before something is made for them. They hold no place among those that run. */
  readonly preparing: RunningAttempts
  readonly concurrency: Readonly<Record<OperationName, number>>
  readonly clock: { readonly now: () => number }
  /** Requests that a person still allows; `null`: any number (request-limits.ts). */
  readonly requestsLeft: (place: Workplace, operation: OperationName) => number | null
}

/** `lookAgainAt`: when another job may start; infinite: time alone won't start any. */
export type Choice = { readonly toStart: readonly Job[]; readonly toPrepare: readonly Job[]; readonly lookAgainAt: number }

/** Jobs of one operation that are prepared at the same time. */
const mostPreparing = 20
/** How many jobs that are not prepared one that is may overtake: a look at the queue reads each of them. */
const mostOvertaken = 100

/** How many attempts are recorded and read their input beyond those that may send (send-slots.ts): enough to hide a flush of the disk. */
const countAhead = ({ readsAhead }: Pick<AnyOperation, 'readsAhead'>, concurrency: number): number =>
  readsAhead ? Math.floor(concurrency / 4) : 0

/**
 * Chooses the jobs to start now, and reserves their slots and their turns of the pacer; and those to prepare. A job that has to be prepared is
 * overtaken by those after it, and is the first again once it is prepared.
 */
export const createJobChooser = ({
  jobs,
  operations,
  holdsOf,
  running,
  preparing,
  concurrency,
  clock,
  requestsLeft,
}: Ports): ((place: Workplace) => Choice) => {
  /** How many more of this operation may start now, or when to check again. */
  const capacity = (operation: OperationName, place: Workplace): { readonly slots: number; readonly lookAgainAt?: number } => {
    if (place.lacksScope(operations[operation].scope)) return { slots: 0 }
    const hold = holdsOf(place.connection.id).of(operation)
    if (hold) {
      if (hold.until === null) return { slots: 0 }
      if (isAhead(hold.until, clock.now())) return { slots: 0, lookAgainAt: hold.until }
      const probes = hold.operation === null ? running.total() : running.countOf(operation)
      return { slots: probes === 0 ? 1 : 0 }
    }
    const delay = place.pacerOf(operation).delayMs()
    if (delay > 0) return { slots: 0, lookAgainAt: clock.now() + delay }
    return { slots: concurrency[operation] + countAhead(operations[operation], concurrency[operation]) - running.countOf(operation) }
  }

  return (place) => {
    // Reads the clock once: a job due between two readings would be neither started nor waited for.
    const now = clock.now()
    let lookAgainAt = Number.POSITIVE_INFINITY
    const toStart: Job[] = []
    const toPrepare: Job[] = []
    const waiting = jobs.readyOperations()
    for (const operation of namesOf(operations)) {
      if (!waiting.has(operation)) continue
      const room = capacity(operation, place)
      if (room.lookAgainAt !== undefined) lookAgainAt = Math.min(lookAgainAt, room.lookAgainAt)
      const allowed = room.slots <= 0 ? 0 : Math.min(room.slots, requestsLeft(place, operation) ?? room.slots)
      if (allowed <= 0) continue
      const pacer = place.pacerOf(operation)
      let slots = allowed
      let overtaken = 0
      const take = (job: Job): boolean => {
        const delay = pacer.delayMs()
        if (delay > 0) {
          lookAgainAt = Math.min(lookAgainAt, clock.now() + delay)
          return false
        }
        const rules = operationOf(operations, job.work)
        const key = rules.exclusiveKey(job.work)
        if (preparing.has(job.id)) overtaken++
        if ([running, preparing].some((some) => some.has(job.id) || some.isTaken(key))) return true
        if (rules.isPrepared?.(job, place.connection) === false) {
          overtaken++
          if (preparing.countOf(operation) >= mostPreparing) return true
          preparing.add(job.id, operation, key)
          toPrepare.push(job)
          return true
        }
        pacer.take()
        slots--
        running.add(job.id, operation, key)
        toStart.push(job)
        return true
      }
      const ready = (limit: number) => jobs.ready(operation, place.connection.id, now, limit)
      // Most often the oldest are free. Only if running attempts block some of them, or they are not prepared, further ones are read.
      const oldest = ready(slots)
      const mayBeMore = oldest.every(take) && slots > 0 && oldest.length === allowed
      const blocked = running.countExclusive(operation) + (overtaken > 0 ? preparing.countExclusive(operation) + mostOvertaken : 0)
      if (mayBeMore && blocked > 0)
        ready(allowed + blocked)
          .slice(oldest.length)
          .every((job) => slots === 0 || take(job))
      const next = slots > 0 ? jobs.nextStart(operation, place.connection.id, now) : undefined
      if (next !== undefined) lookAgainAt = Math.min(lookAgainAt, next)
      if (holdsOf(place.connection.id).of(operation)?.operation === null && toStart.length > 0) break
    }
    return { toStart, toPrepare, lookAgainAt }
  }
}
