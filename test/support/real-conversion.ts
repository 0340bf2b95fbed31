import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { type ConversionTask, createImagePool, type ImagePool } from '../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../electron/core/formats/decoding-process/fork-decoding-process.ts'

const entry = fileURLToPath(new URL('../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))

/**
 * The real image process for tests, and what its conversions do: `before` is awaited by each. All cores of a test file share its processes: to
 * start one on the sources takes a second of processor time. A core that stops cancels its own tasks only.
 */
export const createRealConversion = () => {
  const state = {
    tasks: [] as ConversionTask[],
    before: undefined as ((task: ConversionTask) => Promise<void>) | undefined,
  }
  let shared: ImagePool | undefined
  const open = (): ImagePool => {
    shared ??= createImagePool({ spawn: () => forkImageWorker(entry), workers: 2, limits: { taskMs: 60_000, rssBytes: 1_500_000_000 } })
    return shared
  }
  afterAll(() => shared?.stop())

  const startImageProcess = (): ImagePool => {
    const stopped = new AbortController()
    const underWay = new Set<Promise<unknown>>()
    type Cancellable = { readonly signal?: AbortSignal }
    const own = async <Result>(work: (options: Cancellable) => Promise<Result>, { signal }: Cancellable = {}): Promise<Result> => {
      const running = work({ signal: AbortSignal.any(signal ? [signal, stopped.signal] : [stopped.signal]) })
      underWay.add(running)
      return running.finally(() => underWay.delete(running))
    }
    return {
      ...open(),
      inspect: (task, options) => own((both) => open().inspect(task, both), options),
      convert: async (task, options) => {
        state.tasks.push(task)
        await state.before?.(task)
        return own((both) => open().convert(task, both), options)
      },
      readCodes: (task, options) => own((both) => open().readCodes(task, both), options),
      measure: (task, options) => own((both) => open().measure(task, both), options),
      readPrint: (task, options) => own((both) => open().readPrint(task, both), options),
      describeLikeness: (thumbnail, options) => own((both) => open().describeLikeness(thumbnail, both), options),
      compare: (thumbnail, others, options) => own((both) => open().compare(thumbnail, others, both), options),
      endReading: async () => {},
      endMeasuring: async () => {},
      endComparing: async () => {},
      stop: async () => {
        stopped.abort()
        await Promise.allSettled(underWay)
      },
    }
  }
  return { state, startImageProcess }
}
