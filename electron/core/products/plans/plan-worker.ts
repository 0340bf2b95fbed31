import type { Timers } from '../../base/platform/timers.ts'
import { doOne, type PlanPorts } from './work-plans.ts'

/** Of one turn of the event loop. */
const turnMs = 8
/** On a full disk, until the next try. */
const retryMs = 30_000

type Ports = PlanPorts & {
  readonly timers: Pick<Timers, 'after'>
  /** Jobs were queued, or changed. */
  readonly onProgress: () => void
}

export type PlanWorker = ReturnType<typeof createPlanWorker>

/**
 * Works through what is ahead of the plans' products, one after the other, a few in a turn of the event loop. What a kill leaves is ahead of them
 * at the next start. A step is one transaction with its row, so that it is done once.
 */
export const createPlanWorker = (ports: Ports) => {
  const { journal, plans, timers, onProgress } = ports
  let isStopped = false
  let isGoing = false
  let asked = 0
  let under: Promise<void> | undefined

  const passOnce = async (): Promise<void> => {
    let after = { seq: 0, position: -1 }
    for (;;) {
      const begun = journal.monotonic()
      let steps = 0
      let hasMore = true
      do {
        const next = isStopped ? undefined : plans.next(after)
        hasMore = next !== undefined
        if (!next) break
        after = { seq: next.plan.seq, position: next.row.position }
        if (doOne(ports, next.plan, next.row) === 'done') steps += 1
      } while (journal.monotonic() - begun < turnMs)
      // Each turn: a full disk must not let it run on.
      await journal.durable()
      if (steps > 0) onProgress()
      if (!hasMore) return
      await journal.nextTurn()
    }
  }

  const work = async (): Promise<void> => {
    try {
      let seen = -1
      while (seen !== asked && !isStopped) {
        seen = asked
        await passOnce()
      }
    } catch (error) {
      // A full disk: it is tried again later.
      if (!isStopped) timers.after(retryMs, wakeAlone, { background: true })
      throw error
    } finally {
      under = undefined
    }
  }

  /** Resolves once nothing is ahead but what waits for a running job. Rejects on a full disk. */
  const wake = (): Promise<void> => {
    isGoing = true
    asked += 1
    if (isStopped) return Promise.resolve()
    under ??= work()
    return under
  }

  /** For a caller that waits for nothing. */
  const wakeAlone = (): void => {
    wake().catch(() => {})
  }

  return {
    wake,
    wakeAlone,
    /** Jobs have changed: one of them may have been waited for. */
    noteJobs: (): void => {
      // During a pass, too, which may be past the product whose job has ended.
      if (isGoing && !isStopped && plans.hasTodo()) wakeAlone()
    },
    stop: async (): Promise<void> => {
      isStopped = true
      await under?.catch(() => {})
    },
  }
}
