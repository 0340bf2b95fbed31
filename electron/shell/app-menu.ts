import { app, type BrowserWindow, dialog, Menu, type MenuItemConstructorOptions } from 'electron'

type Ports = {
  readonly window: () => BrowserWindow | undefined
  readonly takeIn: (paths: readonly string[], recursive: boolean) => void
  readonly openConnectionFile: (path: string) => void
  readonly checkForUpdates: () => void
  readonly openSettings: () => void
}

const pictures = [{ name: 'Pictures', extensions: ['png', 'jpg', 'jpeg', 'jpe', 'jfif'] }]

/** The system's dialogs are opened here, so that no path ever comes from the page. */
const choose = async (window: BrowserWindow | undefined, options: Electron.OpenDialogOptions): Promise<readonly string[]> => {
  const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return filePaths
}

/** The native menu with the shortcuts that people expect of it. */
export const setAppMenu = ({ window, takeIn, openConnectionFile, checkForUpdates, openSettings }: Ports): void => {
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
  const updates: MenuItemConstructorOptions = { id: 'check-for-updates', label: 'Check for Updates…', click: checkForUpdates }
  const settings: MenuItemConstructorOptions = { id: 'settings', label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: openSettings }
  const file: MenuItemConstructorOptions[] = [
    { label: 'Add Pictures…', accelerator: 'CmdOrCtrl+O', click: () => void addPictures() },
    { label: 'Add Folder…', accelerator: 'CmdOrCtrl+Shift+O', click: () => void addFolder() },
    { type: 'separator' },
    { label: 'Open Connection File…', click: () => void chooseConnection() },
    { type: 'separator' },
    ...(isMac ? [{ role: 'close' } as const] : [settings, { type: 'separator' } as const, { role: 'quit' } as const]),
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
  const help: MenuItemConstructorOptions = { role: 'help', submenu: [updates] }
  // As Apple's guidelines order it; elsewhere these are under File and Help.
  const appMenu: MenuItemConstructorOptions = {
    label: app.name,
    submenu: [
      { role: 'about' },
      updates,
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [appMenu] : []),
      { label: 'File', submenu: file },
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { role: 'windowMenu' },
      ...(isMac ? [] : [help]),
    ]),
  )
}
