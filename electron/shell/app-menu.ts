import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, Menu, shell } from 'electron'
import { pictureExtensions } from '../../shared/pictures/accepted-pictures.ts'
import { systemSyncFiles } from '../core/base/platform/system-sync-files.ts'
import { isWebAddress, openInSystemBrowser } from './external-links.ts'
import { findCommandPlace } from './install-command.ts'
import { describeMenu } from './menu-template.ts'

const show = (window: BrowserWindow | undefined, options: Electron.MessageBoxOptions): Promise<Electron.MessageBoxReturnValue> =>
  window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)

const findOurCommandPlace = () =>
  app.isPackaged
    ? findCommandPlace({ platform: process.platform, home: homedir(), resources: process.resourcesPath, environment: process.env })
    : null

/** Puts `packshot` on the PATH, and says where it is, or what to type where it can't. */
const installCommand = async (window: BrowserWindow | undefined): Promise<void> => {
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
const readHomepage = (): string | null => {
  if (!app.isPackaged) return null
  const { homepage } = JSON.parse(systemSyncFiles.read(join(app.getAppPath(), 'package.json'))) as { homepage?: string }
  return homepage === undefined || !isWebAddress(homepage) || new URL(homepage).hostname.endsWith('.invalid') ? null : homepage
}

const openDataFolder = async (window: BrowserWindow | undefined, dataFolder: string): Promise<void> => {
  const failed = await shell.openPath(dataFolder)
  if (failed !== '') await show(window, { type: 'warning', message: `The data folder is ${dataFolder}.`, detail: failed, buttons: ['OK'] })
}

type Ports = {
  readonly window: () => BrowserWindow | undefined
  readonly addPaths: (paths: readonly string[], recursive: boolean) => void
  readonly openConnectionFile: (path: string) => void
  readonly checkForUpdates: () => void
  readonly openSettings: () => void
  readonly dataFolder: string
}

const pictures = [{ name: 'Pictures', extensions: [...pictureExtensions] }]

/** The system's dialogs are opened here, so that no path ever comes from the page. */
const choose = async (window: BrowserWindow | undefined, options: Electron.OpenDialogOptions): Promise<readonly string[]> => {
  const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return filePaths
}

/** What Ctrl/⌘ Z does where the focus is; where the page doesn't answer it, such as in a field, what was typed is undone. */
const undoInPage = async (window: BrowserWindow | undefined): Promise<void> => {
  if (!window) return
  const mod = process.platform === 'darwin' ? 'metaKey' : 'ctrlKey'
  const press = `new KeyboardEvent('keydown', { key: 'z', ${mod}: true, bubbles: true, cancelable: true })`
  const isLeft: unknown = await window.webContents.executeJavaScript(`(document.activeElement ?? document.body).dispatchEvent(${press})`)
  if (isLeft === true) window.webContents.undo()
}

/** The native menu with the shortcuts that people expect of it. */
export const setAppMenu = ({ window, addPaths, openConnectionFile, checkForUpdates, openSettings, dataFolder }: Ports): void => {
  const addPictures = async (): Promise<void> => {
    const chosen = await choose(window(), { title: 'Add pictures', filters: pictures, properties: ['openFile', 'multiSelections'] })
    if (chosen.length > 0) addPaths(chosen, false)
  }
  const addFolder = async (): Promise<void> => {
    const chosen = await choose(window(), { title: 'Add a folder', properties: ['openDirectory', 'multiSelections'] })
    if (chosen.length > 0) addPaths(chosen, true)
  }
  const chooseConnection = async (): Promise<void> => {
    const filters = [{ name: 'Packshot connection', extensions: ['packshot'] }]
    const [path] = await choose(window(), { title: 'Open a connection file', filters, properties: ['openFile'] })
    if (path) openConnectionFile(path)
  }
  const homepage = readHomepage()
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      describeMenu({
        platform: process.platform,
        appName: app.name,
        isPackaged: app.isPackaged,
        addPictures: () => void addPictures(),
        addFolder: () => void addFolder(),
        openConnectionFile: () => void chooseConnection(),
        checkForUpdates,
        openSettings,
        undo: () => void undoInPage(window()).catch(() => {}),
        openDataFolder: () => void openDataFolder(window(), dataFolder),
        openHomepage: homepage === null ? undefined : () => void openInSystemBrowser(homepage),
        installCommand: findOurCommandPlace() === null ? undefined : () => void installCommand(window()),
      }),
    ),
  )
}
