import type { Journal } from '../database/journal.ts'
import type { Timer, Timers } from '../platform/timers.ts'

/** Places in an attach's order that are brought up to date in one step, and the time for steps in one turn of the event loop. */
const stepSize = 250
const turnMs = 8
/** Pause after the library could not take it, in milliseconds. */
const troubleMs = 60_000

type Ports = {
  readonly journal: Journal
  readonly timers: Pick<Timers, 'after'>
  /** All pictures of an attach show its state now. */
  readonly onShown: () => void
}

/** How far the pictures of an attach show this state. */
type Walk = { readonly jobId: string; readonly state: string; readonly from: number }

/**
 * Pictures show the state of their attaches (`picture_work`). Those of a long attach follow it here, in pieces: its job changes in one transaction,
 * and `attaches_to_show` names it until all of them have followed. So an interruption leaves nothing wrong for longer than until the next start.
 */
export const createAttachDisplay = ({ journal, timers, onShown }: Ports) => {
  let isStopped = false
  let working: Promise<void> | undefined
  let walk: Walk | undefined
  let later: Timer | undefined

  const hasMore = (): boolean => journal.get('SELECT 1 FROM attaches_to_show LIMIT 1') !== undefined

  /** One step. Called inside `journal.write`; `false`: nothing is left to do. */
  const showSome = (): boolean => {
    const row = journal.get('SELECT job_id, state, last FROM late_attaches LIMIT 1')
    if (!row) return false
    const [jobId, state, last] = [String(row.job_id), String(row.state), Number(row.last)]
    // Another state meanwhile: those that followed the earlier one begin again.
    const from = walk?.jobId === jobId && walk.state === state ? walk.from : 0
    if (from > last) {
      journal.run('DELETE FROM attaches_to_show WHERE job_id = ?', jobId)
      return true
    }
    journal.run('INSERT INTO attach_showing VALUES (?, ?, ?, ?)', jobId, state, from, from + stepSize - 1)
    walk = { jobId, state, from: from + stepSize }
    return true
  }

  const showAll = async (): Promise<void> => {
    for (let more = true; more; ) {
      await journal.nextTurn()
      if (isStopped) return
      const begun = journal.monotonic()
      do more = journal.write(showSome)
      while (more && journal.monotonic() - begun < turnMs)
    }
    onShown()
  }

  const wake = (): void => {
    if (isStopped || working || later || !hasMore()) return
    working = showAll()
      .catch(() => {
        // A failed step commits, too: each commit would begin it anew.
        if (!isStopped) later = timers.after(troubleMs, tryAgain, { background: true })
      })
      .finally(() => {
        working = undefined
        walk = undefined
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
