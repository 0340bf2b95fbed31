import type { Platform } from '../../base/platform/platform.ts'
import type { Timer } from '../../base/platform/timers.ts'

/** A batch's size. One commit saves a whole batch, and its files are flushed together. */
const batchSize = 512
/** How long the oldest entry of a batch may wait, in milliseconds: first entries show at once, many cost less in larger batches. */
const firstBatchMs = 50
const batchMs = 500

/**
 * Runs a few tasks in parallel, and writes their results in order, in batches, one batch at a time. A slow task never delays writing
 * finished ones before it. Rejects with the first error; what is running then ends first.
 */
export const inBatches = async <T>(
  tasks: AsyncIterable<() => Promise<T>>,
  write: (batch: readonly T[]) => Promise<void>,
  {
    timers,
    atOnce,
  }: Pick<Platform, 'timers'> & {
    /** How many tasks are worked on at the same time, from now on. */
    readonly atOnce: () => number
  },
): Promise<void> => {
  const underWay: Promise<T>[] = []
  const ready: T[] = []
  let isFirst = true
  let timer: Timer | undefined
  let writing: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  const writeReady = (): void => {
    timer?.cancel()
    timer = undefined
    if (writing || ready.length === 0 || failure) return
    isFirst = false
    writing = write(ready.splice(0, batchSize))
      .catch((error: unknown) => {
        failure = { error }
      })
      .finally(() => {
        writing = undefined
        lookAtReady()
      })
  }
  const lookAtReady = (): void => {
    if (ready.length >= batchSize) writeReady()
    else if (ready.length > 0 && !writing) timer ??= timers.after(isFirst ? firstBatchMs : batchMs, writeReady)
  }
  const takeOldest = async (): Promise<void> => {
    const next = underWay.shift()
    if (next) ready.push(await next)
    lookAtReady()
    // The disk is slower than the reading: nothing piles up.
    while (ready.length >= batchSize && writing !== undefined) await writing
  }

  try {
    for await (const task of tasks) {
      underWay.push(task())
      while (underWay.length >= atOnce()) await takeOldest()
      if (failure) break
    }
    while (underWay.length > 0 && !failure) await takeOldest()
    while ((writing !== undefined || ready.length > 0) && !failure) {
      writeReady()
      await writing
    }
  } finally {
    timer?.cancel()
    await Promise.allSettled([...underWay, writing])
  }
  if (failure) throw failure.error
}

/** Runs a task for each item, `count` in parallel. */
export const atATime = async <T>(count: number, list: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
  const left = [...list]
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(count, left.length) }, next))
}
