import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, type BrowserWindow } from 'electron'
import type { AppUpdater } from 'electron-updater'
import type { UpdatesState, WhyNoUpdates } from '../../shared/base/updates.ts'
import { describeUpdates } from '../../shared/base/updates-words.ts'
import { createProxyAnswers } from '../core/base/network/answer-proxies.ts'
import type { Core } from '../core/core.ts'
import { classifyUpdateError } from './updates/classify-update-error.ts'
import { isAtWork } from './updates/is-at-work.ts'
import { isSignedUpdate } from './updates/signed-update.ts'
import { initialUpdateState, stepUpdate, type UpdateEffect, type UpdateEvent, type UpdateState } from './updates/update-machine.ts'
import { findWhyNoUpdates } from './updates/why-no-updates.ts'
import { offerUpdate, tellAboutUpdate, tellUpdatesAreOff } from './updates-dialogs.ts'

/** The file in which a package names its updater: written by electron-builder, only for systems with their own packages. */
const readKindOfPackage = (): string => {
  try {
    return readFileSync(join(process.resourcesPath, 'package-type'), 'utf8').trim()
  } catch {
    return ''
  }
}

type UpdateSource =
  | { readonly kind: 'none'; readonly why: WhyNoUpdates }
  /**
   * `key`: of those who may make a version (signed-update.ts). `installsAtQuit`: a version that was offered is installed when Packshot is
   * quit. Not on Linux: an AppImage would be replaced, and a package manager ask for a password, without anybody wanting that now.
   */
  | { readonly kind: 'feed'; readonly configFile: string; readonly key: string; readonly installsAtQuit: boolean }

/** Packaging writes the key into the app's own package.json (build/package/builder-config.ts). */
const readKey = (): string => {
  if (!app.isPackaged) return process.env.PACKSHOT_UPDATE_PUBLIC_KEY ?? ''
  const { updateKey } = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8')) as { readonly updateKey?: string }
  return updateKey ?? ''
}

/**
 * Whether this Packshot can update itself, and from where: the build writes the address into the package. Only one that is
 * not installed reads it from the environment (PACKSHOT_UPDATE_CONFIG and PACKSHOT_UPDATE_PUBLIC_KEY, for tests).
 */
const findUpdateSource = (): UpdateSource => {
  const configFile = app.isPackaged ? join(process.resourcesPath, 'app-update.yml') : process.env.PACKSHOT_UPDATE_CONFIG
  if (!configFile) return { kind: 'none', why: 'not-installed' }
  const isOfSystem = process.platform === 'linux' && !process.env.APPIMAGE
  const why = findWhyNoUpdates({ configFile, kindOfPackage: isOfSystem ? readKindOfPackage() : null, exists: existsSync })
  if (why !== null) return { kind: 'none', why }
  return { kind: 'feed', configFile, key: readKey(), installsAtQuit: process.platform !== 'linux' }
}

const firstLookMs = 10_000
const lookEveryMs = 6 * 60 * 60_000
/** Shortest interval between counts of the queue in milliseconds, as each costs a query. Only while an update waits for its end. */
const lookAtWorkEveryMs = 1_000

type Ports = {
  readonly window: () => BrowserWindow | undefined
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  /** Stops the core's work and releases its folder. */
  readonly stopWork: () => Promise<void>
  /** The work has stopped; the updater closes the windows and quits. */
  readonly onInstall: () => void
  /** The current version stays; this process ends and starts again. */
  readonly onInstallFailed: () => void
}

export type Updates = {
  /** For the settings: whether and when. */
  readonly state: () => UpdatesState
  /** A person asked to check; shows the result. */
  readonly checkNow: () => void
  /** Starts automatic checks, without disturbing this core's work. */
  readonly follow: (core: Core) => void
}

type Feed = Extract<UpdateSource, { kind: 'feed' }>

/**
 * electron-updater with its feed. It downloads nothing by itself: we check the announcement's signature first. Then it checks the download's
 * hash, which was signed, and on Windows and macOS the system's signature.
 */
const openUpdater = async ({ configFile, installsAtQuit }: Feed, log: Ports['log']): Promise<AppUpdater> => {
  const { default: module } = await import('electron-updater')
  const { autoUpdater } = module
  autoUpdater.updateConfigPath = configFile
  autoUpdater.forceDevUpdateConfig = !app.isPackaged
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = installsAtQuit
  autoUpdater.allowDowngrade = false
  // The updates' server would learn who asks.
  autoUpdater.requestHeaders = { 'x-user-staging-id': 'none' }
  const tell = (level: string) => (message?: unknown) => log({ event: 'updater', level, message: String(message).split('\n')[0] })
  autoUpdater.logger = { info: tell('info'), warn: tell('warn'), error: tell('error') }
  return autoUpdater
}

