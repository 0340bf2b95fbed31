import type { Subject } from '../../../shared/call.ts'
import type { JobStore } from '../work/queue/job-store.ts'

/** The parts of a window that change with these jobs. */
export const changedByJobs = (jobs: Pick<JobStore, 'standing' | 'definitions'>, jobIds: readonly string[]): Subject[] => {
  const subjects = new Set<Subject>(['jobs'])
  for (const id of jobIds) {
    const standing = jobs.standing(id)
    if (standing) for (const subject of jobs.definitions[standing.operation].changes(standing.state)) subjects.add(subject)
  }
  return [...subjects]
}
