import type { QueueProgress } from '../core/core.ts'
import { countJobsLeft } from './count-work-left.ts'

/** One stretch of work, from the first runnable job to the last. Counts at its start. */
export type Batch = { readonly doneBefore: number; readonly parkedBefore: number }

export type BatchStep = {
  readonly batch: Batch | null
  /** Finished share, 0–1; `null`: no work is running. */
  readonly part: number | null
  /** Work resumes only after an action of a person or a change of the network. */
  readonly isHeld: boolean
  /** Set at the step that ends a non-empty batch. */
  readonly ended: { readonly done: number; readonly parked: number } | null
}

/** Jobs that continue by themselves, and files that become jobs once they are checked. */
const countLeft = (progress: QueueProgress): number => countJobsLeft(progress) + progress.takingIn

/** Follows the queue: `batch` is the previous step's result. */
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

/** The result of a batch as a sentence. */
export const describeEnd = ({ done, parked }: { readonly done: number; readonly parked: number }): string =>
  [done > 0 ? `${done} done` : '', parked > 0 ? `${parked} ${parked === 1 ? 'needs' : 'need'} attention` : ''].filter(Boolean).join(', ')
