import type { DatabaseSync } from 'node:sqlite'
import { createJournal } from './base/database/journal.ts'
import type { Restored } from './base/database/restore-library.ts'
import type { Platform } from './base/platform/platform.ts'
import { operationDefinitions } from './operations.ts'
import { createImageStore } from './pictures/library/picture-store.ts'
import { createProductStore } from './products/ledger/product-store.ts'
import { createPlanStore } from './products/plans/plan-store.ts'
import { doubtRestoredJobs } from './queue/doubt-restored-jobs.ts'
import { findJobsInRows } from './queue/find-jobs.ts'
import { createJobStore } from './queue/job-store.ts'

/**
 * Marks what a restored library holds as doubtful: no list is replaced without a person's word, and no job that may have run is silently
 * run again. After a repair only the rows are in doubt that an index contradicts. Leaves the database open.
 */
export const doubtRestored = (database: DatabaseSync, { doubtful, hasLostJobs, hasLostLists }: Restored, ports: Platform): void => {
  const commits: (() => void)[] = []
  const journal = createJournal(database, { ...ports, timers: { ...ports.timers, soon: (act) => commits.push(act) } })
  const jobs = createJobStore(journal, operationDefinitions)
  journal.write(() => {
    if (doubtful === null || hasLostJobs) createImageStore(journal).doubtUploads()
    if (hasLostLists) {
      const { facts } = createProductStore(journal, ports.clock)
      facts.rebuildAll()
      facts.doubt('everything', 'restored')
    }
    // What was ahead of a plan may have been done after the copy was made.
    if (doubtful === null || hasLostJobs) createPlanStore(journal).doubtRestored({ code: 'uncertain', failure: { kind: 'plan-restored' } })
    if (doubtful === null) {
      createProductStore(journal, ports.clock).doubtAllLists()
      doubtRestoredJobs(jobs, ports.clock.now())
      return
    }
    const rows = new Set(doubtful.filter((one) => one.place === 'jobs').map((one) => one.rowid))
    const ids = new Set(findJobsInRows(journal, [...rows]))
    if (doubtful.some((one) => one.place !== 'jobs' && one.place !== 'images')) createProductStore(journal, ports.clock).doubtAllLists()
    if (ids.size > 0) doubtRestoredJobs(jobs, ports.clock.now(), (job) => ids.has(job.id))
  })
  for (const commit of commits) commit()
}
