import type { ErrorCode } from '../../../shared/errors.ts'
import type { Journal } from '../database/journal.ts'
import type { JobStore } from '../work/queue/job-store.ts'
import { settleDependents } from '../work/queue/settle-dependents.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore }

const forWantOfFile: readonly ErrorCode[] = ['file-missing', 'file-changed', 'file-unreadable']

/** Resumes jobs of every workspace that were parked because our copy of a picture was lost. Called inside `journal.write`. */
export const resumeForFile = ({ journal, jobs }: Ports, imageId: string, at: number): void => {
  const rows = journal.all(
    `SELECT id FROM jobs WHERE state = 'parked' AND operation = 'upload-source' AND subject = ?1
       AND status ->> '$.reason.code' IN (SELECT value FROM json_each(?2))
     UNION ALL SELECT id FROM jobs WHERE state = 'parked' AND operation = 'analyse-image'
       AND subject > ?1 || char(10) AND subject < ?1 || char(11)
       AND status ->> '$.reason.code' IN (SELECT value FROM json_each(?2))`,
    imageId,
    JSON.stringify(forWantOfFile),
  )
  for (const row of rows) {
    const after = jobs.apply(String(row.id), { kind: 'retry', at })
    if (after) settleDependents(journal, jobs, after, at)
  }
}
