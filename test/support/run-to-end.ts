/** Does what is done in pieces at once. */
export const runToEnd = <T>(pieces: Generator<void, T>): T => {
  let step = pieces.next()
  while (!step.done) step = pieces.next()
  return step.value
}
