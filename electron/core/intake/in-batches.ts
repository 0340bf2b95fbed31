import type { Platform } from '../platform/platform.ts'
import type { Timer, Timers } from '../platform/timers.ts'

/** Tasks worked on at the same time. */
const atOnce = 8
/** Limits of a batch: its size, and how long its oldest entry may wait. One commit saves a whole batch. */
const batchSize = 50
const batchMs = 50

/**
 * Runs a few tasks in parallel, and writes their results in order, in batches. A slow task keeps those after it from
 * starting, but never delays writing finished ones.
 */
export const inBatches = async <T>(
  tasks: AsyncIterable<() => Promise<T>>,
  write: (batch: readonly T[]) => Promise<void>,
  { clock, timers }: Pick<Platform, 'clock' | 'timers'>,
): Promise<void> => {
  const underWay: Promise<T>[] = []
  let batch: T[] = []
  let oldest = 0
  const writeFull = async (): Promise<void> => {
    const full = batch
    batch = []
    if (full.length > 0) await write(full)
  }
  const takeOldest = async (): Promise<void> => {
    const next = underWay.shift()
    if (!next) return
    const taken = await withinOr(next, oldest + batchMs - clock.monotonic(), writeFull, batch.length > 0, timers)
    if (batch.length === 0) oldest = clock.monotonic()
    batch.push(taken)
    if (batch.length >= batchSize || clock.monotonic() - oldest >= batchMs) await writeFull()
  }
  for await (const task of tasks) {
    underWay.push(task())
    if (underWay.length >= atOnce) await takeOldest()
  }
  while (underWay.length > 0) await takeOldest()
  await writeFull()
}

/** Waits for `work`; if that takes longer than `ms`, does something else meanwhile, once. */
const withinOr = async <T>(
  work: Promise<T>,
  ms: number,
  meanwhile: () => Promise<void>,
  isWorthIt: boolean,
  timers: Timers,
): Promise<T> => {
  if (!isWorthIt) return work
  let timer: Timer | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = timers.after(Math.max(0, ms), () => resolve('late'))
  })
  const first = await Promise.race([work.then(() => 'done' as const), late])
  timer?.cancel()
  if (first === 'late') await meanwhile()
  return work
}

/** Runs a task for each item, `count` in parallel. */
export const atATime = async <T>(count: number, list: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
  const left = [...list]
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(count, left.length) }, next))
}
