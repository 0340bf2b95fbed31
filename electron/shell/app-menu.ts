import { app, type BrowserWindow, dialog, Menu } from 'electron'
import { pictureExtensions } from '../../shared/pictures/accepted-pictures.ts'
import { openInSystemBrowser } from './external-links.ts'
import { findOurCommandPlace, installCommand, openDataFolder, readHomepage } from './help-menu.ts'
import { describeMenu } from './menu-template.ts'

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
