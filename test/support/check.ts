/** A condition or an assertion: it holds when it returns anything but false, and throws nothing. */
export type Check = () => unknown

/** What `check` lacks: undefined when it holds. */
export const findLack = async (check: Check): Promise<Error | undefined> => {
  try {
    return (await check()) === false ? new Error(`it did not happen: ${check}`) : undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** A wait that ended is an assertion that held: Vitest counts it (requireAssertions). A child process of a test has no Vitest. */
export const countAssertion = async (): Promise<void> => {
  if (!('__vitest_worker__' in globalThis)) return
  const { expect } = await import('vitest')
  expect(undefined).toBeUndefined()
}
