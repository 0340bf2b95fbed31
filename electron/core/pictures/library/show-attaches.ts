import { createFollower } from '../../base/database/follow-in-pieces.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Timers } from '../../base/platform/timers.ts'

/** Places in an attach's order that are brought up to date in one step. */
const stepSize = 250

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
  let walk: Walk | undefined

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

  return createFollower({
    journal,
    timers,
    hasMore,
    step: showSome,
    forget: () => {
      walk = undefined
    },
    onDone: onShown,
  })
}
