import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const findCollector = (): (() => void) | undefined => {
  try {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    return typeof collect === 'function' ? () => collect() : undefined
  } catch {
    // This host fixes its flags.
    return undefined
  }
}

let collect: (() => void) | undefined | null = null

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Frees what a decoder has left: WebAssembly's memory can't be given back, only collected, and libvips, which comes next, takes its memory where
 * the collector doesn't see it. Buffers are freed one collection after they were found.
 */
export const freeMemory = async (): Promise<void> => {
  if (collect === null) collect = findCollector()
  if (!collect) return
  for (const _ of ['find', 'free']) {
    await nextTurn()
    collect()
  }
}
