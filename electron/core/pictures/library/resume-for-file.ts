import type { ErrorCode } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import { findParkedAbout } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { settleDependents } from '../../queue/settle-dependents.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore }

const forWantOfFile: readonly ErrorCode[] = ['file-missing', 'file-changed', 'file-unreadable']

/** Resumes jobs of every workspace that were parked because our copy of a picture was lost. Called inside `journal.write`. */
export const resumeForFile = ({ journal, jobs }: Ports, imageId: string, at: number): void => {
  for (const id of findParkedAbout(journal, ['upload-source', 'analyse-image'], imageId, forWantOfFile)) {
    const after = jobs.apply(id, { kind: 'retry', at })
    if (after) settleDependents(journal, jobs, after, at)
  }
}
