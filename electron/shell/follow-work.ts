import { app, type BrowserWindow, Notification } from 'electron'
import type { Core } from '../core/create-core.ts'
import { type Batch, describeEnd, stepBatch } from './batch.ts'

/** Counting the queue costs a query: at most once in so many milliseconds. */
const lookEveryMs = 1_000

type Ports = {
  readonly core: Core
  readonly window: () => BrowserWindow | undefined
  readonly showWindow: () => void
  readonly onBatchEnd: () => void
}

const notify = (body: string, showWindow: () => void): void => {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title: 'Packshot', body })
  notification.on('click', showWindow)
  notification.show()
}

/** Shows the work's progress on the task bar or dock, and tells of a batch's end when the person is looking elsewhere. Returns its end. */
export const followWork = ({ core, window, showWindow, onBatchEnd }: Ports): (() => void) => {
  let batch: Batch | null = null
  let timer: NodeJS.Timeout | undefined

  const look = (): void => {
    timer = undefined
    const step = stepBatch(batch, core.progress())
    batch = step.batch
    const shown = window()
    shown?.setProgressBar(step.part ?? -1, { mode: step.isHeld ? 'paused' : 'normal' })
    app.setBadgeCount(step.ended?.parked ?? 0)
    if (!step.ended) return
    if (!shown?.isFocused()) notify(describeEnd(step.ended), showWindow)
    onBatchEnd()
  }
  const stop = core.subscribe(() => {
    timer ??= setTimeout(look, lookEveryMs)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
