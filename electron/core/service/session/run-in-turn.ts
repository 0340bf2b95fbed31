/** Runs tasks one after the other, in call order; a failure never stops later ones. */
export const createTurns = () => {
  let tail: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = tail.then(work)
    tail = result.catch(() => undefined)
    return result
  }
}
