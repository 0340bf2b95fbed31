import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { Hold } from '../../shared/jobs.ts'
import type { OperationName } from '../../shared/session.ts'
import { createServiceDispatcher } from './api/create-dispatcher.ts'
import { createActiveConnection } from './connections/active-connection.ts'
import { createConnectionStore } from './connections/connection-store.ts'
import { createJournal } from './database/journal.ts'
import { lockDataFolder } from './database/lock-data-folder.ts'
import { openDatabase, openDatabaseReadOnly, type Recovery } from './database/open-database.ts'
import { saveDailySnapshot } from './database/snapshots.ts'
import type { ImageProcess } from './image-process/start-image-process.ts'
import { createIntake } from './intake/take-in.ts'
import type { SecretStore } from './keychain/secret-store.ts'
import { createImageStore } from './library/image-store.ts'
import { queueUpload } from './library/queue-upload.ts'
import { rebuildLibrary } from './library/rebuild-library.ts'
import { createSourceStore } from './library/source-store.ts'
import { createAnalyseImage } from './operations/analyse-image.ts'
import { createAttachSources } from './operations/attach-sources.ts'
import { createCreateProduct } from './operations/create-product.ts'
import type { Operation } from './operations/operation.ts'
import { createUploadSource } from './operations/upload-source.ts'
import type { CorePorts } from './ports.ts'
import { createProductStore } from './products/product-store.ts'
import { createAnswerStore } from './questions/answer-store.ts'
import { createJobStore } from './queue/job-store.ts'
import { recoverInterrupted } from './queue/recover-interrupted.ts'
import { createScheduler } from './queue/scheduler.ts'
import { createRouter } from './router.ts'

/** How much of the queue is left, for a host that waits for it. */
export type QueueProgress = {
  readonly running: number
  readonly waiting: number
  /** Waiting jobs of the active connection that wait for nothing but their turn, by operation. */
  readonly ready: Readonly<Partial<Record<OperationName, number>>>
  /** Waiting jobs that were asked for while another workspace was connected. */
  readonly elsewhere: readonly { readonly name: string; readonly baseUrl: string; readonly waiting: number }[]
  readonly parked: number
  readonly done: number
  readonly holds: readonly Hold[]
}

export type Core = Awaited<ReturnType<typeof createCore>>

/** The parts that handlers share; made here once, no singletons. */
export type CoreParts = Awaited<ReturnType<typeof openParts>>

