import { app, type BrowserWindow, dialog, Menu, type MenuItemConstructorOptions } from 'electron'

type Ports = {
  readonly window: () => BrowserWindow | undefined
  readonly takeIn: (paths: readonly string[], recursive: boolean) => void
  readonly openConnectionFile: (path: string) => void
  readonly checkForUpdates: () => void
}

const pictures = [{ name: 'Pictures', extensions: ['png', 'jpg', 'jpeg', 'jpe', 'jfif'] }]

/** The system's dialogs are opened here, so that no path ever comes from the page. */
const choose = async (window: BrowserWindow | undefined, options: Electron.OpenDialogOptions): Promise<readonly string[]> => {
  const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return filePaths
}

/** The native menu with the shortcuts that people expect of it. */
export const setAppMenu = ({ window, takeIn, openConnectionFile, checkForUpdates }: Ports): void => {
  const addPictures = async (): Promise<void> => {
    const chosen = await choose(window(), { title: 'Add pictures', filters: pictures, properties: ['openFile', 'multiSelections'] })
    if (chosen.length > 0) takeIn(chosen, false)
  }
  const addFolder = async (): Promise<void> => {
    const chosen = await choose(window(), { title: 'Add a folder', properties: ['openDirectory', 'multiSelections'] })
    if (chosen.length > 0) takeIn(chosen, true)
  }
  const chooseConnection = async (): Promise<void> => {
    const filters = [{ name: 'Packshot connection', extensions: ['packshot'] }]
    const [path] = await choose(window(), { title: 'Open a connection file', filters, properties: ['openFile'] })
    if (path) openConnectionFile(path)
  }
  const isMac = process.platform === 'darwin'
  const file: MenuItemConstructorOptions[] = [
    { label: 'Add Pictures…', accelerator: 'CmdOrCtrl+O', click: () => void addPictures() },
    { label: 'Add Folder…', accelerator: 'CmdOrCtrl+Shift+O', click: () => void addFolder() },
    { type: 'separator' },
    { label: 'Open Connection File…', click: () => void chooseConnection() },
    { type: 'separator' },
    isMac ? { role: 'close' } : { role: 'quit' },
  ]
  const view: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as const] : []),
      { label: 'File', submenu: file },
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { role: 'windowMenu' },
      { role: 'help', submenu: [{ id: 'check-for-updates', label: 'Check for Updates…', click: checkForUpdates }] },
    ]),
  )
}
