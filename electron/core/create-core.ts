import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { createActiveConnection } from './connections/active-connection.ts'
import { createConnecting } from './connections/connecting.ts'
import { createConnectionOffers } from './connections/connection-offers.ts'
import { offerManagedFile } from './connections/offer-managed-file.ts'
import { createSignInDesk } from './connections/sign-in-desk.ts'
import { createCoreIntake } from './core-intake.ts'
import type { IntakeCounts, QueueProgress } from './core-types.ts'
import { keepDatabase } from './database/keep-database.ts'
import { createChangeFeed, type Subject } from './events/change-feed.ts'
import { changedByJobs } from './events/changed-by-jobs.ts'
import { createUploadsUnderWay } from './events/uploads-under-way.ts'
import { createHandOver } from './hand-over.ts'
import type { ImageProcess } from './image-process/start-image-process.ts'
import { keepSampleRunning } from './keep-sample-running.ts'
import type { SecretStore } from './keychain/secret-store.ts'
import { createImageLocator } from './library/locate-image.ts'
import { queueUpload } from './library/queue-upload.ts'
import { openNetwork } from './open-network.ts'
import { openParts } from './open-parts.ts'
import { createOperations } from './operations/create-operations.ts'
import type { CorePorts } from './ports.ts'
import { createPublisher } from './publishing/publisher.ts'
import { retryWithoutAddress } from './publishing/retry-without-address.ts'
import { recoverInterrupted } from './queue/recover-interrupted.ts'
import { createScheduler } from './queue/scheduler.ts'
import { restoreAfterDamage } from './restore-after-damage.ts'
import { createRouter } from './router.ts'
import { createFetch } from './session/fetch-answer.ts'
import { createPendingRevocations } from './session/pending-revocations.ts'
import { createStayingSignedIn } from './session/stay-signed-in.ts'
import { createSettingsStore } from './settings/settings-store.ts'
import { createSystemEvents } from './system-events.ts'

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
  const { journal, database, images, jobs, connections, recovery } = parts
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

  const network = openNetwork(ports, getSecrets)
  const { dispatcher } = network
  const revocations = createPendingRevocations({ ...ports, dispatcher, getSecrets })
  const active = createActiveConnection({
    ...ports,
    dispatcher,
    isReachable: network.isReachable,
    revokeLater: revocations.revokeLater,
    onSessionChange: () => {
      sample.look()
      if (active.get()?.session.state().kind === 'signed-in') scheduler.liftHolds('signed-out')
      announce(['session', 'jobs'])
    },
  })

  const publisher = createPublisher({ ...ports, ...parts, getSecrets, dispatcher })
  const staying = createStayingSignedIn({ sessions: active.sessions, revocations })
  const operations = createOperations({ ...parts, dataFolder, putIntoBucket: publisher.put })
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
      queue: { counts: jobs.countByState(connections.active()?.id ?? null), holds: scheduler.listHolds() },
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

  /** Uses the connection that was active last, if any. */
  const restoreConnection = async (): Promise<void> => {
    const connection = connections.active()
    if (connection && active.get()?.connection.id !== connection.id) await active.use(connection, (await getSecrets()).store)
  }
  const announceSession = (): void => announce(['session'])
  const desk = createSignInDesk({ ...ports, onChange: announceSession })
  const connecting = createConnecting({
    active,
    connections,
    journal,
    clock,
    getSecrets,
    wake: () => scheduler.wake(),
    onSettled: ({ id, publishing }) => {
      if (publishing.kind !== 'origin') journal.write(() => retryWithoutAddress(journal, jobs, id, clock.now()))
      publisher.mended()
      scheduler.liftHolds('not-allowed')
    },
  })
  const offers = createConnectionOffers({ active, connections, connecting, desk, getSecrets, onChange: announceSession })

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
    connecting,
    desk,
    offers,
    fetch: createFetch(dispatcher),
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
    ...createHandOver({ intake, offers }),
    ...createSystemEvents({ active, scheduler, staying }),
    /** Looks at the queue again at once. */
    wake: (): void => scheduler.wake(),
    /** Keeps name and password for a proxy (`host:port`) in the keychain, or forgets them, and tries what waits. */
    setProxyPassword: async (host: string, value: { readonly user: string; readonly password: string } | null): Promise<void> => {
      await network.setProxyPassword(host, value)
      scheduler.liftHolds('offline')
    },
    completeSignIn: (redirectUrl: string): Promise<void> => desk.complete(redirectUrl),
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
      await network.close()
      parts.unlock()
    },
  }
}
