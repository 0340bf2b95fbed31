import type { MenuItemConstructorOptions } from 'electron'

type Options = {
  readonly platform: NodeJS.Platform
  readonly appName: string
  readonly isPackaged: boolean
  readonly addPictures: () => void
  readonly addFolder: () => void
  readonly openConnectionFile: () => void
  readonly checkForUpdates: () => void
  readonly openSettings: () => void
  readonly undo: () => void
  readonly openDataFolder: () => void
  /** Absent: the package names no page. */
  readonly openHomepage: (() => void) | undefined
  /** Absent: the package itself has put the command on the PATH. */
  readonly installCommand: (() => void) | undefined
}

/** The menu in each system's usual order: on macOS app-wide entries are in the app's own menu, elsewhere under File and Help. */
export const describeMenu = (options: Options): MenuItemConstructorOptions[] => {
  const { platform, appName, isPackaged, addPictures, addFolder, openConnectionFile, checkForUpdates, openSettings } = options
  const isMac = platform === 'darwin'
  const updates: MenuItemConstructorOptions = { id: 'check-for-updates', label: 'Check for Updates…', click: checkForUpdates }
  const settings: MenuItemConstructorOptions = { id: 'settings', label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: openSettings }
  const file: MenuItemConstructorOptions[] = [
    { label: 'Add Pictures…', accelerator: 'CmdOrCtrl+O', click: addPictures },
    { label: 'Add Folder…', accelerator: 'CmdOrCtrl+Shift+O', click: addFolder },
    { type: 'separator' },
    { label: 'Open Connection File…', click: openConnectionFile },
    { type: 'separator' },
    ...(isMac ? [{ role: 'close' } as const] : [settings, { type: 'separator' } as const, { role: 'quit' } as const]),
  ]
  // As Electron's own `editMenu`, except that its Undo knows only what was typed.
  const edit: MenuItemConstructorOptions[] = [
    { label: 'Undo', accelerator: 'CmdOrCtrl+Z', click: options.undo },
    { role: 'redo' },
    { type: 'separator' },
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    ...(isMac ? [{ role: 'pasteAndMatchStyle' } as const] : []),
    { role: 'delete' },
    { role: 'selectAll' },
  ]
  const view: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    ...(isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  // As Apple's guidelines order it.
  const appMenu: MenuItemConstructorOptions = {
    label: appName,
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
  const help: MenuItemConstructorOptions = {
    role: 'help',
    submenu: [
      ...(options.openHomepage ? [{ label: 'Documentation', click: options.openHomepage }] : []),
      // Both are in Settings: what to copy into a report, and the licences.
      { label: 'Report a Problem…', click: openSettings },
      { label: 'Licences…', click: openSettings },
      { type: 'separator' },
      { label: 'Open Data Folder', click: options.openDataFolder },
      ...(options.installCommand ? [{ label: 'Install the packshot Command…', click: options.installCommand }] : []),
      ...(isMac ? [] : [{ type: 'separator' } as const, updates]),
    ],
  }
  return [
    ...(isMac ? [appMenu] : []),
    { label: 'File', submenu: file },
    { label: 'Edit', submenu: edit },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
    help,
  ]
}
