import type { OperationName } from '../../../../shared/session.ts'
import type { ConnectionStore } from '../../connections/connection-store.ts'
import type { Journal } from '../../database/journal.ts'
import type { JobStore } from './job-store.ts'
import type { Operation } from './operation.ts'
import { settleDependents } from './settle-dependents.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly connections: ConnectionStore
  readonly operations: Readonly<Record<OperationName, Operation>>
}

/** Jobs found running at the start were cut by the end of the process: uncertain, each treated as its operation allows. */
export const recoverInterrupted = ({ journal, jobs, connections, operations }: Ports, now: number): void => {
  for (const job of jobs.list({ state: 'running' })) {
    const connection = job.connectionId === null ? null : connections.get(job.connectionId)
    const repeatable = connection !== null && operations[job.work.operation].isRepeatable(job, connection)
    const after = jobs.apply(job.id, { kind: 'interrupt', at: now, repeatable })
    if (after && after.status.state !== 'waiting') settleDependents(journal, jobs, after, now)
  }
}
