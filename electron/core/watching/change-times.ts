/** A change time that alone was another one this often in a row, at each look, changes by itself. */
export const mostRestless = 5
/** So many such files, and it is the drive. */
const restlessFiles = 3

/** Whether the change times of a folder's drive can be relied on. In memory: each start finds it out again. */
export const createChangeTimes = () => {
  const restless = new Set<string>()
  return {
    areKept: (): boolean => restless.size < restlessFiles,
    /** This file's never stays. */
    noteRestless: (path: string): void => void restless.add(path),
    /** Another drive may be there now. */
    reset: (): void => restless.clear(),
  }
}

export type ChangeTimes = ReturnType<typeof createChangeTimes>
