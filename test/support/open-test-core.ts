import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createRouterClient, type RouterClient } from '@orpc/server'
import { readInThread } from '../../electron/core/catalogue/start-list-thread.ts'
import { type Core, createCore } from '../../electron/core/core.ts'
import { startDatabaseWorker } from '../../electron/core/database/start-database-worker.ts'
import { headBytes, identifyFile } from '../../electron/core/formats/identify-file.ts'
import { zipArchives } from '../../electron/core/handover/zip-archives.ts'
import { createMemorySecrets } from '../../electron/core/keychain/memory-secrets.ts'
import type { SecretStore } from '../../electron/core/keychain/secret-store.ts'
import { openConnections } from '../../electron/core/net/open-connections.ts'
import type { CorePorts } from '../../electron/core/parts/ports.ts'
import { systemPlatform } from '../../electron/core/platform/platform.ts'
import { usualConcurrency } from '../../electron/core/work/operations/operations.ts'
import { noBarcodes } from './no-barcodes.ts'
import { clockAt } from './platform-at.ts'

const listThreadEntry = fileURLToPath(new URL('../../electron/core/catalogue/list-thread.ts', import.meta.url))
const databaseWorkerEntry = fileURLToPath(new URL('../../electron/core/database/database-worker.ts', import.meta.url))

/** The test's own clock: wall time, and the monotonic time since the start if the test sets it. */
export type TestPorts = Partial<Omit<CorePorts, 'clock'>> & {
  readonly clock?: { readonly now: () => number; readonly monotonic?: () => number }
}

export type TestCore = { readonly core: Core; readonly client: RouterClient<Core['router']>; readonly secrets: SecretStore }

/**
 * The real core on a temp folder, with secrets in memory and headers read instead of pictures decoded (the image process has
 * separate tests).
 */
export const openTestCore = async (dataFolder: string, more: TestPorts & { secrets?: SecretStore } = {}): Promise<TestCore> => {
  const store = more.secrets ?? createMemorySecrets()
  const files = more.files ?? systemPlatform.files
  const core = await createCore({
    dataFolder,
    access: 'write',
    ...systemPlatform,
    openConnections,
    random: () => 0,
    openSecrets: async () => ({ store }),
    openBrowser: async () => {},
    showAuthorizeUrl: () => {},
    startImageProcess: () => ({
      inspect: async ({ path, format }) => {
        const bytes = await files.read(path)
        const found = identifyFile(bytes.subarray(0, headBytes), bytes.length)
        if (found.kind !== 'image') throw new Error('not an image')
        return { format, width: found.width, height: found.height, orientation: 1, hasAlpha: false, hasGps: false }
      },
      ...noBarcodes,
      prepare: () => {},
      stop: async () => {},
    }),
    startDatabaseWorker: () => startDatabaseWorker(databaseWorkerEntry, dataFolder),
    archives: zipArchives,
    readList: (task, signal) => readInThread(listThreadEntry, task, signal),
    samplePictures: fileURLToPath(new URL('../../build/sample-pictures/pictures', import.meta.url)),
    startSampleWorkspace: async () => {
      throw new Error('not in this test')
    },
    tryVision: async () => {
      throw new Error('not in this test')
    },
    log: () => {},
    concurrency: { ...usualConcurrency, 'upload-source': 8 },
    ...more,
    clock: {
      ...clockAt(() => (more.clock ?? systemPlatform.clock).now()),
      ...(more.clock?.monotonic ? { monotonic: more.clock.monotonic } : {}),
    },
  })
  return { core, client: createRouterClient(core.router), secrets: store }
}

/** Waits until `check` returns true; fails after `limitMs`. */
export const waitFor = async (check: () => boolean | Promise<boolean>, limitMs = 150_000): Promise<void> => {
  const begun = Date.now()
  while (!(await check())) {
    if (Date.now() - begun > limitMs) throw new Error('it did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** A small valid PNG, distinct by `seed`: signature, header, one pixel and a comment. */
export const writePng = async (path: string, seed: string): Promise<void> => {
  const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  await writeFile(path, Buffer.concat([pixel, Buffer.from(seed)]))
}
