import { availableParallelism } from 'node:os'

/** How many test files run in parallel: more than there are cores, because each waits a third of its time. */
export const testWorkers: number = Math.min(8, Math.ceil(availableParallelism() * 1.5))
