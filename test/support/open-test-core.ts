import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createRouterClient, type RouterClient } from '@orpc/server'
import { createMemorySecrets } from '../../electron/core/base/keychain/memory-secrets.ts'
import type { SecretStore } from '../../electron/core/base/keychain/secret-store.ts'
import { openConnections } from '../../electron/core/base/network/open-connections.ts'
import { systemPlatform } from '../../electron/core/base/platform/platform.ts'
import { systemTimers } from '../../electron/core/base/platform/timers.ts'
import { type Core, createCore } from '../../electron/core/core.ts'
import { zipArchives } from '../../electron/core/exchange/handover/zip-archives.ts'
import { headBytes, identifyFile } from '../../electron/core/formats/kinds/identify-file.ts'
import { usualConcurrency } from '../../electron/core/operations.ts'
import type { CorePorts } from '../../electron/core/ports.ts'
import { type Check, countAssertion, findLack } from './check.ts'
import { noBarcodes } from './no-barcodes.ts'
import { createTestTime, type TestTime } from './test-time.ts'
import { readListHere, startDatabaseWorkHere } from './without-threads.ts'

/** The test's own clock: wall time, and the monotonic time since the start if the test sets it. */
export type TestPorts = Partial<Omit<CorePorts, 'clock'>> & {
  readonly clock?: { readonly now: () => number; readonly monotonic?: () => number }
}

export type TestCore = {
  readonly core: Core
  readonly client: RouterClient<Core['router']>
  readonly secrets: SecretStore
  /** Moves this core's time on (test-time.ts). Not where the test has timers of its own. */
  readonly pass: TestTime['pass']
  /** Moves this core's time on until `check` holds, no further than needed. */
  readonly passUntil: TestTime['passUntil']
}

/**
 * The real core on a temp folder, with secrets in memory and headers read instead of pictures decoded (the image process has
 * separate tests).
 */
export const openTestCore = async (dataFolder: string, more: TestPorts & { secrets?: SecretStore } = {}): Promise<TestCore> => {
  const store = more.secrets ?? createMemorySecrets()
  const files = more.files ?? systemPlatform.files
  const time = createTestTime(() => (more.clock ?? systemPlatform.clock).now())
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
    startDatabaseWorker: () => startDatabaseWorkHere(dataFolder),
    archives: zipArchives,
    readList: readListHere,
    samplePictures: fileURLToPath(new URL('../../build/sample-pictures/pictures', import.meta.url)),
    startSampleWorkspace: async () => {
      throw new Error('not in this test')
    },
    tryVision: async () => {
      throw new Error('not in this test')
    },
    log: () => {},
    concurrency: { ...usualConcurrency, 'upload-source': 8 },
    timers: time.timers,
    ...more,
    clock: { ...time.clock, ...(more.clock?.monotonic ? { monotonic: more.clock.monotonic } : {}) },
  })
  const { pass, passUntil } = time
  return { core, client: createRouterClient(core.router), secrets: store, pass, passUntil }
}

/**
 * Waits for something that another process, a thread or a service of the test's does: until `check` holds. After `limitMs`, which only a
 * test that hangs reaches, it fails with what there was instead.
 */
export const waitFor = async (check: Check, limitMs = 150_000): Promise<void> => {
  const until = performance.now() + limitMs
  for (;;) {
    const lack = await findLack(check)
    if (lack === undefined) return countAssertion()
    if (performance.now() > until) throw lack
    await systemTimers.sleep(10)
  }
}

/** A small valid PNG, distinct by `seed`: signature, header, one pixel and a comment. */
export const writePng = async (path: string, seed: string): Promise<void> => {
  const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  await writeFile(path, Buffer.concat([pixel, Buffer.from(seed)]))
}
