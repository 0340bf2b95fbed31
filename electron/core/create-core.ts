import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { OperationName } from '../../shared/session.ts'
import { createServiceDispatcher, toNetwork } from './api/create-dispatcher.ts'
import { ProxiedDispatcher } from './api/proxied-dispatcher.ts'
import { createProxyPasswords } from './api/proxy-passwords.ts'
import { createReachability } from './api/reachability.ts'
import { createActiveConnection } from './connections/active-connection.ts'
import { createCoreIntake } from './core-intake.ts'
import type { IntakeCounts, QueueProgress } from './core-types.ts'
import { keepDatabase } from './database/keep-database.ts'
import { createChangeFeed, type Subject } from './events/change-feed.ts'
import { changedByJobs } from './events/changed-by-jobs.ts'
import { createUploadsUnderWay } from './events/uploads-under-way.ts'
import type { ImageProcess } from './image-process/start-image-process.ts'
import { keepSampleRunning } from './keep-sample-running.ts'
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

/** An announced sleep that does not come, or a waking up that is not told, holds the queue for so long. */
const sleepMs = 60_000
/** A sample workspace that starts is up within so long, or has failed (connections/start-sample-workspace.ts). */
const sampleMs = 25_000

export type { IntakeCounts, QueueProgress }
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
      sample.look()
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
  const feed = createChangeFeed({
    describe: () => ({
      queue: { counts: jobs.countByState(), holds: scheduler.listHolds() },
      uploading: uploading(),
      intake: intake.progress(),
    }),
    isUploading: () => scheduler.runningCount() > 0,
  })

  const intake = createCoreIntake({
    dataFolder,
    journal,
    images,
    clock,
    dispatcher,
    imageProcess: { inspect: (...args) => getImageProcess().inspect(...args), stop: async () => imageProcess?.stop() },
    onTakenIn: (image, { upload }) => {
      if (upload) queueUpload(jobs, image.id, connections.active()?.id ?? null, clock.now())
    },
    onChange: () => announce(['intake', 'library', 'jobs']),
    wake: () => scheduler.wake(),
  })

  /** Uses the connection that was active last, if any, unless another is being tried. */
  const restoreConnection = async (): Promise<void> => {
    const connection = connections.active()
    if (connection && !active.get()?.isTrial && active.get()?.connection.id !== connection.id)
      await active.use(connection, (await getSecrets()).store)
  }

  const sample = keepSampleRunning({
    ...ports,
    isWanted: () => active.get()?.connection.isSample ?? false,
    ensure: active.ensureSample,
    wait: () => scheduler.rest(sampleMs),
    hold: (why) => {
      scheduler.rest(0)
      scheduler.holdOffline(why)
      announce(['jobs'])
    },
    release: () => {
      scheduler.rest(0)
      scheduler.liftHolds('offline')
      announce(['jobs'])
    },
  })
  const keeper =
    ports.access === 'write'
      ? keepDatabase({
          ...ports,
          database,
          onCommit: journal.onCommit,
          startWorker: ports.startDatabaseWorker,
          hasContent: () => images.count() > 0,
        })
      : undefined

  let restored: string | null = null
  if (ports.access === 'write') {
    journal.write(() => recoverInterrupted({ journal, jobs, connections, operations }, clock.now()))
    await journal.durable()
    if (recovery) restored = await restoreAfterDamage(parts, recovery, getImageProcess)
    else keeper?.lookSoon()
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
    takeIn: intake.takeIn,
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
    /**
     * Starts working the queue. A sample workspace that does not come up is a hold, and is tried again. Errors: `read-only`, and those of
     * the keychain.
     */
    start: async (): Promise<void> => {
      if (ports.access === 'read') throw new AppError('read-only', 'This Packshot only reads the data folder.')
      try {
        await restoreConnection()
      } finally {
        const sampleTried = sample.begin()
        publisher.start()
        scheduler.start()
        staying.start()
        await sampleTried
      }
    },
    /** Where a picture's files are, for a host that shows them; `undefined`: it is not in the library. */
    locateImage: createImageLocator(images, dataFolder),
    /** Takes in files and folders that the host was handed; only their numbers cross to a window. Rejects as intake does (`disk-full`). */
    takeInFiles: intake.takeInFiles,
    /** Takes in one file that comes as bytes, under its own name (never a path). A stream that fails is a refused row. */
    takeInUpload: intake.takeInUpload,
    /** The network came back, or a person says so: what waited for it is tried now. */
    retryNow: (): void => {
      staying.look()
      scheduler.retryNow()
    },
    /** The computer is about to sleep: nothing is begun that would be cut. Ends with `wakeUp`, or by itself after a minute. */
    goToSleep: (): void => scheduler.rest(sleepMs),
    /** The computer woke up: the queue goes on at once, with a token that is still good. Resolves when the token has been looked at. */
    wakeUp: async (): Promise<void> => {
      scheduler.rest(0)
      staying.look()
      scheduler.retryNow()
      const session = active.get()?.session
      // A refresh that fails is the session's matter: it says so, and the queue holds.
      if (session?.state().kind === 'signed-in') await session.credential().catch(() => {})
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
    progress: (): QueueProgress => ({
      ...jobs.countByState(),
      ready: jobs.countReady(connections.active()?.id ?? null),
      elsewhere: connections.countWaitingElsewhere(),
      running: scheduler.runningCount(),
      holds: scheduler.listHolds(),
    }),
    /** Waits for what is under way, then lets everything go. */
    stop: async (): Promise<void> => {
      feed.close()
      staying.stop()
      sample.stop()
      await scheduler.stop()
      await publisher.stop()
      await active.stop()
      await imageProcess?.stop()
      await keeper?.stop()
      journal.close()
      // Whatever had to end has ended: nothing is waited for, least of all a network that is gone.
      await Promise.all([dispatcher.destroy().catch(() => {}), reachability.stop()])
      parts.unlock()
    },
  }
}
