/** A promise with its two ends (Node 20 has no Promise.withResolvers). */
export const withResolvers = () => {
  let resolve: () => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<void>((onDone, onFail) => {
    resolve = onDone
    reject = onFail
  })
  return { promise, resolve, reject }
}
