import { app, type BrowserWindow, Notification, powerSaveBlocker } from 'electron'
import type { Core } from '../core/core.ts'
import { isAtWork } from '../core/updates/is-at-work.ts'
import { type Batch, describeEnd, stepBatch } from './batch-progress.ts'
import { countGoingOn } from './count-work-left.ts'
import { createNotices } from './notices.ts'
import { createStayingAwake } from './stay-awake.ts'

/** Shortest interval between counts of the queue in milliseconds, as each costs a query. */
const lookEveryMs = 1_000

type Ports = {
  readonly core: Core
  readonly window: () => BrowserWindow | undefined
  readonly showWindow: () => void
  /** Called whenever no work is left that continues by itself. */
  readonly onIdle: () => void
}

const createNotification = (body: string) => {
  const notification = new Notification({ title: 'Packshot', body })
  return {
    onClick: (listener: () => void) => notification.on('click', listener),
    onClose: (listener: () => void) => notification.on('close', listener),
    show: () => notification.show(),
  }
}

/**
 * Shows progress on the task bar or dock, keeps the system awake, and notifies at a batch's end if the person is looking
 * elsewhere. Returns a function that requests an early check.
 */
export const followWork = ({ core, window, showWindow, onIdle }: Ports): { readonly lookSoon: () => void } => {
  let batch: Batch | null = null
  let isDue = false
  const notify = createNotices({ create: createNotification, onClick: showWindow })
  const stayAwake = createStayingAwake({
    start: () => powerSaveBlocker.start('prevent-app-suspension'),
    stop: (id) => void powerSaveBlocker.stop(id),
  })

  const look = (): void => {
    isDue = false
    const progress = core.progress()
    const step = stepBatch(batch, progress)
    batch = step.batch
    const open = window()
    open?.setProgressBar(step.part ?? -1, { mode: step.isHeld ? 'paused' : 'normal' })
    app.setBadgeCount(progress.parked)
    stayAwake(isAtWork(progress) || progress.takingIn > 0)
    if (step.ended && !open?.isFocused() && Notification.isSupported()) notify(describeEnd(step.ended))
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
