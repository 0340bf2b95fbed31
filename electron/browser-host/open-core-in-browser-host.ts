import { join } from 'node:path'
import type { AppError } from '../../shared/errors.ts'
import { type Core, createCore } from '../core/core.ts'
import { startDatabaseWorker } from '../core/database/start-database-worker.ts'
import { forkImageWorker } from '../core/image-process/fork-image-worker.ts'
import { createImageProcess } from '../core/image-process/start-image-process.ts'
import { openSecretStore } from '../core/keychain/open-secret-store.ts'
import { openConnections } from '../core/net/open-connections.ts'
import { trustSystemCertificatesAside } from '../core/net/trust-system-certificates.ts'
import { systemPlatform } from '../core/platform/platform.ts'
import { startSampleWorkspace } from '../core/sample/start-sample-workspace.ts'
import { tryVision } from '../core/sample/try-vision.ts'
import { openInBrowser } from '../core/session/open-in-browser.ts'
import { usualConcurrency } from '../core/work/operations/operations.ts'

const imageLimits = { taskMs: 60_000, rssBytes: 1_500 * 1024 * 1024 }

type Options = {
  readonly dataFolder: string
  /** Where the build put the other processes. */
  readonly entries: string
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  readonly say: (line: string) => void
  /** The disk failed: this process must end. */
  readonly onFatal: (reason: AppError) => void
  /** The library is damaged: a new start repairs it. */
  readonly onDamage: (reason: AppError) => void
}

/** The core under plain Node; its children are Node processes. */
export const openBrowserHostCore = ({ dataFolder, entries, log, say, onFatal, onDamage }: Options): Promise<Core> => {
  const ready = trustSystemCertificatesAside()
  const secrets = openSecretStore({ loadKeytar: () => import('keytar'), dataFolder })
  return createCore({
    dataFolder,
    access: 'write',
    ...systemPlatform,
    openConnections,
    network: { kind: 'environment', variables: process.env, ready },
    openSecrets: () => secrets,
    openKeychain: () => secrets,
    openBrowser: openInBrowser,
    showAuthorizeUrl: (url) => say(`Open this address to allow access:\n${url}`),
    startImageProcess: () =>
      createImageProcess({ spawn: () => forkImageWorker(join(entries, 'image-process.js')), workers: 2, limits: imageLimits }),
    startDatabaseWorker: () => startDatabaseWorker(join(entries, 'database-worker.js'), dataFolder),
    samplePictures: join(entries, 'sample-pictures'),
    startSampleWorkspace: (folder, vision) => startSampleWorkspace(join(entries, 'sample-workspace.js'), folder, vision),
    tryVision: (vision) => tryVision(join(entries, 'sample-workspace.js'), vision),
    log,
    onFatal,
    onDamage,
    concurrency: usualConcurrency,
    keepsPause: true,
  })
}
