import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme } from 'electron'
import { appOrigin } from './app-protocol.ts'
import { createCrashCounter } from './crash-counter.ts'
import { describeWindow, showing } from './describe-window.ts'
import { readWindowPlace, rememberWindowPlace } from './window-place.ts'

type Options = {
  /** Absolute path of the built preload. */
  readonly preload: string
  /** The file with the window's position. */
  readonly stateFolder: string
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  /** Called once, after the first paint. */
  readonly onDrawn: () => void
  /** Its process crashed too often and is not loaded again. Called before the window is gone. */
  readonly onGivenUp: () => void
}

/** Opens the window: sandboxed, isolated, shown after its first paint, loaded again when its process is gone. */
export const openWindow = ({ preload, stateFolder, log, onDrawn, onGivenUp }: Options): BrowserWindow => {
  const { maximized, ...place } = readWindowPlace(stateFolder)
  const icon = app.isPackaged && process.platform === 'linux' ? join(process.resourcesPath, 'icon.png') : undefined
  const window = new BrowserWindow(describeWindow({ place, preload, isDark: nativeTheme.shouldUseDarkColors, icon }))
  rememberWindowPlace(window, stateFolder)
  window.once('ready-to-show', () => {
    for (const act of showing(maximized === true)) window[act]()
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
