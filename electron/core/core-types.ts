import type { Hold } from '../../shared/jobs.ts'
import type { OperationName } from '../../shared/operations.ts'
import type { WorkElsewhere } from './workspaces/connection-store.ts'

/** How much of the queue is left, for a host that waits for it. */
export type QueueProgress = {
  readonly running: number
  /** Requests that wait for an answer though the service can be reached, and since when (milliseconds since 1970) the longest of them does. */
  readonly silent: { readonly count: number; readonly since: number } | null
  /** Files that were handed over and not looked at yet. */
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
export const noProgress: QueueProgress = {
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

/** What became of files that were handed over. */
export type IntakeCounts = { readonly added: number; readonly known: number; readonly refused: number }
