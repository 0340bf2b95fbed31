import type { QueueProgress } from '../core/core.ts'

/** Jobs that continue by themselves: running, or waiting only for their turn. */
export const countJobsLeft = ({ running, ready }: QueueProgress): number =>
  running + Object.values(ready).reduce((sum, count) => sum + count, 0)

/** Holds that only a person can lift. */
const lasting = new Set(['no-connection', 'signed-out', 'paused'])

/**
 * Jobs and unchecked files that would continue without a window: no jobs while the whole queue waits for a person. An unchecked file usually
 * has its job already, and both are one thing to do.
 */
export const countGoingOn = (progress: QueueProgress): number => {
  const isStuck = progress.running === 0 && progress.holds.some((hold) => hold.operation === null && lasting.has(hold.kind))
  const jobs = isStuck || countJobsLeft(progress) === 0 ? 0 : progress.running + progress.waiting
  return Math.max(jobs, progress.takingIn)
}
