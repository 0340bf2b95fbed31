import type { Hold } from '../../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../../shared/queue/operations.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { Scheduler } from '../../queue/scheduler.ts'
import type { ConnectionStore } from '../../workspaces/connections/connection-store.ts'

/** Work of a workspace that is not the active one. */
type WorkElsewhere = {
  readonly name: string
  readonly baseUrl: string
  readonly credentials: Connection['credentials']['kind']
  readonly waiting: number
  readonly parked: number
}

/** How much of the queue is left, for a host that waits for it. */
export type QueueProgress = {
  readonly running: number
  /** Requests that wait for an answer though the service can be reached, and since when (milliseconds since 1970) the longest of them does. */
  readonly silent: { readonly count: number; readonly since: number } | null
  /** Files that are being added, and added pictures that are not checked yet. */
  readonly takingIn: number
  readonly waiting: number
  /** Waiting jobs of the active connection that wait for nothing but their turn, by operation. */
  readonly ready: Readonly<Partial<Record<OperationName, number>>>
  /** Jobs that were asked for while another workspace was connected, and wait for a turn or a person. */
  readonly elsewhere: readonly WorkElsewhere[]
  readonly parked: number
  readonly done: number
  readonly holds: readonly Hold[]
}

/** Of a core that has stopped. */
const noProgress: QueueProgress = {
  running: 0,
  silent: null,
  takingIn: 0,
  waiting: 0,
  ready: {},
  elsewhere: [],
  parked: 0,
  done: 0,
  holds: [],
}

type Ports = {
  readonly library: {
    readonly jobs: Pick<JobStore, 'countByState' | 'countReady'>
    readonly journal: Journal
    readonly connections: Pick<ConnectionStore, 'active' | 'get'>
    readonly isClosed: () => boolean
  }
  readonly scheduler: Pick<Scheduler, 'runningCount' | 'silent' | 'listHolds'>
  readonly intake: { readonly left: () => number }
  /** Pictures about which question sets are due. */
  readonly dropAsker: { readonly left: () => number }
}

/** Jobs of connections that are not the active one, and wait for a turn or a person, by connection. */
const countElsewhere = ({ journal, connections }: Pick<Ports['library'], 'journal' | 'connections'>): WorkElsewhere[] =>
  journal
    .all(
      `SELECT connections.id, sum(iif(state = 'waiting', jobs, 0)) AS waiting, sum(iif(state = 'parked', jobs, 0)) AS parked
       FROM job_counts JOIN connections ON connections.id = job_counts.connection_id
       WHERE state IN ('waiting', 'parked') AND jobs > 0 AND connections.active = 0
       GROUP BY connections.id ORDER BY connections.added_at`,
    )
    .flatMap((row) => {
      const found = connections.get(String(row.id))
      if (!found) return []
      const { name, baseUrl, credentials } = found
      return [{ name, baseUrl, credentials: credentials.kind, waiting: Number(row.waiting), parked: Number(row.parked) }]
    })

/** The queue's state. Empty once the library is closed, as hosts ask once more while they end. */
export const readQueueProgress = ({ library, scheduler, intake, dropAsker }: Ports): QueueProgress => {
  const { jobs, connections, isClosed } = library
  if (isClosed()) return noProgress
  const counts = jobs.countByState()
  const running = scheduler.runningCount()
  return {
    ...counts,
    // An attempt that has just ended still counts as running there, and as waiting here: each job is one of both.
    waiting: Math.max(0, counts.running + counts.waiting - running),
    ready: jobs.countReady(connections.active()?.id ?? null),
    elsewhere: countElsewhere(library),
    running,
    silent: scheduler.silent(),
    takingIn: intake.left() + dropAsker.left(),
    holds: scheduler.listHolds(),
  }
}
