export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Lets `most` works run at a time and the others wait, in order; one that would wait behind more than `mostWaiting` others is turned away with `busy()`. */
export const createTurns = (most: number, mostWaiting: number, busy: () => Error): Turns => {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw busy()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
