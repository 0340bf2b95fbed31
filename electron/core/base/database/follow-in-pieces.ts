import type { Timer, Timers } from '../platform/timers.ts'
import type { Journal } from './journal.ts'
import { createTurnsWritten } from './turns-written.ts'

/** The time for steps in one turn of the event loop. */
const turnMs = 8
/** Pause after the library could not take it, in milliseconds. */
const troubleMs = 60_000

type Ports = {
  readonly journal: Journal
  readonly timers: Pick<Timers, 'after'>
  /** Whether anything is left to do. */
  readonly hasMore: () => boolean
  /** One step, called inside `journal.write`; `false`: nothing is left to do. */
  readonly step: () => boolean
  /** Nothing is left, or a step failed. */
  readonly forget: () => void
  /** All of it is done. */
  readonly onDone: () => void
}

/** Does after a commit, in pieces, what would take its transaction too long. The rows say what is left, so the next start continues. */
export const createFollower = ({ journal, timers, hasMore, step, forget, onDone }: Ports) => {
  let isStopped = false
  let working: Promise<void> | undefined
  let later: Timer | undefined

  const follow = async (): Promise<void> => {
    const written = createTurnsWritten(journal)
    await journal.nextTurn()
    for (let more = true; more; ) {
      if (isStopped) return
      const begun = journal.monotonic()
      do more = journal.write(step)
      while (more && journal.monotonic() - begun < turnMs)
      // Steps that a full disk takes back would otherwise be done again at once, for as long as it is full.
      await written.nextTurn()
    }
    onDone()
  }

  const wake = (): void => {
    if (isStopped || working || later || !hasMore()) return
    working = follow()
      .catch(() => {
        // A failed step commits, too: each commit would begin it anew.
        if (!isStopped) later = timers.after(troubleMs, tryAgain, { background: true })
      })
      .finally(() => {
        working = undefined
        forget()
        // Its last commit may have brought more.
        wake()
      })
  }
  const tryAgain = (): void => {
    later = undefined
    wake()
  }

  return {
    begin: (): void => {
      journal.onCommit(wake)
      wake()
    },
    /** What is left then is done by the next start. */
    stop: async (): Promise<void> => {
      isStopped = true
      later?.cancel()
      await working
    },
  }
}
