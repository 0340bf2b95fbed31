import type { ServingChild } from './children.ts'

type Ports = {
  readonly platform: NodeJS.Platform
  /** The source of the signals: this process. */
  readonly from: Pick<NodeJS.Process, 'on' | 'off'>
}

/**
 * Passes Ctrl-C and SIGTERM on to a child until it ends, and survives both. On Windows the console has already notified the child, and sending
 * a signal there would kill it in the middle of an answer.
 */
export const passSignalsOn = (child: ServingChild, { platform, from }: Ports): void => {
  const pass = (signal: NodeJS.Signals): void => {
    if (platform !== 'win32') child.kill(signal)
  }
  from.on('SIGTERM', pass).on('SIGINT', pass)
  child.once('exit', () => void from.off('SIGTERM', pass).off('SIGINT', pass))
}
