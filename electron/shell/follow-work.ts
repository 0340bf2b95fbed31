import { app, type BrowserWindow, Notification } from 'electron'
import type { Core } from '../core/create-core.ts'
import { type Batch, countGoingOn, describeEnd, stepBatch } from './batch.ts'

/** Counting the queue costs a query: at most once in so many milliseconds. */
const lookEveryMs = 1_000

type Ports = {
  readonly core: Core
  readonly window: () => BrowserWindow | undefined
  readonly showWindow: () => void
  /** Called whenever nothing is left that goes on by itself. */
  readonly onIdle: () => void
}

/** Shown ones: without a reference they are collected, and a click on one does nothing. */
const shown = new Set<Notification>()

const notify = (body: string, showWindow: () => void): void => {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title: 'Packshot', body })
  shown.add(notification)
  notification.on('click', () => {
    shown.delete(notification)
    showWindow()
  })
  notification.on('close', () => shown.delete(notification))
  notification.show()
}

/**
 * Shows the work's progress on the task bar or dock, and tells of a batch's end when the person is looking elsewhere. Returns a way to
 * have it look soon, though nothing changed.
 */
export const followWork = ({ core, window, showWindow, onIdle }: Ports): { readonly lookSoon: () => void } => {
  let batch: Batch | null = null
  let isDue = false

  const look = (): void => {
    isDue = false
    const progress = core.progress()
    const step = stepBatch(batch, progress)
    batch = step.batch
    const open = window()
    open?.setProgressBar(step.part ?? -1, { mode: step.isHeld ? 'paused' : 'normal' })
    app.setBadgeCount(progress.parked)
    if (step.ended && !open?.isFocused()) notify(describeEnd(step.ended), showWindow)
    if (countGoingOn(progress) === 0) onIdle()
  }
  const lookSoon = (): void => {
    if (isDue) return
    isDue = true
    setTimeout(look, lookEveryMs)
  }
  core.subscribe(lookSoon)
  return { lookSoon }
}
