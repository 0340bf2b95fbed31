import { BrowserWindow, nativeTheme } from 'electron'
import { appOrigin } from './app-protocol.ts'
import { createCrashCounter } from './crash-counter.ts'
import { readWindowPlace, rememberWindowPlace } from './window-place.ts'

/** The page's own (renderer/theme.ts). */
const lightBackground = '#ffffff'
const darkBackground = '#181a1f'

type Options = {
  /** Absolute path of the built preload. */
  readonly preload: string
  /** Where the window's place is kept. */
  readonly stateFolder: string
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  /** There is something to see: called once. */
  readonly onDrawn: () => void
  /** Its process ended too often: it is not loaded again. Called before the window is gone. */
  readonly onGivenUp: () => void
}

/** Opens the window: sandboxed, isolated, shown when there is something to see, loaded again when its process is gone. */
export const openWindow = ({ preload, stateFolder, log, onDrawn, onGivenUp }: Options): BrowserWindow => {
  const { maximized, ...place } = readWindowPlace(stateFolder)
  const window = new BrowserWindow({
    ...place,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Packshot',
    // Shown until the page has drawn, and while the window grows.
    backgroundColor: nativeTheme.shouldUseDarkColors ? darkBackground : lightBackground,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      // Chromium would fetch dictionaries from the network.
      spellcheck: false,
      // Our page is the same at every start: its compiled code is kept from the first one on.
      v8CacheOptions: 'bypassHeatCheck',
    },
  })
  rememberWindowPlace(window, stateFolder)
  window.once('ready-to-show', () => {
    // Maximizing shows a window, so not before there is something to see.
    if (maximized) window.maximize()
    window.show()
    onDrawn()
  })
  const mayReload = createCrashCounter(Date.now)
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    log({ event: 'window-gone', reason })
    if (reason === 'clean-exit' || window.isDestroyed()) return
    if (mayReload()) setImmediate(() => window.isDestroyed() || window.webContents.reload())
    else {
      onGivenUp()
      window.destroy()
    }
  })
  void window.loadURL(`${appOrigin}/`).catch((error: unknown) => log({ event: 'window-not-loaded', message: String(error) }))
  return window
}
