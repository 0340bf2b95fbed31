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
