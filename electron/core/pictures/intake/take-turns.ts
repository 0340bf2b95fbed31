/** Lets at most `count` tasks run at the same time; the others follow in the order in which they came. */
export const createTurns = (count: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    take: async <T>(task: () => Promise<T>): Promise<T> => {
      if (running < count) running++
      // The one that ends hands its place over.
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
