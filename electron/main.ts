import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { noDisplayWords, sayUnknownArgument } from '../shared/base/start-words.ts'
import { findDataFolder, readDataFolderOption } from './cli/data-folder.ts'
import { exitCodes } from './cli/exit-codes.ts'
import { systemSyncFiles } from './core/base/platform/system-sync-files.ts'
import { readLiveServer } from './core/window/live-page.ts'
import { registerAppScheme } from './shell/app-protocol.ts'
import { isStartInBackground, readCommandLine } from './shell/command-line.ts'
import { takePrivateFolder } from './shell/private-folder.ts'
import { restrictAllContents } from './shell/refuse-by-default.ts'
import { runApp } from './shell/run-app.ts'
import { refusesWithoutSandbox } from './shell/sandbox-off.ts'
import { shownFailureCode } from './shell/shown-failure-code.ts'
import { readStartArgument } from './shell/start-arguments.ts'
import { findUnknownArgument } from './shell/unknown-argument.ts'

// Electron's entry: the window, or the command. One window runs per data folder, and Chromium's own files are inside it.

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Chromium and the lock against a second start write into it, and end without a word where they can't. Throws the system's error. */
const openStateFolder = (folder: string): void => {
  systemSyncFiles.makeFolder(folder, 0o700)
  const probe = join(folder, 'start-probe')
  systemSyncFiles.write(probe, ' '.repeat(4_096))
  systemSyncFiles.remove(probe)
}

const start = (): void => {
  const dataFolder = findDataFolder(readDataFolderOption(process.argv), process.env, process.platform)
  const stateFolder = join(dataFolder, 'window')
  const unknown = app.isPackaged ? findUnknownArgument(process.argv.slice(1), existsSync) : undefined
  if (unknown !== undefined) {
    process.stderr.write(`${sayUnknownArgument(unknown)}\n`)
    app.exit(exitCodes.failed)
    return
  }
  // Chromium would end with a fault of its own.
  if (app.isPackaged && process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    process.stderr.write(`${noDisplayWords}\n`)
    app.exit(shownFailureCode)
    return
  }
  const isOff = app.commandLine.hasSwitch('no-sandbox')
  if (app.isPackaged && refusesWithoutSandbox({ isOff, environment: process.env, user: process.getuid?.() })) {
    if (takePrivateFolder()) void import('./shell/end-unstarted.ts').then(({ endWithoutSandbox }) => endWithoutSandbox())
    return
  }
  try {
    openStateFolder(stateFolder)
  } catch (error) {
    if (takePrivateFolder()) void import('./shell/end-unstarted.ts').then(({ endWithoutFolder }) => endWithoutFolder(dataFolder, error))
    return
  }
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
    startsInBackground: isStartInBackground(process.argv),
    preload: at('../preload/preload.cjs'),
    page: at('../renderer'),
    live: app.isPackaged ? undefined : readLiveServer(process.env),
    entries: at('.'),
  })
}

const commandLine = readCommandLine(process.argv)
if (commandLine === null) start()
else if (takePrivateFolder()) {
  void import('./shell/run-as-command.ts').then(({ runAsCommand }) => runAsCommand(commandLine, at('.')))
}
