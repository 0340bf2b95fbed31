import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { findDataFolder, readDataFolderOption } from './cli/data-folder.ts'
import { systemSyncFiles } from './core/platform/system-sync-files.ts'
import { readLiveServer } from './core/window/live-page.ts'
import { registerAppScheme } from './shell/app-protocol.ts'
import { restrictAllContents } from './shell/refuse-by-default.ts'
import { runApp } from './shell/run-app.ts'
import { readStartArgument } from './shell/start-arguments.ts'

// Electron's entry. One Packshot runs per data folder, and Chromium's own files are inside it.

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const start = (): void => {
  const dataFolder = findDataFolder(readDataFolderOption(process.argv), process.env, process.platform)
  const stateFolder = join(dataFolder, 'window')
  systemSyncFiles.makeFolder(stateFolder, 0o700)
  app.setPath('userData', stateFolder)
  const given = readStartArgument(process.argv.slice(1), (path) => resolve(path))
  // The running Packshot of this folder receives these arguments, and shows its window.
  if (!app.requestSingleInstanceLock({ given })) {
    app.exit(0)
    return
  }
  // The same id as in the installer's shortcut (build/package/builder-config.ts): Windows shows notifications only of known apps.
  if (process.platform === 'win32') app.setAppUserModelId('app.packshot.desktop')
  registerAppScheme()
  restrictAllContents()
  runApp({
    dataFolder,
    stateFolder,
    given,
    preload: at('../preload/preload.cjs'),
    page: at('../renderer'),
    live: app.isPackaged ? undefined : readLiveServer(process.env),
    entries: at('.'),
  })
}

start()
