import { countOf, formatCount } from '../../shared/base/number-words.ts'
import type { CoreEvent } from '../../shared/contract.ts'
import type { Hold, QueueStatus } from '../../shared/queue/jobs.ts'
import type { OperationName } from '../../shared/queue/operations.ts'
import { estimateTimeLeft, type QueueBatch } from '../activity/queue-batch.ts'
import { formatDuration, formatPart } from '../ui/format.ts'

export type QueueLineWords = {
  readonly parts: readonly string[]
  /** `held`: everything waits; `needs`: something needs a person. */
  readonly tone: 'idle' | 'working' | 'held' | 'needs'
  /** Finished share of the current batch, 0–1. */
  readonly part: number | null
}

export const holdWords: Record<Hold['kind'], string> = {
  'no-connection': 'waiting for a workspace',
  'signed-out': 'signed out, waiting',
  offline: 'offline, waiting',
  paused: 'paused',
  scope: 'the sign-in does not allow it, waiting',
  'not-allowed': 'not allowed, waiting',
  refused: 'sign-in refused, waiting',
  failing: 'the workspace is failing, waiting',
  pacing: 'rate limit reached, waiting',
  limit: 'stopped after the allowed questions',
  'disk-full': 'the disk is full, waiting',
  damaged: 'the library is damaged: restart Packshot',
}

/** Ordered by weight: only the first reason is shown. */
const holdOrder: readonly Hold['kind'][] = [
  'damaged',
  'paused',
  'no-connection',
  'signed-out',
  'refused',
  'disk-full',
  'offline',
  'scope',
  'not-allowed',
  'failing',
  'limit',
  'pacing',
]

export const mainHold = (holds: readonly Hold[]): Hold | null =>
  holds.toSorted((a, b) => holdOrder.indexOf(a.kind) - holdOrder.indexOf(b.kind))[0] ?? null

/** Why this kind of work waits, if it does: its next turn is not only a matter of pace. */
export const holdOf = (queue: QueueStatus | null, work: OperationName): Hold | null =>
  mainHold((queue?.holds ?? []).filter(({ kind, operation }) => kind !== 'pacing' && (operation ?? work) === work))

const averageOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0) / parts.length

type Seen = {
  readonly queue: QueueStatus | null
  readonly uploading: CoreEvent['uploading']
  readonly intake: CoreEvent['intake']
  readonly checking: number
  readonly batch: QueueBatch
}

/** Files get their rows first; their pictures are decoded after that. */
const describeIntake = (intake: CoreEvent['intake'], checking: number): readonly string[] => {
  if (intake) return [`Adding ${formatCount(intake.done)} of ${countOf(intake.found, 'file')}`]
  return checking > 0 ? [`Checking ${countOf(checking, 'picture')}`] : []
}

/** Returns one line: the current work, the time left, and anything that needs a person. */
export const describeQueueLine = ({ queue, uploading, intake, checking, batch }: Seen): QueueLineWords => {
  const takingIn = describeIntake(intake, checking)
  if (!queue) return { parts: takingIn, tone: takingIn.length > 0 ? 'working' : 'idle', part: null }
  const { waiting, running, parked, done } = queue.counts
  const open = waiting + running
  const hold = open > 0 || queue.holds.some((one) => one.kind === 'paused') ? mainHold(queue.holds) : null
  const isHeld = hold !== null && hold.kind !== 'pacing' && running === 0
  const sending = Object.values(uploading)
  // While nothing runs, the rest waits for a person or a retry, which no pace can predict.
  const left = running === 0 && hold?.kind !== 'pacing' ? null : estimateTimeLeft(batch)
  const parts = [
    ...takingIn,
    ...(open > 0 && isHeld ? [`${countOf(open, 'job')} to do`] : []),
    ...(open > 0 && !isHeld ? [`${formatCount(batch.done)} of ${countOf(batch.total, 'job')} done`] : []),
    ...(sending.length > 0 && !isHeld ? [`${formatCount(sending.length)} uploading, ${formatPart(averageOf(sending))}`] : []),
    ...(left === null ? [] : [`${formatDuration(left)} left`]),
    ...(parked > 0 ? [`${formatCount(parked)} ${parked === 1 ? 'needs' : 'need'} attention`] : []),
    ...(hold ? [holdWords[hold.kind]] : []),
  ]
  const tone = isHeld ? 'held' : open > 0 || takingIn.length > 0 ? 'working' : parked > 0 ? 'needs' : 'idle'
  const part = intake ? intake.done / Math.max(1, intake.found) : open > 0 && batch.total > 0 ? batch.done / batch.total : null
  return { parts: parts.length > 0 ? parts : [done > 0 ? 'All done' : 'Nothing to do'], tone, part }
}
