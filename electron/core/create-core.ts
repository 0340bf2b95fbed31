import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { Hold } from '../../shared/jobs.ts'
import type { OperationName } from '../../shared/session.ts'
import { createServiceDispatcher } from './api/create-dispatcher.ts'
import { createActiveConnection } from './connections/active-connection.ts'
import { createConnecting } from './connections/connecting.ts'
import { createConnectionOffers } from './connections/connection-offers.ts'
import { offerManagedFile } from './connections/offer-managed-file.ts'
import { isConnectionFileName } from './connections/offer-source.ts'
import { createSignInDesk } from './connections/sign-in-desk.ts'
import { saveDailySnapshot } from './database/snapshots.ts'
import { createChangeFeed, type Subject } from './events/change-feed.ts'
import { changedByJobs } from './events/changed-by-jobs.ts'
import { createUploadsUnderWay } from './events/uploads-under-way.ts'
import type { ImageProcess } from './image-process/start-image-process.ts'
import { createIntakeProgress } from './intake/intake-progress.ts'
import { createIntake, type IntakeRequest, type IntakeSummary } from './intake/take-in.ts'
import type { SecretStore } from './keychain/secret-store.ts'
import { createImageLocator } from './library/locate-image.ts'
import { queueUpload } from './library/queue-upload.ts'
import { openParts } from './open-parts.ts'
import { createAnalyseImage } from './operations/analyse-image.ts'
import { createAttachSources } from './operations/attach-sources.ts'
import { createCreateProduct } from './operations/create-product.ts'
import type { Operation } from './operations/operation.ts'
import { createUploadSource } from './operations/upload-source.ts'
import type { CorePorts } from './ports.ts'
import { recoverInterrupted } from './queue/recover-interrupted.ts'
import { createScheduler } from './queue/scheduler.ts'
import { restoreAfterDamage } from './restore-after-damage.ts'
import { createRouter } from './router.ts'
import { createFetch } from './session/fetch-answer.ts'
import { createSettingsStore } from './settings/settings-store.ts'

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

/** What became of files that were handed over. */
export type IntakeCounts = { readonly added: number; readonly known: number; readonly refused: number }

const toCounts = ({ added, known, refused }: IntakeSummary): IntakeCounts => ({
  added: added.length,
  known: known.length,
  refused: refused.length,
})

export type Core = Awaited<ReturnType<typeof createCore>>

/**
 * The whole of Packshot below the window. Errors: `data-folder-in-use`, `data-newer`, `disk-full`. A damaged library is restored and
 * `recovery` tells what a person must know.
 */
