import { fileURLToPath } from 'node:url'
import { forkImageWorker } from '../../electron/core/image-process/fork-image-worker.ts'
import { type ConversionTask, createImagePool, type ImagePool } from '../../electron/core/image-process/image-pool.ts'

const entry = fileURLToPath(new URL('../../electron/core/image-process/image-process.ts', import.meta.url))

/** The real image process for tests, and what its conversions do: `before` is awaited by each. */
export const createRealConversion = () => {
  const state = {
    tasks: [] as ConversionTask[],
    before: undefined as ((task: ConversionTask) => Promise<void>) | undefined,
  }
  const startImageProcess = (): ImagePool => {
    const pool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 2, limits: { taskMs: 60_000, rssBytes: 1_500_000_000 } })
    return {
      ...pool,
      convert: async (task, options) => {
        state.tasks.push(task)
        await state.before?.(task)
        return pool.convert(task, options)
      },
    }
  }
  return { state, startImageProcess }
}
