import type { QueueProgress } from '../core.ts'

/** Whether the queue is in the middle of something: a job runs, or the next begins by itself. What waits for a person or a network is on disk. */
export const isAtWork = ({ running, ready, holds }: Pick<QueueProgress, 'running' | 'ready' | 'holds'>): boolean =>
  running > 0 || (holds.length === 0 && Object.values(ready).some((count) => count > 0))
