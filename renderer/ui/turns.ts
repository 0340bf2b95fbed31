/** Runs what it is given one after another. */
export const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  return {
    /** Something runs, or waits for its turn. */
    isBusy: (): boolean => count > 0,
    run: <Result>(act: () => Promise<Result>): Promise<Result> => {
      count += 1
      const result = last.then(act).finally(() => {
        count -= 1
      })
      last = result.catch(() => {})
      return result
    },
  }
}
