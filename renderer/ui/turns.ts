/** Runs what it is given one after another. */
export const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: <Result>(act: () => Promise<Result>): Promise<Result> => {
      const result = last.then(act)
      last = result.catch(() => {})
      return result
    },
  }
}
