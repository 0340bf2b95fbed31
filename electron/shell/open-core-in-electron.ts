import { join } from 'node:path'
import { app, session } from 'electron'
import type { AppError } from '../../shared/errors.ts'
import { type Core, createCore } from '../core/core.ts'
import { startDatabaseWorker } from '../core/database/start-database-worker.ts'
import { createImageProcess } from '../core/image-process/start-image-process.ts'
import { openSecretStore } from '../core/keychain/open-secret-store.ts'
import { openConnections } from '../core/net/open-connections.ts'
import { trustSystemCertificatesAside } from '../core/net/trust-system-certificates.ts'
import type { CorePorts } from '../core/parts/ports.ts'
import { outsideArchive } from '../core/platform/outside-archive.ts'
import { systemPlatform } from '../core/platform/platform.ts'
import { startSampleWorkspace } from '../core/sample/start-sample-workspace.ts'
import { tryVision } from '../core/sample/try-vision.ts'
import { usualConcurrency } from '../core/work/operations/operations.ts'
import { openInSystemBrowser } from './external-links.ts'
import { createRssReader } from './read-rss.ts'
import { forkUtilityWorker, spawnUtilityProgram } from './utility-worker.ts'

const imageLimits = { taskMs: 60_000, rssBytes: 1_500 * 1024 * 1024 }

export type ShellCoreOptions = {
  readonly dataFolder: string
  /** Where the build put the other processes. */
  readonly entries: string
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  readonly onDamage: (reason: AppError) => void
  readonly onFatal: (reason: AppError) => void
  readonly about: NonNullable<CorePorts['about']>
}

/** The core in Electron's main process; everything that decodes pictures or serves them is a utilityProcess. */
export const openShellCore = ({ dataFolder, entries, log, onDamage, onFatal, about }: ShellCoreOptions): Promise<Core> => {
  const ready = trustSystemCertificatesAside()
  // The first answer to the window says where secrets are kept: asked for while the library is opened.
  const secrets = openSecretStore({ loadKeytar: () => import('keytar'), dataFolder })
  return createCore({
    dataFolder,
    access: 'write',
    ...systemPlatform,
    openConnections,
    network: { kind: 'system', resolveProxy: (url) => session.defaultSession.resolveProxy(url), ready },
    openSecrets: () => secrets,
    openKeychain: () => secrets,
    openBrowser: openInSystemBrowser,
    showAuthorizeUrl: () => {},
    startImageProcess: () =>
      createImageProcess({
        spawn: () => forkUtilityWorker(join(entries, 'image-process.js')),
        workers: 2,
        limits: imageLimits,
        ...(process.platform === 'linux' ? {} : { readRss: createRssReader(() => app.getAppMetrics()) }),
      }),
    startDatabaseWorker: () => startDatabaseWorker(outsideArchive(join(entries, 'database-worker.js')), dataFolder),
    samplePictures: outsideArchive(join(entries, 'sample-pictures')),
    startSampleWorkspace: (folder, vision) =>
      startSampleWorkspace(join(entries, 'sample-workspace.js'), folder, vision, spawnUtilityProgram),
    tryVision: (vision) => tryVision(join(entries, 'sample-workspace.js'), vision, spawnUtilityProgram),
    log,
    onDamage,
    onFatal,
    about,
    concurrency: usualConcurrency,
    keepsPause: true,
  })
}
