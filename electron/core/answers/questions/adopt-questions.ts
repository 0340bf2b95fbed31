import type { Journal } from '../../base/database/journal.ts'
import { cancelEach } from '../../queue/cancel-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { JobOf } from '../../queue/operation.ts'
import { listShelvedOf } from '../../queue/shelve-jobs.ts'
import { placeKey } from '../sheet/cell-rows.ts'
import { findAskedBefore } from './ask.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore }
type Question = JobOf<'analyse-image'>

/**
 * Questions that wait for a workspace where this one has them already, as asking them there would skip them: each is asked once. Those of removed pictures,
 * too. Returns what cancels them for good, once they are this workspace's: `picture_work` counts them as its own by then. Call both inside `journal.write`.
 */
export const findTwins = ({ journal, jobs }: Ports, connectionId: string, now: number): (() => void) => {
  const ports = { journal, jobs, clock: { now: () => now } }
  const shelvedOf = (owner: string | null) =>
    listShelvedOf(journal, 'analyse-image', owner).flatMap((id) => jobs.get(id) ?? []) as Question[]
  const open = (['waiting', 'parked'] as const).flatMap(
    (state) => jobs.list({ operation: 'analyse-image', connectionId: null, state }) as Question[],
  )
  const shelved = shelvedOf(null)
  // A hint belongs to a question that was asked again.
  const loose = [...open, ...shelved].filter(({ work }) => work.hint === undefined)
  const works = loose.map(({ work }) => work)
  const known = findAskedBefore(ports, works, connectionId, false)
  const comesBack = new Set(shelved.length > 0 ? shelvedOf(connectionId).map(({ work }) => placeKey(work)) : [])
  const twins = loose.filter(({ work }, place) => known[place] !== 'no' || comesBack.has(placeKey(work)))
  return () => {
    for (const job of twins) {
      const { id, status } = job
      if (status.state === 'cancelled') jobs.save({ ...job, status: { state: 'cancelled', at: status.at } })
      else cancelEach([id], ports)
    }
  }
}
