import { fileURLToPath } from 'node:url'
import { startDatabaseWorker } from '../../electron/core/base/database/start-database-worker.ts'
import type { Core } from '../../electron/core/core.ts'
import { createImagePool, type ImagePool } from '../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { usualConcurrency } from '../../electron/core/operations.ts'
import { startCopyThread } from '../../electron/core/pictures/intake/start-copy-thread.ts'
import { noBarcodes } from '../support/no-barcodes.ts'
import { openTestCore } from '../support/open-test-core.ts'

const copyThreadEntry = fileURLToPath(new URL('../../out/main/copy-thread.js', import.meta.url))
const databaseWorkerEntry = fileURLToPath(new URL('../../out/main/database-worker.js', import.meta.url))
const imageProcessEntry = fileURLToPath(new URL('../../out/main/image-process.js', import.meta.url))

export const startWorkers = (): ImagePool =>
  createImagePool({
    spawn: () => forkImageWorker(imageProcessEntry),
    workers: 2,
    limits: { taskMs: 60_000, rssBytes: 1_500 * 1024 * 1024 },
  })

const noDecoding: ImagePool = {
  inspect: async ({ format }) => ({ format, width: 240, height: 160, orientation: 1, hasAlpha: false, hasGps: false }),
  ...noBarcodes,
  prepare: () => {},
  stop: async () => {},
}

export const openCore = (dataFolder: string, decode: boolean) =>
  openTestCore(dataFolder, {
    random: Math.random,
    startImageProcess: () => (decode ? startWorkers() : noDecoding),
    startCopyThread: () => startCopyThread(copyThreadEntry, dataFolder),
    // In its thread, as in the window: its checks and snapshots would stop what is measured.
    startDatabaseWorker: () => startDatabaseWorker(databaseWorkerEntry, dataFolder),
    concurrency: usualConcurrency,
    // As in the window: a library that was closed in order is checked later.
    onDamage: () => {},
  })

export type Client = Awaited<ReturnType<typeof openCore>>['client']

export const connect = (client: Client, baseUrl: string) =>
  client.session.connect({ kind: 'api-key', baseUrl, apiKey: 'bench-key', rates: { 'upload-source': null } })

const patienceMs = 60_000

/**
 * Waits until `files` jobs are done. Checking costs time, so it checks only when that is possible: each job announces its end
 * and its start, so half as many are left at each check.
 */
export const untilDone = async (core: Core, files: number): Promise<void> => {
  let left = files
  let timer: NodeJS.Timeout | undefined
  let unsubscribe = (): void => {}
  try {
    await new Promise<void>((resolve, reject) => {
      const onTime = (): void => reject(new Error(`The queue stands still: ${JSON.stringify(core.progress())}`))
      timer = setTimeout(onTime, patienceMs)
      unsubscribe = core.subscribe(() => {
        left -= 1
        if (left > 0) return
        const { waiting, running, parked } = core.progress()
        left = waiting + running
        clearTimeout(timer)
        if (parked > 0) reject(new Error(`${parked} uploads were parked.`))
        else if (left === 0) resolve()
        else timer = setTimeout(onTime, patienceMs)
      })
      core.start().catch(reject)
    })
  } finally {
    // A timer that later work starts would keep the process for a minute.
    unsubscribe()
    clearTimeout(timer)
  }
}

/** What a measured task comes to; see `Outcome`. */
export type Work = {
  readonly count: number
  readonly done?: number
  readonly phases?: Readonly<Record<string, number>>
  readonly bytes?: Readonly<Record<string, number>>
}

/** Measures the work. */
export type Timed = (work: () => Promise<Work>) => Promise<Work>
