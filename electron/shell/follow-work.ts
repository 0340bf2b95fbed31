import { app, type BrowserWindow, Notification, powerSaveBlocker } from 'electron'
import type { WatchReport } from '../../shared/watching/watching.ts'
import type { Core } from '../core/core.ts'
import { type Batch, stepBatch } from './batch-progress.ts'
import { countGoingOn } from './count-work-left.ts'
import { createNotices } from './notices.ts'
import { createStayingAwake } from './stay-awake.ts'
import { isAtWork } from './updates/is-at-work.ts'
import { createWorkNotices, type WorkNotice } from './work-notices.ts'

/** Shortest interval between counts of the queue in milliseconds, as each costs a query. */
const lookEveryMs = 1_000

type Ports = {
  readonly core: Core
  readonly window: () => BrowserWindow | undefined
  readonly showWindow: () => void
  /** Shows the window, and in it the library. */
  readonly showLibrary: () => void
  /** Called whenever no work is left that continues by itself. */
  readonly onIdle: () => void
}

const createNotification = ({ body, isQuiet }: WorkNotice) => {
  const notification = new Notification({ title: 'Packshot', body, silent: isQuiet })
  return {
    onClick: (listener: () => void) => notification.on('click', listener),
    onClose: (listener: () => void) => notification.on('close', listener),
    show: () => notification.show(),
    close: () => notification.close(),
  }
}

/**
 * Shows progress on the task bar or dock, keeps the system awake, and notifies at a batch's end, and of what watched folders brought, if the
 * person is looking elsewhere. `lookSoon` requests an early check; `arrived`: the core's `onWatched`.
 */
export const followWork = ({ core, window, showWindow, showLibrary, onIdle }: Ports) => {
  let batch: Batch | null = null
  let isDue = false
  const show = createNotices<WorkNotice>({
    create: createNotification,
    onClick: ({ leadsTo }) => (leadsTo === 'library' ? showLibrary() : showWindow()),
  })
  const notices = createWorkNotices({
    isFocused: () => window()?.isFocused() === true,
    lastArrival: core.watchedThrough,
    show: (notice) => (Notification.isSupported() ? show(notice) : () => {}),
  })
  app.on('browser-window-focus', notices.seen)
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
    notices.worked(step)
    if (countGoingOn(progress) === 0) onIdle()
  }
  const lookSoon = (): void => {
    if (isDue) return
    isDue = true
    setTimeout(look, lookEveryMs)
  }
  core.subscribe(lookSoon)
  return { lookSoon, arrived: (report: WatchReport): void => notices.arrived(report) }
}