/** Checks for newer versions. Installs one on request when no work is running, or when Packshot quits. */
export const createUpdates = ({ window, log, stopWork, onInstall, onInstallFailed }: Ports): Updates => {
  const source = findUpdateSource()
  const whyNot = source.kind === 'none' ? source.why : undefined
  let state = initialUpdateState
  let core: Core | undefined
  let opened: Promise<AppUpdater> | undefined
  let isInstalling = false
  const proxies = createProxyAnswers(async (host) => (await core?.findProxyPassword(host)) ?? null)

  const open = (feed: Feed): Promise<AppUpdater> => {
    opened ??= openUpdater(feed, log).then((updater) => {
      updater.on('update-not-available', () => step({ kind: 'newest' }))
      updater.on('update-available', (announced) => {
        if (!isSignedUpdate(announced, feed.key)) {
          log({ event: 'update-not-signed', version: announced.version })
          return step({ kind: 'failed', why: 'refused' })
        }
        step({ kind: 'found', version: announced.version })
        // Its events report the outcome; the promise only repeats it.
        void updater.downloadUpdate().catch(() => undefined)
      })
      updater.on('update-downloaded', ({ version }) => step({ kind: 'ready', version }))
      updater.on('error', (error) => step({ kind: 'failed', why: proxies.isRefused() ? 'proxy' : classifyUpdateError(error) }))
      // It uses Chromium's network: Chromium handles the system's proxies, PAC and certificates; we supply proxy passwords.
      // Its types miss that Electron may pass no user name.
      updater.on('login', (question, answer) => void proxies.answer(question, answer as (user?: string, password?: string) => void))
      return updater
    })
    return opened
  }

  /** Unchanged: the current version is still installed. */
  const startAgain = (): void => {
    app.relaunch(process.env.APPIMAGE ? { execPath: process.env.APPIMAGE } : undefined)
    onInstallFailed()
  }

  /** The core releases its folder first, because the new version starts while this one still ends. */
  const install = async (feed: Feed): Promise<void> => {
    const updater = await open(feed)
    isInstalling = true
    updater.once('error', startAgain)
    try {
      await stopWork()
      onInstall()
      app.releaseSingleInstanceLock()
      updater.quitAndInstall(true, true)
    } catch (error) {
      log({ event: 'update-failed', effect: 'install', message: String(error) })
      startAgain()
    }
  }

  const look = async (feed: Feed): Promise<void> => {
    const updater = await open(feed)
    proxies.begin()
    const found = await updater.checkForUpdates().catch(() => undefined)
    if (found === null) step({ kind: 'failed', why: 'unreachable' })
  }

  const act = async (effect: UpdateEffect, feed: Feed): Promise<void> => {
    switch (effect.kind) {
      case 'look':
        return look(feed)
      case 'tell':
        return tellAboutUpdate(window(), effect.what, state.version)
      case 'offer':
        return step({ kind: 'answered', choice: await offerUpdate(window(), { ...effect, installsAtQuit: feed.installsAtQuit }) })
      case 'install':
        return install(feed)
    }
  }

  /** The current state, because minutes may pass between a question and its answer. */
  const readWork = (): UpdateState => ({ ...state, isAtWork: core !== undefined && isAtWork(core.progress()) })

  const step = (event: UpdateEvent): void => {
    if (source.kind === 'none' || isInstalling) return
    const before = state.phase
    const next = stepUpdate(event.kind === 'ready' || event.kind === 'answered' ? readWork() : state, event)
    state = next.state
    if (state.phase !== before || event.kind === 'failed')
      log({ event: 'update', phase: state.phase, version: state.version, ...(event.kind === 'failed' && { why: event.why }) })
    for (const effect of next.effects)
      void act(effect, source).catch((error: unknown) => log({ event: 'update-failed', effect: effect.kind, message: String(error) }))
  }

  return {
    state: () => whyNot ?? 'on',
    checkNow: () => {
      if (whyNot) void tellUpdatesAreOff(window(), describeUpdates(whyNot))
      else step({ kind: 'check', isAsked: true })
    },
    follow: (followed) => {
      core = followed
      log({ event: 'updates', state: whyNot ?? 'on' })
      if (whyNot) return
      let isDue = false
      followed.subscribe(() => {
        if (isDue || state.phase !== 'ready') return
        isDue = true
        setTimeout(() => {
          isDue = false
          if (!isInstalling) step({ kind: 'work', isGoingOn: readWork().isAtWork })
        }, lookAtWorkEveryMs)
      })
      setTimeout(() => step({ kind: 'check', isAsked: false }), firstLookMs)
      setInterval(() => step({ kind: 'check', isAsked: false }), lookEveryMs)
    },
  }
}
