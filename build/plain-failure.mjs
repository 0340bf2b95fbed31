/**
 * A failure that a person can fix: the problem, what to do, and the full output of the failed program.
 * It is shown without a stack; any other error is our own mistake and keeps its stack.
 */
export const plainFailure = (what, advice, printed = '') => Object.assign(new Error(what), { plain: true, advice, printed })

/** Prints a failure on stderr and returns the exit code. */
export const reportFailure = (error) => {
  if (!error?.plain) {
    console.error(error)
    return 1
  }
  if (error.printed) console.error(`${error.printed}\n`)
  console.error(`packshot: ${error.message}`)
  console.error(`          ${error.advice}`)
  return 1
}
