import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { findDataFolder } from './cli/data-folder.ts'
import { readLiveServer } from './core/window/live-page.ts'
import { registerAppScheme } from './shell/app-protocol.ts'
import { readHandedOver } from './shell/handed-over.ts'
import { restrictAllContents } from './shell/refuse-by-default.ts'
import { runApp } from './shell/run-app.ts'

// Electron's entry. The data folder decides everything: one Packshot for each, and Chromium's own files lie inside it.

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const readDataFolder = (args: readonly string[]): string => {
  const place = args.findIndex((one) => one === '--data-dir' || one.startsWith('--data-dir='))
  const named = place < 0 ? undefined : (args[place]?.split('=', 2)[1] ?? args[place + 1])
  return findDataFolder(named, process.env, process.platform)
}

const start = (): void => {
  const dataFolder = readDataFolder(process.argv)
  const stateFolder = join(dataFolder, 'window')
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 })
  app.setPath('userData', stateFolder)
  const given = readHandedOver(process.argv.slice(1), (path) => resolve(path))
  // The first Packshot of this folder gets what this one was given, and shows itself.
  if (!app.requestSingleInstanceLock({ given })) {
    app.exit(0)
    return
  }
  // As the installer's shortcut has it (build/package/builder-config.ts): Windows shows notifications of known apps only.
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
