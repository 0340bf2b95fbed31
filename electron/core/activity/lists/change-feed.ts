import { subjects as everything, type Subject } from '../../../../shared/base/call.ts'
import type { CoreEvent } from '../../../../shared/contract.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Signal } from '../../base/platform/signal.ts'
import type { Timers } from '../../base/platform/timers.ts'
import { createUploadsUnderWay } from '../../pictures/library/lists/uploads-under-way.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { Scheduler } from '../../queue/scheduler.ts'
import type { ConnectionStore } from '../../workspaces/connections/connection-store.ts'

/** At most ten events a second go to a listener. */
const pauseMs = 100
/** How often upload progress is reported while nothing else changes. */
const progressMs = 250

type Ports = {
  readonly timers: Timers
  /** The rest of an event, as it is now. */
  readonly describe: () => Omit<CoreEvent, 'changed'>
  /** True while uploads are running. */
  readonly isUploading: () => boolean
}

export type ChangeFeed = ReturnType<typeof createChangeFeed>

/**
 * Tells listeners what changed, each at its own speed: changes that come while a listener is busy are one event, so a slow window
 * delays no one and events don't pile up.
 */
export const createChangeFeed = ({ timers, describe, isUploading }: Ports) => {
  const listeners = new Set<(subjects: readonly Subject[]) => void>()
  const closed = new AbortController()

  async function* listen(signal: AbortSignal): AsyncGenerator<CoreEvent, void> {
    const changed = new Set<Subject>(everything)
    let wake: () => void = () => {}
    const listener = (subjects: readonly Subject[]): void => {
      for (const subject of subjects) changed.add(subject)
      wake()
    }
    /** Waits until `isEnough`, the end, or the time limit. */
    const wait = (ms: number, isEnough: () => boolean): Promise<void> => {
      if (signal.aborted || isEnough()) return Promise.resolve()
      return new Promise((resolve) => {
        const end = (): void => {
          timer?.cancel()
          signal.removeEventListener('abort', end)
          wake = () => {}
          resolve()
        }
        const timer = Number.isFinite(ms) ? timers.after(ms, end) : undefined
        signal.addEventListener('abort', end)
        wake = () => {
          if (isEnough()) end()
        }
      })
    }
    listeners.add(listener)
    try {
      while (!signal.aborted) {
        const subjects = [...changed]
        changed.clear()
        yield { changed: subjects, ...describe() }
        await wait(pauseMs, () => false)
        await wait(isUploading() ? progressMs : Number.POSITIVE_INFINITY, () => changed.size > 0)
      }
    } finally {
      listeners.delete(listener)
    }
  }

  return {
    announce: (subjects: readonly Subject[]): void => {
      for (const listener of listeners) listener(subjects)
    },
    /** The first event comes at once and names everything. Ends with `signal`, with `return`, or with the feed. */
    subscribe: (signal?: AbortSignal): AsyncGenerator<CoreEvent, void> => {
      const left = new AbortController()
      const events = listen(AbortSignal.any([closed.signal, left.signal, ...(signal ? [signal] : [])]))
      const leave = events.return.bind(events)
      // A generator that waits would only hear of the end after the next event.
      events.return = (value) => {
        left.abort()
        return leave(value)
      }
      return events
    },
    close: (): void => closed.abort(),
  }
}

type EventPorts = {
  readonly timers: Timers
  readonly library: {
    readonly journal: Journal
    readonly jobs: Pick<JobStore, 'countByState'>
    readonly connections: Pick<ConnectionStore, 'active'>
  }
  readonly scheduler: Pick<Scheduler, 'progress' | 'listHolds' | 'runningCount'>
  readonly intake: { readonly progress: () => CoreEvent['intake']; readonly checking: () => number; readonly alreadyThere: () => number }
  readonly changed: Signal<[readonly Subject[]]>
}

/** The change feed of a core, and its running uploads. */
export const openEvents = ({ timers, library, scheduler, intake, changed }: EventPorts) => {
  const { journal, jobs, connections } = library
  const uploading = createUploadsUnderWay(journal, scheduler)
  const feed = createChangeFeed({
    timers,
    describe: () => ({
      queue: { counts: jobs.countByState(connections.active()?.id ?? null), holds: scheduler.listHolds() },
      uploading: uploading(),
      intake: intake.progress(),
      checking: intake.checking(),
      alreadyThere: intake.alreadyThere(),
    }),
    isUploading: () => scheduler.runningCount() > 0,
  })
  changed.listen(feed.announce)
  return { feed, uploading }
}
