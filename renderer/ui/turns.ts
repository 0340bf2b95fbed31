/** Runs what it is given one after another. `left`: once it is resolved, all that waits begins at once, in its order. */
export const createTurns = (left?: Promise<unknown>) => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: <Result>(act: () => Promise<Result>): Promise<Result> => {
      const result = (left === undefined ? last : Promise.race([last, left])).then(act)
      last = result.catch(() => {})
      return result
    },
  }
}
