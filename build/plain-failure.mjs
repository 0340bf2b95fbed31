/**
 * A failure that a person can mend: what happened, what to do, and all that the failed program printed.
 * It is shown without a stack; anything else that is thrown is a mistake of ours and keeps its stack.
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
