type Log = (event: Readonly<Record<string, unknown>>) => void

/** A log that is opened later: earlier lines are kept with their time, and written first. */
export const createLateLog = () => {
  let write: Log | undefined
  const heldBack: Readonly<Record<string, unknown>>[] = []
  const log: Log = (event) => {
    if (write) write(event)
    else heldBack.push({ ...event, at: new Date().toISOString() })
  }
  return {
    log,
    open: (opened: Log): void => {
      write = opened
      for (const event of heldBack.splice(0)) opened(event)
    },
  }
}
