import { join } from 'node:path'
import { app, type BrowserWindow, session, type Tray } from 'electron'
import { describeTray } from '../../shared/base/closing-words.ts'
import { type AppError, toAppError } from '../../shared/base/errors.ts'
import { isOnNetworkShare } from '../cli/data-folder.ts'
import { withResolvers } from '../core/base/database/with-resolvers.ts'
import { leaveProcess } from '../core/base/keychain/leave-process.ts'
import { excludeFromBackup } from '../core/base/platform/exclude-from-backup.ts'
import type { Core } from '../core/core.ts'
import { findThumbnail } from '../core/pictures/library/locate-picture.ts'
import { createDropIntake } from '../core/window/drop-intake.ts'
import { isNewFolder } from '../core/window/is-new-folder.ts'
import type { LiveServer } from '../core/window/page-policy.ts'
import { createServePage } from '../core/window/serve-page.ts'
import { appOrigin, serveApp } from './app-protocol.ts'
import { type QuitEffect, type QuitEvent, type QuitState, stepQuit } from './close-and-quit.ts'
import { askOnClose } from './close-question.ts'
import { countGoingOn } from './count-work-left.ts'
import { askAfterCrashes } from './crash-question.ts'
import { createFatalEnd } from './fatal-end.ts'
import { followSystem } from './follow-system.ts'
import { followWork } from './follow-work.ts'
import { createLateLog } from './late-log.ts'
import { managedFolders } from './managed-folders.ts'
import { openStartArgument } from './open-start-argument.ts'
import { openWindow } from './open-window.ts'
import { restrictSession } from './refuse-by-default.ts'
import { createRestarts } from './restarts.ts'
import { serveWindow } from './serve-window.ts'
import { shownFailureCode } from './shown-failure-code.ts'
import { readStartArgument, type StartArgument } from './start-arguments.ts'
import { tellDamage, tellNotStarted, tellRestart, tellStayClosed } from './tell-errors.ts'
import { showTray } from './tray.ts'
import { createUpdates } from './updates.ts'
import { warnOfNetworkShare } from './warn-of-network-share.ts'

type Options = {
  readonly dataFolder: string
  readonly stateFolder: string
  readonly given: StartArgument | undefined
  /** Started by the system when the person signed in: the window comes when it is asked for. */
  readonly startsInBackground: boolean
  readonly preload: string
  /** The folder of the built page. */
  readonly page: string
  /** Present: the page comes from there instead (`npm run dev`). */
  readonly live?: LiveServer | undefined
  /** The folder of the built entries of other processes. */
  readonly entries: string
}

/** The core loads after this time even if the page does not connect. */
const longestWaitMs = 1_000

/** After this time the page has kept what it shows for the next start. */
const settledMs = 10_000

