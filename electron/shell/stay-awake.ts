/** Electron's powerSaveBlocker. */
type Ports = {
  readonly start: () => number
  readonly stop: (id: number) => void
}

/** Keeps the system from putting Packshot to sleep while it is at work; the screen may go dark. To be told what is so now. */
export const createStayingAwake = ({ start, stop }: Ports): ((isAtWork: boolean) => void) => {
  let id: number | null = null
  return (isAtWork) => {
    if (isAtWork && id === null) id = start()
    if (isAtWork || id === null) return
    stop(id)
    id = null
  }
}
