import { availableParallelism } from 'node:os'

/** So many test files run beside each other: more than there are cores, since each waits for processes and answers a third of its time. */
export const testWorkers: number = Math.min(8, Math.ceil(availableParallelism() * 1.5))