const openParts = async (ports: CorePorts) => {
  const writes = ports.access === 'write'
  const unlock = writes ? lockDataFolder(ports.dataFolder) : () => {}
  let recovery: Recovery | null = null
  try {
    if (writes) mkdirSync(ports.dataFolder, { recursive: true, mode: 0o700 })
    const opened = writes
      ? openDatabase(ports.dataFolder, ports.clock.now())
      : { database: openDatabaseReadOnly(ports.dataFolder), recovery: null }
    recovery = opened.recovery
    const { database } = opened
    const journal = createJournal(database)
    const images = createImageStore(journal)
    const sources = createSourceStore(journal)
    const jobs = createJobStore(journal)
    const answers = createAnswerStore(journal)
    const products = createProductStore(journal)
    const connections = createConnectionStore(journal)
    return { ports, database, journal, images, sources, jobs, answers, products, connections, recovery, unlock }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * The whole of Packshot below the window. Errors: `data-folder-in-use`, `data-newer`, `disk-full`. A damaged library is restored and
 * `recovery` tells what a person must know.
 */
export const createCore = async (ports: CorePorts) => {
  const parts = await openParts(ports)
  const { journal, database, images, sources, jobs, answers, products, connections, recovery } = parts
  const { dataFolder, clock } = ports
  const listeners = new Set<() => void>()
  const announce = (): void => {
    for (const listener of listeners) listener()
  }

  let imageProcess: ImageProcess | undefined
  const getImageProcess = (): ImageProcess => {
    imageProcess ??= ports.startImageProcess()
    return imageProcess
  }
  let secrets: Promise<{ readonly store: SecretStore; readonly reason?: string }> | undefined
  const getSecrets = () => {
    secrets ??= ports.openSecrets()
    return secrets
  }

  const dispatcher = createServiceDispatcher()
  const active = createActiveConnection({
    ...ports,
    dispatcher,
    onSessionChange: () => {
      if (active.get()?.session.state().kind === 'signed-in') scheduler.liftHolds('signed-out')
      announce()
    },
  })

  const operations: Record<OperationName, Operation> = {
    'upload-source': createUploadSource({ dataFolder, images, sources }),
    'analyse-image': createAnalyseImage({ dataFolder, images, answers }),
    'create-product': createCreateProduct({ products }),
    'attach-sources': createAttachSources({ products, sources }),
  }
  const scheduler = createScheduler({
    journal,
    jobs,
    clock,
    random: ports.random,
    concurrency: ports.concurrency,
    operations,
    workplace: active.workplace,
    onChange: announce,
  })

  let uploadOnIntake = true
  const intake = createIntake({
    dataFolder,
    journal,
    images,
    clock,
    dispatcher,
    imageProcess: { inspect: (...args) => getImageProcess().inspect(...args), stop: async () => imageProcess?.stop() },
    onTakenIn: (image) => {
      if (uploadOnIntake) queueUpload(jobs, image.id, connections.active()?.id ?? null, clock.now())
    },
  })
  const takeIn: typeof intake.takeIn = async (request, onProgress) => {
    try {
      // Uploads begin with the first batch, not after the last.
      return await intake.takeIn(request, (summary) => {
        scheduler.wake()
        onProgress?.(summary)
      })
    } finally {
      scheduler.wake()
    }
  }

  /** Uses the connection that was active last, if any, unless another is being tried. */
  const restoreConnection = async (): Promise<void> => {
    const connection = connections.active()
    if (connection && !active.get()?.isTrial && active.get()?.connection.id !== connection.id)
      await active.use(connection, (await getSecrets()).store)
  }

  let restored: string | null = null
  if (ports.access === 'write') {
    journal.write(() => recoverInterrupted({ journal, jobs, connections, operations }, clock.now()))
    await journal.durable()
    if (recovery) restored = await restoreAfterDamage(parts, recovery, getImageProcess)
    else if (images.count() > 0) saveDailySnapshot(database, dataFolder, clock.now(), ports.log)
    await rm(join(dataFolder, 'drafts'), { recursive: true, force: true })
  }

  const router = createRouter({
    ...parts,
    active,
    scheduler,
    getSecrets,
    restoreConnection,
    takeIn: async (request, upload) => {
      uploadOnIntake = upload
      return takeIn(request)
    },
  })

  return {
    router,
    /** What was found damaged and restored at this start, in plain words; `null`: nothing. */
    restored,
    /** Calls back whenever jobs or the session changed. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Starts working the queue. */
    start: async (): Promise<void> => {
      if (ports.access === 'read') throw new AppError('read-only', 'This Packshot only reads the data folder.')
      await restoreConnection()
      if (active.get()?.connection.isSample) await active.ensureSample()
      scheduler.start()
    },
    completeSignIn: async (redirectUrl: string): Promise<void> => active.get()?.session.completeSignIn(redirectUrl),
    progress: (): QueueProgress => {
      const ready: Partial<Record<OperationName, number>> = {}
      const rows = journal.all(
        "SELECT operation, count(*) AS n FROM jobs WHERE state = 'waiting' AND blocked_by = 0 AND connection_id IS ? GROUP BY operation",
        connections.active()?.id ?? null,
      )
      for (const row of rows) ready[row.operation as OperationName] = Number(row.n)
      return {
        ...jobs.countByState(),
        ready,
        elsewhere: connections.countWaitingElsewhere(),
        running: scheduler.runningCount(),
        holds: scheduler.listHolds(),
      }
    },
    /** Waits for what is under way, then lets everything go. */
    stop: async (): Promise<void> => {
      await scheduler.stop()
      await active.stop()
      await imageProcess?.stop()
      journal.close()
      await dispatcher.close().catch(() => {})
      parts.unlock()
    },
  }
}

const restoreAfterDamage = async (parts: CoreParts, recovery: Recovery, imageProcess: () => ImageProcess): Promise<string> => {
  const back = await rebuildLibrary({ ...parts, ...parts.ports, imageProcess })
  parts.journal.write(() => parts.products.doubtAllLists())
  await parts.journal.durable()
  const since =
    recovery.snapshotAt === null ? 'There was no snapshot' : `It was restored as of ${new Date(recovery.snapshotAt).toISOString()}`
  return (
    `The library file was damaged; it was set aside as ${recovery.setAside}. ${since}, and ${back.length} pictures came back from the originals. ` +
    'Questions, answers and attachments made since then may be missing: ask for them again. Before a product’s list is replaced, you will be asked what it shows.'
  )
}
