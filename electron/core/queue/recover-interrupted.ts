import type { Job } from '../../../shared/queue/jobs.ts'
import type { Connection } from '../../../shared/workspaces/connection.ts'
import type { Journal } from '../base/database/journal.ts'
import type { JobStore } from './job-store.ts'
import { doubtAbout } from './operation.ts'
import { settleDependents } from './settle-dependents.ts'
import type { UnsentAttempt } from './unsent-attempts.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly connections: { readonly get: (id: string) => Connection | null | undefined }
}

/**
 * Jobs found running at the start were interrupted by the end of the process: uncertain, each treated as its operation allows. Those of `unsent`
 * are certain: they were never sent.
 */
export const recoverInterrupted = ({ journal, jobs, connections }: Ports, now: number, unsent: readonly UnsentAttempt[] = []): void => {
  const isUnsent = (job: Job): boolean => unsent.some((one) => one.id === job.id && one.attempts === job.attempts)
  for (const job of jobs.list({ state: 'running' })) {
    const connection = job.connectionId === null ? null : (connections.get(job.connectionId) ?? null)
    const doubt = doubtAbout(jobs.ruleOf(job.work), job.work, connection)
    const after = jobs.apply(job.id, isUnsent(job) ? { kind: 'release', at: now, because: null } : { kind: 'interrupt', at: now, doubt })
    if (after && after.status.state !== 'waiting') settleDependents(journal, jobs, after, now)
  }
}
