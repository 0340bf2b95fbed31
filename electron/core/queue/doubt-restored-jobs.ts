import type { Job } from '../../../shared/queue/jobs.ts'
import type { JobStore } from './job-store.ts'
import type { Park } from './operation.ts'

/**
 * Marks restored unfinished jobs as uncertain: each may have been done since. So may those of removed things, which come back with these. Those that must not be done twice are parked; the
 * others run again and say that they may have run twice. `isChosen`: those in doubt. Called inside `journal.write`.
 */
export const doubtRestoredJobs = (jobs: JobStore, at: number, isChosen: (job: Job) => boolean = () => true): void => {
  const parkOf = ({ work }: Job): Park | null => {
    const rule = jobs.ruleOf(work)
    if (!rule.parksAfterRestore) return null
    const { name, choices } = rule.doubt(work)
    return { reason: { code: 'uncertain', failure: { kind: 'uncertain-after-restore', operation: rule.name, name } }, choices }
  }
  // Reads all of them before the first change, so that a job parked here is doubted only once.
  const open = [...(['waiting', 'running', 'parked'] as const).flatMap((state) => jobs.list({ state })), ...jobs.listShelved()]
  for (const job of open) if (isChosen(job)) jobs.apply(job.id, { kind: 'doubt', at, park: parkOf(job), note: { kind: 'restored' } })
}
