import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, shell } from 'electron'
import { systemSyncFiles } from '../core/base/platform/system-sync-files.ts'
import { isWebAddress } from './external-links.ts'
import { findCommandPlace } from './install-command.ts'

const show = (window: BrowserWindow | undefined, options: Electron.MessageBoxOptions): Promise<Electron.MessageBoxReturnValue> =>
  window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)

export const findOurCommandPlace = () =>
  app.isPackaged
    ? findCommandPlace({ platform: process.platform, home: homedir(), resources: process.resourcesPath, environment: process.env })
    : null

/** Puts `packshot` on the PATH, and says where it is, or what to type where it can't. */
export const installCommand = async (window: BrowserWindow | undefined): Promise<void> => {
  const place = findOurCommandPlace()
  if (place === null) return
  const { sayCommandInstalled, sayCommandNotInstalled } = await import('../../shared/command/install-command-words.ts')
  try {
    systemSyncFiles.makeFolder(dirname(place.file))
    // One that is there may be a link into an earlier installation.
    systemSyncFiles.remove(place.file)
    systemSyncFiles.write(place.file, place.content, { mode: 0o755 })
    await show(window, { type: 'info', ...sayCommandInstalled(place.file, place.isOffPath), buttons: ['OK'] })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const said = sayCommandNotInstalled(place.file, reason, place.byHand)
    const buttons = place.byHand === null ? ['OK'] : ['Copy', 'Close']
    const { response } = await show(window, { type: 'warning', ...said, buttons, cancelId: buttons.length - 1 })
    if (place.byHand !== null && response === 0) clipboard.writeText(place.byHand)
  }
}

/** The page that this package names; `null`: this is no package, or its page does not exist. */
export const readHomepage = (): string | null => {
  if (!app.isPackaged) return null
  const { homepage } = JSON.parse(systemSyncFiles.read(join(app.getAppPath(), 'package.json'))) as { homepage?: string }
  return homepage === undefined || !isWebAddress(homepage) || new URL(homepage).hostname.endsWith('.invalid') ? null : homepage
}

export const openDataFolder = async (window: BrowserWindow | undefined, dataFolder: string): Promise<void> => {
  const failed = await shell.openPath(dataFolder)
  if (failed !== '') await show(window, { type: 'warning', message: `The data folder is ${dataFolder}.`, detail: failed, buttons: ['OK'] })
}
