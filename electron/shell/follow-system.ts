import { net, powerMonitor } from 'electron'
import type { Core } from '../core/core.ts'

/** The system tells nobody that the network came back: it is asked. */
const lookEveryMs = 2_000

/** Tells the core when the computer sleeps, wakes up, or is online again; without a window, too. */
export const followSystem = (core: Pick<Core, 'goToSleep' | 'wakeUp' | 'retryNow'>): void => {
  powerMonitor.on('suspend', () => core.goToSleep())
  powerMonitor.on('resume', () => void core.wakeUp())
  let wasOnline = net.isOnline()
  setInterval(() => {
    const isOnline = net.isOnline()
    if (isOnline && !wasOnline) core.retryNow()
    wasOnline = isOnline
  }, lookEveryMs).unref()
}
