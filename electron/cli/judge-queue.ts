import type { Hold } from '../../shared/queue/jobs.ts'
import type { QueueProgress } from '../core/core.ts'

/** How a hold can end: by a sign-in, by another action of a person, or with time. */
export type LiftedBy = 'sign-in' | 'person' | 'time'

const liftedByKind: Readonly<Record<Hold['kind'], LiftedBy>> = {
  'no-connection': 'sign-in',
  'signed-out': 'sign-in',
  paused: 'person',
  scope: 'person',
  'not-allowed': 'person',
  refused: 'person',
  'disk-full': 'person',
  limit: 'person',
  damaged: 'person',
  offline: 'time',
  failing: 'time',
  pacing: 'time',
}

/** Retried automatically, but without success until a person enters a proxy password, frees the disk or corrects the address. */
const needPerson = new Set(['proxy-password', 'bad-answer', 'disk-full'])

export const liftedBy = ({ kind, reason }: Hold): LiftedBy =>
  liftedByKind[kind] === 'time' && reason !== null && needPerson.has(reason.code) ? 'person' : liftedByKind[kind]

/** Retried automatically, so a run waits for them for a while. */
const isTried = ({ kind }: Hold): boolean => kind === 'offline' || kind === 'failing' || kind === 'disk-full'
/** A pause requested by the service counts as work, because its end is known. */
export const isPause = ({ kind }: Hold): boolean => kind === 'pacing'

export const countReady = ({ ready }: QueueProgress): number => Object.values(ready).reduce((sum, count) => sum + count, 0)

/** The same without other workspaces' work, which is reported separately. */
export const ofThisWorkspace = (progress: QueueProgress): QueueProgress => {
  const sum = (of: 'waiting' | 'parked'): number => progress.elsewhere.reduce((count, one) => count + one[of], 0)
  return { ...progress, waiting: progress.waiting - sum('waiting'), parked: progress.parked - sum('parked') }
}

/** `held` until a person acts, `hoping` while every waiting job is held only temporarily. */
export type Standing = 'working' | 'finished' | 'held' | 'hoping'

/** Returns the queue's state. */
export const judge = ({ running, takingIn, ready, holds: all }: QueueProgress): Standing => {
  const holds = all.filter((hold) => !isPause(hold))
  // Unchecked pictures: their work starts after their check.
  if (running > 0 || takingIn > 0) return 'working'
  const operations = Object.keys(ready)
  if (operations.length === 0) return 'finished'
  const found = operations.map(
    (operation) => holds.find((one) => one.operation === null) ?? holds.find((one) => one.operation === operation),
  )
  if (found.every((hold) => hold !== undefined && !isTried(hold))) return 'held'
  return found.every((hold) => hold !== undefined) ? 'hoping' : 'working'
}
