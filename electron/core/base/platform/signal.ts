/** An event with its listeners, which are called in the order they were added. */
export type Signal<Facts extends readonly unknown[]> = {
  readonly send: (...facts: Facts) => void
  /** Returns what ends it. */
  readonly listen: (listener: (...facts: Facts) => void) => () => void
}

export const createSignal = <Facts extends readonly unknown[] = []>(): Signal<Facts> => {
  const listeners = new Set<(...facts: Facts) => void>()
  return {
    send: (...facts) => {
      for (const listener of listeners) listener(...facts)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