/** Runs Packshot in Electron until it is quit. */
export const runApp = ({ dataFolder, stateFolder, given, startsInBackground, preload, page, live, entries }: Options): void => {
  const { log, open: openLate } = createLateLog()
  // Before the log and the core write into it.
  const wasNew = isNewFolder(dataFolder)
  let quitState: QuitState = 'running'
  const step = (event: QuitEvent): QuitEffect => {
    const next = stepQuit(quitState, event, process.platform)
    quitState = next.state
    return next.effect
  }
  let window: BrowserWindow | undefined
  let tray: Tray | undefined
  /** Without a window, and not only until the work is done. */
  let isWatchingOn = false
  let running: Core | undefined
  let work: ReturnType<typeof followWork> | undefined
  let stopped: Promise<void> | undefined
  const stopWork = (): Promise<void> => {
    stopped ??= core.then((opened) => opened.stop())
    return stopped
  }
  const updates = createUpdates({
    window: () => window,
    log,
    stopWork,
    onInstall: () => void step({ kind: 'install' }),
    onInstallFailed: () => {
      if (step({ kind: 'install-failed' }) === 'quit') app.quit()
    },
  })
  const about = { version: app.getVersion(), updates: updates.state() }
  const { promise: connected, resolve: onConnect } = withResolvers()
  // Writes to a damaged library can be lost. The next start sets it aside and restores it, so restart at once.
  const onDamage = (reason: AppError): void => {
    void tellDamage(window, reason).then(() => {
      app.relaunch()
      quit()
    })
  }
  const restarts = createRestarts(join(stateFolder, 'restarts.json'), Date.now)
  const fatal = createFatalEnd({
    log,
    noteRestart: restarts.take,
    relaunch: () => app.relaunch(),
    tell: tellStayClosed,
    exit: () => app.exit(shownFailureCode),
  })
  const { promise: drawn, resolve: onDrawn } = withResolvers()
  // The core loads after the page's first paint: before that, the page's process needs this thread at each step, and both processors.
  const loaded = app.whenReady().then(async () => {
    setTimeout(onConnect, longestWaitMs)
    setTimeout(onDrawn, longestWaitMs)
    await connected
    openLate((await import('../core/window/open-log.ts')).openLog(dataFolder))
    const { loadCore } = await import('./load-core.ts')
    return loadCore({
      dataFolder,
      entries,
      log,
      about,
      onDamage,
      onFatal: fatal.end,
      onWatched: (report) => work?.arrived(report),
      // The browser is in front of it.
      onAnswered: () => {
        show()
        app.focus({ steal: true })
      },
    })
  })
  const core = loaded.then(({ opened }) => opened)
  const servePage = createServePage({
    folder: page,
    live,
    isNew: () => wasNew && !running,
    locateImage: async (imageId, part, version, sentAs) =>
      (running || part === 'original' || version !== 1 ? undefined : findThumbnail(dataFolder, imageId)) ??
      (await core).locateImage(imageId, part, version, sentAs),
  })
  const drops = core.then((opened) => createDropIntake(opened, log))

  const show = (): void => {
    const leaving = tray
    tray = undefined
    // The request may come from its own menu.
    if (leaving) setImmediate(() => leaving.destroy())
    if (!window) {
      window = openWindow({ preload, stateFolder, log, onDrawn, onGivenUp })
      window.on('close', onClose)
      window.on('closed', () => {
        window = undefined
      })
      return
    }
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  const showScreen = (screen: 'settings' | 'library'): void => {
    show()
    void window?.loadURL(`${appOrigin}/#/${screen}`).catch(() => {})
  }

  const quit = (): void => {
    if (step({ kind: 'quit' }) === 'quit') app.quit()
  }

  let isAskingAfterCrashes = false
  const onGivenUp = (): void => {
    isAskingAfterCrashes = true
    void askAfterCrashes().then((choice) => {
      isAskingAfterCrashes = false
      if (choice === 'open-again') show()
      else quit()
    })
  }

  /** `folders`: those that are watched without the window; of none, Packshot quits when the work is done. */
  const continueWithoutWindow = (folders: readonly string[]): void => {
    isWatchingOn = folders.length > 0
    tray = showTray(describeTray(folders), { show, quit })
    window?.destroy()
    // The work may have ended while the person was asked.
    work?.lookSoon()
  }

  let isAsking = false
  const onClose = (event: Electron.Event): void => {
    const jobsLeft = running ? countGoingOn(running.progress()) : 0
    const watched = running?.watchedOnClose() ?? { folders: [], wanted: 'ask' }
    const folders = watched.wanted === 'quit' ? [] : watched.folders
    const effect = step({ kind: 'close', jobsLeft, watching: folders.length === 0 ? null : watched.wanted })
    if (effect === 'go-on') return
    event.preventDefault()
    if (effect === 'continue') continueWithoutWindow(folders)
    if (effect !== 'ask' || isAsking || !window) return
    isAsking = true
    void askOnClose(window, { jobsLeft, folders }).then(({ choice, isRemembered }) => {
      isAsking = false
      if (choice === 'stay') return
      if (isRemembered) running?.rememberOnClose(choice === 'background' ? 'background' : 'quit')
      if (choice === 'next-start') return quit()
      continueWithoutWindow(folders)
    })
  }

  const handOver = (handed: StartArgument | undefined): void => {
    if (handed) void core.then((opened) => openStartArgument(handed, opened)).catch(() => {})
  }
  const takeOver = (handed: StartArgument | undefined): void => {
    show()
    handOver(handed)
  }

  app.on('second-instance', (_event, _args, _folder, data) => {
    show()
    void import('./read-messages.ts').then(({ readSecondStart }) => handOver(readSecondStart(data)))
  })
  app.on('activate', show)
  // macOS passes links and files as events, possibly before `ready`.
  const takeLater = (event: Electron.Event, text: string): void => {
    event.preventDefault()
    void app.whenReady().then(() => takeOver(readStartArgument([text], (path) => path)))
  }
  app.on('open-url', takeLater)
  app.on('open-file', takeLater)
  // Without a window and a tray there is nothing left to do; in the background the work continues.
  app.on('window-all-closed', () => {
    const isInBackground = tray !== undefined || isAskingAfterCrashes
    if (step({ kind: 'all-closed', isInBackground }) === 'quit') app.quit()
  })
  app.on('before-quit', () => void step({ kind: 'before-quit' }))
  app.on('will-quit', (event) => {
    if (step({ kind: 'will-quit' }) !== 'stop-and-exit') return
    event.preventDefault()
    void stopWork()
      .catch((error: unknown) => log({ event: 'stop-failed', message: String(error) }))
      // Not `quit`: after a postponed quit, Electron's own shutdown can hang.
      .then(() => leaveProcess(() => app.exit(0)))
  })
  // Electron would show a dialog that blocks everything. Durable data is in the library, not in this process.
  process.on('uncaughtException', fatal.uncaught)
  process.on('unhandledRejection', (reason) => log({ event: 'unhandled-rejection', message: String(reason) }))
  app.on('child-process-gone', (_event, { type, reason, name }) => log({ event: 'child-gone', type, reason, name }))

  void app.whenReady().then(() => {
    restrictSession(session.defaultSession, live)
    serveApp(session.defaultSession, { servePage })
    serveWindow({
      window: () => window,
      serveCalls: loaded.then(({ serveCalls }) => serveCalls),
      drops,
      onConnect,
    })
    if (!startsInBackground) show()
    // While the page's process starts.
    void import('./app-menu.ts').then(({ setAppMenu }) =>
      setAppMenu({
        window: () => window,
        addPaths: (paths, recursive) => void drops.then((intake) => intake.addPaths(paths, recursive)).catch(() => {}),
        openConnectionFile: (path) => takeOver({ kind: 'connection-file', path }),
        checkForUpdates: updates.checkNow,
        openSettings: () => showScreen('settings'),
        dataFolder,
      }),
    )
  })

  core.then(
    (opened) => {
      running = opened
      const why = restarts.takeReason()
      if (why !== null && window) void tellRestart(window, why)
      void drawn.then(() => opened.start()).catch((error: unknown) => log({ event: 'start-failed', ...toAppError(error).toRecord() }))
      work = followWork({
        core: opened,
        window: () => window,
        showWindow: show,
        showLibrary: () => showScreen('library'),
        onIdle: () => tray && !isWatchingOn && quit(),
      })
      if (startsInBackground && !window) continueWithoutWindow(opened.watchedOnClose().folders)
      updates.follow(opened)
      followSystem(opened)
      // The window shows itself after its first paint.
      handOver(given)
      if (isOnNetworkShare(dataFolder, process.platform)) void warnOfNetworkShare(window, dataFolder, stateFolder)
      const installation = { resources: process.resourcesPath, environment: process.env }
      // Chromium's caches.
      void drawn.then(() => excludeFromBackup(stateFolder))
      const renew = async (): Promise<void> => {
        const { renewCodeCache } = await import('./renew-code-cache.ts')
        await renewCodeCache({ dataFolder, stateFolder, page, clear: () => session.defaultSession.clearCodeCaches({}) })
      }
      setTimeout(() => void renew(), settledMs).unref()
      if (app.isPackaged) void import('./leave-links-to-package.ts').then(({ leaveLinksToPackage }) => leaveLinksToPackage(stateFolder))
      if (given) return
      void opened.offers.fromManaged(managedFolders(process.platform, installation))
      void drawn.then(async () => (await import('./move-dialogs.ts')).offerMoveWithDialogs(() => window, stateFolder))
    },
    (error: unknown) => {
      const reason = toAppError(error)
      log({ event: 'not-started', code: reason.code, message: reason.message })
      const exit = (): void => app.exit(shownFailureCode)
      // Whoever starts it again once the cause is gone gets a window of their own.
      app.releaseSingleInstanceLock()
      void tellNotStarted(reason.toRecord()).then(exit, exit)
    },
  )
}
