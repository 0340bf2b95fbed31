import { net, powerMonitor } from 'electron'
import type { Core } from '../core/core.ts'

/** The system sends no event when the network is back, so it is polled; less often while it is there, as each look wakes this process. */
const lookAfterMs = { online: 4_000, offline: 2_000 }

/** Notifies the core when the computer sleeps, wakes up or is online again; works without a window. */
export const followSystem = (core: Pick<Core, 'goToSleep' | 'wakeUp' | 'retryNow'>): void => {
  powerMonitor.on('suspend', () => core.goToSleep())
  powerMonitor.on('resume', () => void core.wakeUp())
  let wasOnline = net.isOnline()
  const look = (): void => {
    const isOnline = net.isOnline()
    if (isOnline && !wasOnline) core.retryNow()
    wasOnline = isOnline
    lookLater()
  }
  const lookLater = (): void => void setTimeout(look, wasOnline ? lookAfterMs.online : lookAfterMs.offline).unref()
  lookLater()
}
