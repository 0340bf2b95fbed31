import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { Platform } from '../../base/platform/platform.ts'
import type { Timer } from '../../base/platform/timers.ts'

/** Pause after the library could not take the results, in milliseconds. */
const troubleMs = 60_000
/** A request holds for so long after its call, in milliseconds: the next call may follow. */
const askedMs = 3_000

type Ports<Wish> = Pick<Platform, 'clock' | 'timers'> & {
  /** How long after something changed it looks for work, in milliseconds. `isAsked`: a person waits for it. */
  readonly lookMs: (isAsked: boolean) => number
  /** Something is to be done, and nothing else comes first. */
  readonly hasWork: (wishes: readonly Wish[]) => boolean
  /** Works until nothing is left, something else comes first, or the signal is aborted. Rejected: the results could not be kept. */
  readonly work: () => Promise<void>
  readonly countLeft: () => number
  readonly onTrouble: (reason: AppError) => void
}

/**
 * Work on what is in the library, done while nothing more urgent goes on, or sooner if somebody asks for it (README.md). What is left is in the
 * library’s rows, so the next start continues after any end. `Wish`: what somebody who asks wants done.
 */
export const createBackgroundWork = <Wish>({ clock, timers, ...ports }: Ports<Wish>) => {
  const ending = new AbortController()
  const signal: AbortSignal = ending.signal
  let hasBegun = false
  let working: Promise<void> | undefined
  let next: { readonly timer: Timer; readonly at: number } | undefined
  const asking = new Set<{ readonly wish: Wish }>()
  let askedLast: { readonly wish: Wish; readonly until: number } | undefined
  const onNoneLeft = new Set<() => void>()

  const wishes = (): readonly Wish[] => [
    ...[...asking].map(({ wish }) => wish),
    ...(askedLast && clock.monotonic() < askedLast.until ? [askedLast.wish] : []),
  ]
  const isAsked = (): boolean => wishes().length > 0

  const settle = (): void => {
    for (const resolve of onNoneLeft) resolve()
  }

  const look = (): void => {
    next?.timer.cancel()
    next = undefined
    if (working || signal.aborted) return
    if (!ports.hasWork(wishes())) {
      if (onNoneLeft.size > 0 && ports.countLeft() === 0) settle()
      return
    }
    working = ports
      .work()
      .then(() => lookIn(ports.lookMs(isAsked())))
      .catch((error) => {
        ports.onTrouble(toAppError(error))
        lookIn(troubleMs)
      })
      .finally(() => {
        working = undefined
      })
  }

  const lookIn = (ms: number): void => {
    if (signal.aborted) return
    next?.timer.cancel()
    next = { timer: timers.after(ms, look, { background: true }), at: clock.monotonic() + ms }
  }

  /** Something has changed that may matter. */
  const noticed = (): void => {
    if (working) return
    const isWaitedFor = asking.size > 0
    const ms = ports.lookMs(isWaitedFor)
    // Changes that follow each other don’t put it off.
    if (!next || (isWaitedFor && clock.monotonic() + ms < next.at)) lookIn(ms)
  }

  const waitUntilNoneLeft = (waitMs: number): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        timer.cancel()
        onNoneLeft.delete(end)
        resolve()
      }
      const timer = timers.after(waitMs, end)
      onNoneLeft.add(end)
    })

  return {
    /** Aborted when it stops. */
    signal,
    /** From now on, it looks for work by itself. */
    begin: (): void => {
      hasBegun = true
      noticed()
    },
    hasBegun: (): boolean => hasBegun,
    /** What is asked for now. */
    wishes,
    isAsked,
    countLeft: ports.countLeft,
    noticed,
    /** Does it now, for up to this time in milliseconds, and goes on for a few seconds, so that a caller can ask again. */
    ask: async (wish: Wish, waitMs: number): Promise<void> => {
      if (signal.aborted) throw new AppError('cancelled', { kind: 'decoding-cancelled' })
      const one = { wish }
      asking.add(one)
      try {
        look()
        if (waitMs > 0 && ports.countLeft() > 0) await waitUntilNoneLeft(waitMs)
      } finally {
        asking.delete(one)
        askedLast = { wish, until: clock.monotonic() + askedMs }
      }
    },
    stop: async (): Promise<void> => {
      ending.abort()
      next?.timer.cancel()
      await working
      settle()
    },
  }
}
