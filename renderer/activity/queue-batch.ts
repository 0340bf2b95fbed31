import type { QueueStatus } from '../../shared/queue/jobs.ts'

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

/** A pace is believed after this time, or when most of the work is done. */
const believedMs = 10_000
const mostDone = 0.8

/** Milliseconds left at the pace of these samples; `null`: they are too few, or nothing was done. */
const atPaceOf = (samples: QueueBatch['samples'], left: number): number | null => {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < 3_000 || last.done - first.done < 2) return null
  return (left * (last.at - first.at)) / (last.done - first.done)
}

/**
 * Milliseconds left at the pace of the last half minute, or of the last ten seconds if that was slower: quick uploads say nothing of the
 * questions after them. `null` while there is too little to go by.
 */
export const estimateTimeLeft = ({ samples, done, total }: QueueBatch): number | null => {
  const last = samples.at(-1)
  const whole = atPaceOf(samples, total - done)
  if (!last || whole === null) return null
  const since = last.at - (samples[0]?.at ?? last.at)
  if (since < believedMs && done < total * mostDone) return null
  const recent = samples.filter((one) => last.at - one.at <= believedMs)
  return Math.max(whole, atPaceOf(recent, total - done) ?? whole)
}
