/** The way to the parent process, the same in a forked Node process and in Electron's utilityProcess. */
export type ParentPort = {
  readonly send: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
}

type UtilityPort = {
  readonly postMessage: (message: unknown) => void
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void
}

/**
 * Opens the port to the parent. A forked process whose parent is gone ends at once, without waiting for the current picture
 * (a utilityProcess is ended by Electron). Throws when the process was not started as a child.
 */
export const openParentPort = (): ParentPort => {
  const utility = (process as { readonly parentPort?: UtilityPort }).parentPort
  if (utility) {
    return {
      send: (message) => utility.postMessage(message),
      onMessage: (listener) => utility.on('message', ({ data }) => listener(data)),
    }
  }
  if (!process.send) throw new Error('This program runs as a child of Packshot only.')
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  return {
    send: (message) => process.send?.(message),
    onMessage: (listener) => process.on('message', listener),
  }
}
