import type { Hold } from '../../shared/jobs.ts'
import type { QueueProgress } from '../core/core.ts'

/** Who can lift a hold: a sign-in, some other act of a person, or time alone. */
export type LiftedBy = 'sign-in' | 'person' | 'time'

const liftedByKind: Readonly<Record<Hold['kind'], LiftedBy>> = {
  'no-connection': 'sign-in',
  'signed-out': 'sign-in',
  paused: 'person',
  scope: 'person',
  'not-allowed': 'person',
  refused: 'person',
  'disk-full': 'person',
  damaged: 'person',
  offline: 'time',
  failing: 'time',
  pacing: 'time',
}

/** Tried again by itself, but to no avail until a person gives a proxy's password, frees the disk or corrects the address. */
const needPerson = new Set(['proxy-password', 'bad-answer', 'disk-full'])

export const liftedBy = ({ kind, reason }: Hold): LiftedBy =>
  liftedByKind[kind] === 'time' && reason !== null && needPerson.has(reason.code) ? 'person' : liftedByKind[kind]

/** These are tried again by themselves, so a run waits for them for a while. */
const isTried = ({ kind }: Hold): boolean => kind === 'offline' || kind === 'failing' || kind === 'disk-full'
/** A pause that the service asked for is work: its end is known. */
export const isPause = ({ kind }: Hold): boolean => kind === 'pacing'

/** The same without the work of other workspaces, which is told apart. */
export const ofThisWorkspace = (progress: QueueProgress): QueueProgress => {
  const sum = (of: 'waiting' | 'parked'): number => progress.elsewhere.reduce((count, one) => count + one[of], 0)
  return { ...progress, waiting: progress.waiting - sum('waiting'), parked: progress.parked - sum('parked') }
}

/** `held` until a person acts, `hoping` while every waiting job is held for a time only. */
export type Standing = 'working' | 'finished' | 'held' | 'hoping'

/** What the queue is doing. */
export const judge = ({ running, ready, holds: all }: QueueProgress): Standing => {
  const holds = all.filter((hold) => !isPause(hold))
  if (running > 0) return 'working'
  const operations = Object.keys(ready)
  if (operations.length === 0) return 'finished'
  const found = operations.map(
    (operation) => holds.find((one) => one.operation === null) ?? holds.find((one) => one.operation === operation),
  )
  if (found.every((hold) => hold !== undefined && !isTried(hold))) return 'held'
  return found.every((hold) => hold !== undefined) ? 'hoping' : 'working'
}
