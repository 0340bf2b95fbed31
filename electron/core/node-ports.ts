import { userInfo } from 'node:os'
import { join } from 'node:path'
import { startLongThread } from './base/database/long-reader.ts'
import { startReaderThread } from './base/database/reader.ts'
import { startDatabaseWorker } from './base/database/start-database-worker.ts'
import { loadKeytar } from './base/keychain/load-keytar.ts'
import { openSecretStore } from './base/keychain/open-secret-store.ts'
import { openConnections } from './base/network/open-connections.ts'
import { lazily } from './base/platform/lazily.ts'
import { outsideArchive } from './base/platform/outside-archive.ts'
import { systemPlatform } from './base/platform/platform.ts'
import { zipArchives } from './exchange/handover/zip-archives.ts'
import { createImagePool, type ImagePoolPorts } from './formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from './formats/decoding-process/fork-decoding-process.ts'
import { usualConcurrency } from './operations.ts'
import { startCopyThread } from './pictures/intake/start-copy-thread.ts'
import type { CorePorts } from './ports.ts'
import { readInThread } from './products/catalogue/start-list-thread.ts'
import { openInBrowser } from './service/session/open-in-browser.ts'
import type { SpawnProgram } from './workspaces/sample/spawn-node-program.ts'
import { startSampleWorkspace } from './workspaces/sample/start-sample-workspace.ts'
import { tryVision } from './workspaces/sample/try-vision.ts'

/** Absolute paths of the built processes and threads, and of the sample pictures. */
export type NodeEntries = Readonly<
  Record<
    | 'imageProcess'
    | 'databaseWorker'
    | 'readerThread'
    | 'longReaderThread'
    | 'copyThread'
    | 'listThread'
    | 'sampleWorkspace'
    | 'samplePictures',
    string
  >
>

/** As the build names them in its folder. */
export const entriesIn = (folder: string): NodeEntries => ({
  imageProcess: join(folder, 'image-process.js'),
  databaseWorker: join(folder, 'database-worker.js'),
  readerThread: join(folder, 'reader-thread.js'),
  longReaderThread: join(folder, 'long-reader-thread.js'),
  copyThread: join(folder, 'copy-thread.js'),
  listThread: join(folder, 'list-thread.js'),
  sampleWorkspace: join(folder, 'sample-workspace.js'),
  samplePictures: join(folder, 'sample-pictures'),
})

type Options = {
  readonly dataFolder: string
  readonly entries: NodeEntries
  /** How the host starts its children; absent: as processes of Node. */
  readonly forkWorker?: typeof forkImageWorker
  readonly spawnProgram?: SpawnProgram
  readonly readRss?: ImagePoolPorts['readRss']
}

const imageLimits = { taskMs: 60_000, rssBytes: 1_500 * 1024 * 1024 }
/** Of reading barcodes: with the lowest priority, a busy computer leaves little time. */
const codeLimits = { taskMs: 120_000, rssBytes: 1_000 * 1024 * 1024 }
/**
 * Of measuring and reading print: its two threads hold 650 to 860 MB between pictures. A process is kept up to half of this; with less, each sixth picture
 * or so would load the networks again.
 */
const measuringLimits = { taskMs: 120_000, rssBytes: 2_000 * 1024 * 1024 }

/** Some systems know no name for who runs a program, such as in a container. */
const readUserName = (): string => {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

/** The ports that are the same in every host: this computer's files, clock, keychain, network, children and threads. */
export const makeNodePorts = ({ dataFolder, entries, forkWorker = forkImageWorker, spawnProgram, readRss }: Options) => {
  const keychain = lazily(() => openSecretStore({ loadKeytar, dataFolder })).get
  return {
    ...systemPlatform,
    dataFolder,
    openConnections,
    openSecrets: keychain,
    openKeychain: keychain,
    openBrowser: openInBrowser,
    userName: readUserName,
    startImageProcess: () =>
      createImagePool({
        spawn: (niceness) => forkWorker(entries.imageProcess, niceness),
        workers: 2,
        limits: imageLimits,
        codeLimits,
        measuringLimits,
        ...(readRss ? { readRss } : {}),
      }),
    startDatabaseWorker: () => startDatabaseWorker(outsideArchive(entries.databaseWorker), dataFolder),
    startReader: () => startReaderThread(outsideArchive(entries.readerThread), dataFolder),
    startLongReader: (task) => startLongThread(outsideArchive(entries.longReaderThread), dataFolder, task),
    startCopyThread: () => startCopyThread(outsideArchive(entries.copyThread), dataFolder),
    archives: zipArchives,
    readList: (task, signal) => readInThread(outsideArchive(entries.listThread), task, signal),
    samplePictures: outsideArchive(entries.samplePictures),
    startSampleWorkspace: (folder, vision) => startSampleWorkspace(entries.sampleWorkspace, folder, vision, spawnProgram),
    tryVision: (vision) => tryVision(entries.sampleWorkspace, vision, spawnProgram),
    concurrency: usualConcurrency,
  } satisfies Partial<CorePorts>
}
