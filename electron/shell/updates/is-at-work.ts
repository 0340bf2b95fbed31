import type { QueueProgress } from '../../core/core.ts'

/** Whether the queue is busy: a job runs, or the next starts by itself. Work that waits for a person or a network is safe on disk. */
export const isAtWork = ({ running, ready, holds }: Pick<QueueProgress, 'running' | 'ready' | 'holds'>): boolean =>
  running > 0 || (holds.length === 0 && Object.values(ready).some((count) => count > 0))
