import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { Hold } from '../../shared/jobs.ts'
import type { OperationName } from '../../shared/session.ts'
import { createServiceDispatcher, toNetwork } from './api/create-dispatcher.ts'
import { ProxiedDispatcher } from './api/proxied-dispatcher.ts'
import { createProxyPasswords } from './api/proxy-passwords.ts'
import { createReachability } from './api/reachability.ts'
import { createActiveConnection } from './connections/active-connection.ts'
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
import { createPublisher } from './publishing/publisher.ts'
import { recoverInterrupted } from './queue/recover-interrupted.ts'
import { createScheduler } from './queue/scheduler.ts'
import { restoreAfterDamage } from './restore-after-damage.ts'
import { createRouter } from './router.ts'
import { createPendingRevocations } from './session/pending-revocations.ts'
import { createStayingSignedIn } from './session/stay-signed-in.ts'
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

  const proxyPasswords = createProxyPasswords(getSecrets)
  const network = toNetwork(ports, proxyPasswords.find)
  const dispatcher = createServiceDispatcher({ network })
  const reachability = createReachability({ network })
  const revocations = createPendingRevocations({ ...ports, dispatcher, getSecrets })
  const active = createActiveConnection({
    ...ports,
    dispatcher,
    isReachable: reachability.isReachable,
    revokeLater: revocations.revokeLater,
    onSessionChange: () => {
      if (active.get()?.session.state().kind === 'signed-in') scheduler.liftHolds('signed-out')
      announce(['session', 'jobs'])
    },
  })

  const publisher = createPublisher({ ...ports, ...parts, getSecrets, dispatcher })
  const staying = createStayingSignedIn({ sessions: () => [active.get()?.session ?? []].flat(), revocations })
  const operations: Record<OperationName, Operation> = {
    'upload-source': createUploadSource({ dataFolder, images, sources }),
    'analyse-image': createAnalyseImage({ dataFolder, images, answers, putIntoBucket: publisher.put }),
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
    onChange: (jobIds) => {
      announce(changedByJobs(journal, jobIds))
      publisher.sweepSoon()
    },
  })

  const uploading = createUploadsUnderWay(journal, () => scheduler)
  const intakeProgress = createIntakeProgress(() => announce(['intake', 'library', 'jobs']))
  const feed = createChangeFeed({
    describe: () => ({
      queue: { counts: jobs.countByState(), holds: scheduler.listHolds() },
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
    publisher,
    dispatcher,
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
      publisher.start()
      scheduler.start()
      staying.start()
    },
    /** Where a picture's files are, for a host that shows them; `undefined`: it is not in the library. */
    locateImage: createImageLocator(images, dataFolder),
    /** Takes in files and folders that the host was handed; only their numbers cross to a window. Rejects as intake does (`disk-full`). */
    takeInFiles: async (paths: readonly string[], recursive = true): Promise<IntakeCounts> =>
      toCounts(await takeIn({ paths, urls: [], recursive, upload: true })),
    /** Takes in one file that comes as bytes, under its own name (never a path). A stream that fails is a refused row. */
    takeInUpload: async (bytes: AsyncIterable<Uint8Array>, name: string): Promise<IntakeCounts> => {
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
      staying.look()
      scheduler.liftHolds('offline')
      scheduler.liftHolds('failing')
    },
    /** Looks at the queue again at once. */
    wake: (): void => scheduler.wake(),
    /** Keeps name and password for a proxy (`host:port`) in the keychain, or forgets them, and tries what waits. */
    setProxyPassword: async (host: string, value: { readonly user: string; readonly password: string } | null): Promise<void> => {
      await proxyPasswords.set(host, value)
      if (dispatcher instanceof ProxiedDispatcher) dispatcher.forgetRoutes()
      scheduler.liftHolds('offline')
    },
    completeSignIn: async (redirectUrl: string): Promise<void> => active.get()?.session.completeSignIn(redirectUrl),
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
      staying.stop()
      await scheduler.stop()
      await publisher.stop()
      await active.stop()
      await imageProcess?.stop()
      journal.close()
      // Whatever had to end has ended: nothing is waited for, least of all a network that is gone.
      await Promise.all([dispatcher.destroy().catch(() => {}), reachability.stop()])
      parts.unlock()
    },
  }
}
