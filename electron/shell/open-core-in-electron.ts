import { app, session, shell } from 'electron'
import type { AppError } from '../../shared/base/errors.ts'
import { trustSystemCertificatesAside } from '../core/base/network/trust-system-certificates.ts'
import { type Core, createCore } from '../core/core.ts'
import { entriesIn, makeNodePorts } from '../core/node-ports.ts'
import type { CorePorts } from '../core/ports.ts'
import { chooseFolder, chooseTarget } from './choose-target.ts'
import { openInSystemBrowser } from './external-links.ts'
import { findLoginItem } from './login-item.ts'
import { createRssReader } from './read-rss.ts'
import { forkUtilityWorker, spawnUtilityProgram } from './utility-worker.ts'

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
