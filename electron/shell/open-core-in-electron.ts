import { homedir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { app, BrowserWindow, dialog, session, shell } from 'electron'
import type { AppError } from '../../shared/base/errors.ts'
import { backgroundSwitch } from '../cli/start-switches.ts'
import { trustSystemCertificatesAside } from '../core/base/network/trust-system-certificates.ts'
import { systemSyncFiles } from '../core/base/platform/system-sync-files.ts'
import { type Core, createCore } from '../core/core.ts'
import type { ChooseTarget } from '../core/exchange/exports/chosen-targets.ts'
import { entriesIn, makeNodePorts } from '../core/node-ports.ts'
import type { CorePorts, LoginItem } from '../core/ports.ts'
import { describeAutostart, findAutostartFile } from './autostart-file.ts'
import { openInSystemBrowser } from './external-links.ts'
import { createRssReader } from './read-rss.ts'
import { forkUtilityWorker, spawnUtilityProgram } from './utility-worker.ts'

const kinds: Readonly<Record<string, string>> = {
  '.xlsx': 'Excel workbook',
  '.csv': 'CSV',
  '.txt': 'Text',
  '.packshot-handover': 'Packshot hand-over',
}

/** Asks for a folder to watch. */
const chooseFolder = async (): Promise<string | null> => {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const options = { title: 'Watch a folder', properties: ['openDirectory'] as 'openDirectory'[] }
  const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return filePaths[0] ?? null
}

/** The system's own dialogs. The one for a file asks before an existing file is replaced. */
const chooseTarget: ChooseTarget = async ({ kind, name }) => {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const folder = (() => {
    try {
      return app.getPath('documents')
    } catch {
      return homedir()
    }
  })()
  if (kind === 'folder') {
    const options = {
      title: 'Export pictures to',
      defaultPath: folder,
      properties: ['openDirectory', 'createDirectory'] as ('openDirectory' | 'createDirectory')[],
    }
    const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
    return filePaths[0] ?? null
  }
  const ending = extname(name)
  const options = {
    title: 'Export',
    defaultPath: join(folder, name),
    filters: ending === '' ? [] : [{ name: kinds[ending] ?? ending.slice(1).toUpperCase(), extensions: [ending.slice(1)] }],
  }
  const { filePath } = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options))
  return filePath === undefined || filePath === '' ? null : filePath
}

const onLinux = (): LoginItem => {
  const file = findAutostartFile(homedir(), process.env)
  const program = process.env.APPIMAGE ?? process.execPath
  return {
    isOn: () => systemSyncFiles.exists(file),
    set: (on) => {
      if (!on) return systemSyncFiles.remove(file)
      systemSyncFiles.makeFolder(dirname(file))
      systemSyncFiles.write(file, describeAutostart(program, join(process.resourcesPath, 'icon.png')))
    },
  }
}

const args = [backgroundSwitch]

/** Whether the system starts Packshot when this user signs in; it keeps that itself. `undefined`: this is no installed app. */
const findLoginItem = (): LoginItem | undefined => {
  if (!app.isPackaged) return undefined
  if (process.platform === 'linux') return onLinux()
  return {
    isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
    set: (on) => app.setLoginItemSettings({ openAtLogin: on, args }),
  }
}

export type ShellCoreOptions = {
  readonly dataFolder: string
  /** Where the build put the other processes. */
  readonly entries: string
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  readonly onDamage: (reason: AppError) => void
  readonly onFatal: (reason: AppError) => void
  readonly about: NonNullable<CorePorts['about']>
  readonly onWatched: NonNullable<CorePorts['onWatched']>
  readonly onAnswered: NonNullable<CorePorts['onAnswered']>
}

/** The core in Electron's main process; everything that decodes pictures or serves them is a utilityProcess. */
export const openShellCore = ({
  dataFolder,
  entries,
  log,
  onDamage,
  onFatal,
  about,
  onWatched,
  onAnswered,
}: ShellCoreOptions): Promise<Core> => {
  const ready = trustSystemCertificatesAside()
  const ports = makeNodePorts({
    dataFolder,
    entries: entriesIn(entries),
    forkWorker: forkUtilityWorker,
    spawnProgram: spawnUtilityProgram,
    ...(process.platform === 'linux' ? {} : { readRss: createRssReader(() => app.getAppMetrics()) }),
  })
  // The window's first answer includes where secrets are stored, so this is read while the library opens.
  void ports.openSecrets()
  return createCore({
    ...ports,
    access: 'write',
    network: { kind: 'system', resolveProxy: (url) => session.defaultSession.resolveProxy(url), ready: () => ready },
    openBrowser: openInSystemBrowser,
    showAuthorizeUrl: () => {},
    chooseTarget,
    chooseFolder,
    onWatched,
    onAnswered,
    showInFolder: (path) => shell.showItemInFolder(path),
    log,
    onDamage,
    onFatal,
    about,
    loginItem: findLoginItem(),
    keepsPause: true,
    watchesFolders: true,
  })
}
