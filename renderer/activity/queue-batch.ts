import type { QueueStatus } from '../../shared/jobs.ts'

/** The work since the queue was last idle: its size and its pace. */
export type QueueBatch = {
  /** Jobs that were done when it began. */
  readonly doneBefore: number
  readonly done: number
  readonly total: number
  /** How many were done at which time, during the last half minute. */
  readonly samples: readonly { readonly at: number; readonly done: number }[]
}

export const noBatch: QueueBatch = { doneBefore: 0, done: 0, total: 0, samples: [] }

const windowMs = 30_000

/** Adds the next counts; an idle queue ends the batch. */
export const followBatch = (batch: QueueBatch, counts: QueueStatus['counts'], now: number): QueueBatch => {
  const open = counts.waiting + counts.running
  if (open === 0) return noBatch
  const doneBefore = batch.total === 0 || counts.done < batch.doneBefore ? counts.done : batch.doneBefore
  const done = counts.done - doneBefore
  const last = batch.samples.at(-1)
  const recent = batch.samples.filter((sample) => now - sample.at <= windowMs)
  const samples = last && now - last.at < 500 ? recent : [...recent, { at: now, done }]
  return { doneBefore, done, total: done + open, samples }
}

/** Milliseconds left at the pace of the last half minute; `null` while there is too little to go by. */
export const estimateTimeLeft = (batch: QueueBatch): number | null => {
  const first = batch.samples[0]
  const last = batch.samples.at(-1)
  if (!first || !last || last.at - first.at < 3_000 || last.done - first.done < 2) return null
  return ((batch.total - batch.done) * (last.at - first.at)) / (last.done - first.done)
}
