import type { Subject } from '../../../../shared/base/call.ts'
import type { OperationDefinitions } from '../../queue/operation.ts'
import type { ChangedJob } from '../../queue/scheduler.ts'

/** The parts of a window that change with such jobs. */
export const changedByJobs = (definitions: OperationDefinitions, jobs: readonly ChangedJob[]): Subject[] => {
  const subjects = new Set<Subject>(['jobs'])
  for (const { operation, state } of jobs) for (const subject of definitions[operation].changes(state)) subjects.add(subject)
  return [...subjects]
}
