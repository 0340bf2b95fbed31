import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Minimum interval between reads of a query, however much changes. */
const pauseMs = 300
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Returns a function that reads queries again, by the beginnings of their keys. What changes while they are read is read once more after
 * that, and so is one that was being read before: its answer may be older than the change. Slow queries need a reader of their own, or the
 * others would be read at their pace. `afterwards`: called after each round.
 */
export const createReader = (queries: QueryClient, afterwards: () => void = () => {}): ((keys: readonly QueryKey[]) => void) => {
  const changed = new Map<string, QueryKey>()
  let isReading = false
  const read = async (): Promise<void> => {
    isReading = true
    while (changed.size > 0) {
      const keys = [...changed.values()]
      changed.clear()
      for (const queryKey of keys) if (queries.isFetching({ queryKey }) > 0) changed.set(JSON.stringify(queryKey), queryKey)
      const reads = keys.map((queryKey) => queries.invalidateQueries({ queryKey }, { cancelRefetch: false }))
      await Promise.allSettled([...reads, wait(pauseMs)])
      afterwards()
    }
    isReading = false
  }
  return (keys) => {
    for (const key of keys) changed.set(JSON.stringify(key), key)
    if (!isReading) void read()
  }
}
