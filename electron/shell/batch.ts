import type { QueueProgress } from '../core/core.ts'

/** One stretch of work, from the first job that can be done to the last. Counts as they were at its start. */
export type Batch = { readonly doneBefore: number; readonly parkedBefore: number }

export type BatchStep = {
  readonly batch: Batch | null
  /** Done part, 0–1; `null`: nothing is going on. */
  readonly part: number | null
  /** Nothing goes on by itself before a person or the network does something. */
  readonly isHeld: boolean
  /** Set at the step that ends a batch in which something happened. */
  readonly ended: { readonly done: number; readonly parked: number } | null
}

/** Jobs that go on by themselves sooner or later: running, or waiting for nothing but their turn. */
const countJobsLeft = ({ running, ready }: QueueProgress): number => running + Object.values(ready).reduce((sum, count) => sum + count, 0)

/** The same with the files that become jobs once they have been looked at. */
const countLeft = (progress: QueueProgress): number => countJobsLeft(progress) + progress.takingIn

/** Follows the queue: `batch` is what the step before gave. */
export const stepBatch = (batch: Batch | null, progress: QueueProgress): BatchStep => {
  const left = countLeft(progress)
  const isHeld = left > 0 && progress.running === 0 && progress.takingIn === 0 && progress.holds.some((hold) => hold.operation === null)
  if (left === 0) {
    const done = batch ? progress.done - batch.doneBefore : 0
    const parked = batch ? Math.max(0, progress.parked - batch.parkedBefore) : 0
    return { batch: null, part: null, isHeld, ended: done + parked > 0 ? { done, parked } : null }
  }
  const now = batch ?? { doneBefore: progress.done, parkedBefore: progress.parked }
  const done = progress.done - now.doneBefore
  return { batch: now, part: done / (done + Math.max(left, progress.running + progress.waiting + progress.takingIn)), isHeld, ended: null }
}

/** The end of a batch in words. */
export const describeEnd = ({ done, parked }: { readonly done: number; readonly parked: number }): string =>
  [done > 0 ? `${done} done` : '', parked > 0 ? `${parked} ${parked === 1 ? 'needs' : 'need'} attention` : ''].filter(Boolean).join(', ')

/** Holds that only a person can lift. */
const lasting = new Set(['no-connection', 'signed-out', 'paused'])

/** Jobs, and files to look at, that would go on without a window: no jobs while the whole queue waits for a person. */
export const countGoingOn = (progress: QueueProgress): number => {
  const isStuck = progress.running === 0 && progress.holds.some((hold) => hold.operation === null && lasting.has(hold.kind))
  const jobs = isStuck || countJobsLeft(progress) === 0 ? 0 : progress.running + progress.waiting
  return jobs + progress.takingIn
}
