/** Electron's powerSaveBlocker. */
type Ports = {
  readonly start: () => number
  readonly stop: (id: number) => void
}

/** Prevents system sleep while Packshot is working; the screen may turn off. Call it with the current state. */
export const createStayingAwake = ({ start, stop }: Ports): ((isAtWork: boolean) => void) => {
  let id: number | null = null
  return (isAtWork) => {
    if (isAtWork && id === null) id = start()
    if (isAtWork || id === null) return
    stop(id)
    id = null
  }
}