export const createCore = async (ports: CorePorts) => {
  const parts = await openParts(ports)
  const { journal, database, images, sources, jobs, answers, products, connections, recovery } = parts
  const { dataFolder, clock } = ports
  const listeners = new Set<() => void>()
  const announce = (subjects: readonly Subject[]): void => {
    feed.announce(subjects)
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
      announce(['session', 'jobs'])
    },
  })

  const operations: Record<OperationName, Operation> = {
    'upload-source': createUploadSource({ dataFolder, images, sources }),
    'analyse-image': createAnalyseImage({ dataFolder, images, answers }),
    'create-product': createCreateProduct({ products }),
    'attach-sources': createAttachSources({ products, sources, isPresent: images.isPresent }),
  }
  const concurrency = { ...ports.concurrency }
  const settings = createSettingsStore(journal, ports.concurrency['upload-source'])
  const applyAtOnce = (count: number): void => {
    concurrency['upload-source'] = count
    concurrency['analyse-image'] = count
  }
  if (settings.isSet('atOnce')) applyAtOnce(settings.get().atOnce)
  const scheduler = createScheduler({
    journal,
    jobs,
    clock,
    random: ports.random,
    concurrency,
    operations,
    workplace: active.workplace,
    onChange: (jobIds) => announce(changedByJobs(journal, jobIds)),
  })

  const uploading = createUploadsUnderWay(journal, () => scheduler)
  const intakeProgress = createIntakeProgress(() => announce(['intake', 'library', 'jobs']))
  const feed = createChangeFeed({
    describe: () => ({
      queue: { counts: jobs.countByState(connections.active()?.id ?? null), holds: scheduler.listHolds() },
      uploading: uploading(),
      intake: intakeProgress.get(),
    }),
    isUploading: () => scheduler.runningCount() > 0,
  })

  const intake = createIntake({
    dataFolder,
    journal,
    images,
    clock,
    dispatcher,
    imageProcess: { inspect: (...args) => getImageProcess().inspect(...args), stop: async () => imageProcess?.stop() },
    onTakenIn: (image, { upload }) => {
      if (upload) queueUpload(jobs, image.id, connections.active()?.id ?? null, clock.now())
    },
  })
  const wakeAfter = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } finally {
      scheduler.wake()
    }
  }
  const takeIn = (request: IntakeRequest): Promise<IntakeSummary> =>
    wakeAfter(
      intakeProgress.follow(request, (onProgress) =>
        // Uploads begin with the first batch, not after the last.
        intake.takeIn(request, (summary) => {
          scheduler.wake()
          onProgress(summary)
        }),
      ),
    )

  /** Uses the connection that was active last, if any. */
  const restoreConnection = async (): Promise<void> => {
    const connection = connections.active()
    if (connection && active.get()?.connection.id !== connection.id) await active.use(connection, (await getSecrets()).store)
  }
  const announceSession = (): void => announce(['session'])
  const desk = createSignInDesk({ ...ports, onChange: announceSession })
  const connecting = createConnecting({ active, connections, journal, clock, getSecrets, wake: () => scheduler.wake() })
  const offers = createConnectionOffers({ active, connections, connecting, desk, getSecrets, onChange: announceSession })

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
    connecting,
    desk,
    offers,
    fetch: createFetch(dispatcher),
    scheduler,
    getSecrets,
    restoreConnection,
    takeIn,
    feed,
    uploading,
    settings,
    setAtOnce: (count) => {
      applyAtOnce(count)
      scheduler.wake()
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
    /** Where a picture's files are, for a host that shows them; `undefined`: it is not in the library. */
    locateImage: createImageLocator(images, dataFolder),
    /** Connections that the host was handed: shown to a person, who decides. */
    offers: {
      fromFile: offers.fromFile,
      fromLink: (link: string): void => offers.fromForm({ kind: 'link', link }),
      /** What a managed installation carries in one of these folders, offered once while no workspace is connected. */
      fromManaged: (folders: readonly string[]): Promise<void> =>
        offerManagedFile(folders, { connections, offers, journal, log: ports.log }),
      /** Something that was handed over can't be used. */
      refuse: (error: unknown): void => offers.refuse(error, null),
    },
    /** Takes in files and folders that the host was handed; connection files among them are offered; only their numbers cross to a window. Rejects as intake does (`disk-full`). */
    takeInFiles: async (paths: readonly string[], recursive = true): Promise<IntakeCounts> => {
      const pictures = paths.filter((path) => !isConnectionFileName(path))
      for (const path of paths) if (isConnectionFileName(path)) await offers.fromFile(path)
      return pictures.length === 0
        ? { added: 0, known: 0, refused: 0 }
        : toCounts(await takeIn({ paths: pictures, urls: [], recursive, upload: true }))
    },
    /** Takes in one file that comes as bytes, under its own name (never a path). A stream that fails is a refused row. */
    takeInUpload: async (bytes: AsyncIterable<Uint8Array>, name: string): Promise<IntakeCounts> => {
      if (isConnectionFileName(name)) {
        await offers.fromBytes(bytes, name)
        return { added: 0, known: 0, refused: 0 }
      }
      const request = { paths: [], urls: [name], recursive: false, upload: true }
      const follow = intakeProgress.follow(request, async (onProgress) => {
        const summary = await intake.takeInBytes(bytes, name, request)
        onProgress(summary)
        return summary
      })
      return toCounts(await wakeAfter(follow))
    },
    /** Looks at the queue again at once: the computer woke up, or the network came back. What waited for the network is tried now. */
    retryNow: (): void => {
      scheduler.liftHolds('offline')
      scheduler.liftHolds('failing')
    },
    /** Looks at the queue again at once. */
    wake: (): void => scheduler.wake(),
    completeSignIn: (redirectUrl: string): Promise<void> => desk.complete(redirectUrl),
    progress: (): QueueProgress => {
      const ready: Partial<Record<OperationName, number>> = {}
      const rows = journal.all(
        "SELECT operation, count(*) AS n FROM jobs WHERE state = 'waiting' AND blocked_by = 0 AND connection_id IS :active GROUP BY operation",
        { active: connections.active()?.id ?? null },
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
      feed.close()
      await scheduler.stop()
      await active.stop()
      await imageProcess?.stop()
      journal.close()
      await dispatcher.close().catch(() => {})
      parts.unlock()
    },
  }
}
