import type { Subject } from '../../shared/call.ts'
import { AppError } from '../../shared/errors.ts'
import { beginWriting } from './begin-writing.ts'
import { createCoreIntake } from './core-intake.ts'
import { type IntakeCounts, noProgress, type QueueProgress } from './core-types.ts'
import { noteCleanEnd } from './database/clean-end.ts'
import { libraryFile } from './database/library-files.ts'
import { endInOrder } from './end-in-order.ts'
import { createRouter } from './handlers/router.ts'
import { createUnfinishedIntakes } from './intake/unfinished-intakes.ts'
import { keepLibrary } from './keep-library.ts'
import { createImageLocator } from './library/locate-image.ts'
import { queueUpload } from './library/queue-upload.ts'
import type { KeptCopy } from './library/reclaim-drafts.ts'
import { resumeForFile } from './library/resume-for-file.ts'
import { openNetwork } from './net/open-network.ts'
import { openConnecting } from './open-connecting.ts'
import { openParts } from './parts/open-parts.ts'
import type { CorePorts } from './parts/ports.ts'
import { lazily } from './platform/lazily.ts'
import { createPublisher } from './publishing/publisher.ts'
import { createFileReceiver } from './receive-files.ts'
import { keepSampleRunning } from './sample/keep-sample-running.ts'
import { restartSample } from './sample/restart-sample.ts'
import { createVisionStore } from './sample/vision-store.ts'
import { createFetch } from './session/fetch-answer.ts'
import { keepRefreshPauses } from './session/keep-refresh-pauses.ts'
import { createPendingRevocations } from './session/pending-revocations.ts'
import { createStayingSignedIn } from './session/stay-signed-in.ts'
import { createSettingsStore } from './settings/settings-store.ts'
import { createSystemEvents } from './system-events.ts'
import { createChangeFeed } from './views/change-feed.ts'
import { changedByJobs } from './views/changed-by-jobs.ts'
import { describeRecoveries } from './views/recovery-notices.ts'
import { createUploadsUnderWay } from './views/uploads-under-way.ts'
import { createOperations } from './work/operations/operations.ts'
import { createPersonPause } from './work/queue/person-pause.ts'
import { createScheduler } from './work/queue/scheduler.ts'
import { createUnsentAttempts } from './work/queue/unsent-attempts.ts'
import { createActiveConnection } from './workspaces/active-connection.ts'
import { followSample } from './workspaces/follow-sample.ts'

export type { IntakeCounts, QueueProgress }
export type Core = Awaited<ReturnType<typeof createCore>>

/**
 * The whole of Packshot below the window. Errors: `data-folder-in-use`, `data-newer`, `disk-full`. A damaged library is restored and
 * `recovery` tells what a person must know.
 */
export const createCore = async (ports: CorePorts) => {
  const parts = await openParts(ports)
  const { journal, images, jobs, connections, recoveries, watch } = parts
  const { dataFolder, clock } = ports
  const listeners = new Set<() => void>()
  let isStopped = false
  const announce = (subjects: readonly Subject[]): void => {
    feed.announce(subjects)
    for (const listener of listeners) listener()
  }

  const imageProcess = lazily(ports.startImageProcess)
  const getSecrets = lazily(ports.openSecrets).get

  const network = openNetwork(ports, getSecrets)
  const { dispatcher } = network
  const revocations = createPendingRevocations({ ...ports, dispatcher, getSecrets })
  const vision = createVisionStore({ journal, getSecrets })
  const active = createActiveConnection({
    ...ports,
    startSampleWorkspace: async (folder) => ports.startSampleWorkspace(folder, await vision.forProgram()),
    onSampleUp: (connectionFile) => followSample(connectionFile, { active, connections, journal, getSecrets }),
    dispatcher,
    isReachable: network.isReachable,
    revokeLater: revocations.revokeLater,
    pauseMemoryOf: keepRefreshPauses(journal),
    onSampleDeath: (how) => sample.died(how),
    onUse: () => sample.look(),
    onSessionChange: () => {
      sample.look()
      if (active.get()?.session.state().kind === 'signed-in') scheduler.liftHolds('signed-out')
      announce(['session', 'jobs'])
    },
  })

  const publisher = createPublisher({ ...ports, ...parts, getSecrets, dispatcher })
  const staying = createStayingSignedIn({ timers: ports.timers, sessions: active.sessions, revocations })
  const operations = createOperations({ ...parts, dataFolder, files: ports.files, putIntoBucket: publisher.put })
  const concurrency = { ...ports.concurrency }
  const settings = createSettingsStore(journal, ports.concurrency['upload-source'])
  const applyAtOnce = (count: number): void => void Object.assign(concurrency, { 'upload-source': count, 'analyse-image': count })
  if (settings.isSet('atOnce')) applyAtOnce(settings.get().atOnce)
  const unsentAttempts = createUnsentAttempts(ports)
  const scheduler = createScheduler({
    ...ports,
    onUnsent: unsentAttempts.note,
    journal,
    jobs,
    concurrency,
    operations,
    workplace: active.workplace,
    onChange: (jobIds) => {
      announce(changedByJobs(jobs, jobIds))
      publisher.sweepSoon()
    },
  })

  const pause = createPersonPause({ journal, scheduler, outlastsCore: ports.keepsPause ?? false })
  const uploading = createUploadsUnderWay(journal, () => scheduler)
  const feed = createChangeFeed({
    timers: ports.timers,
    describe: () => ({
      queue: { counts: jobs.countByState(connections.active()?.id ?? null), holds: scheduler.listHolds() },
      uploading: uploading(),
      intake: intake.progress(),
      alreadyThere: intake.alreadyThere(),
    }),
    isUploading: () => scheduler.runningCount() > 0,
  })

  const intake = createCoreIntake({
    dataFolder,
    journal,
    images,
    clock,
    timers: ports.timers,
    files: ports.files,
    ids: ports.ids,
    dispatcher,
    imageProcess: { inspect: (...args) => imageProcess.get().inspect(...args), stop: async () => imageProcess.opened()?.stop() },
    onTakenIn: (image, { upload }) => {
      if (upload) queueUpload(parts, image.id, connections.active()?.id ?? null, clock.now())
      resumeForFile(parts, image.id, clock.now())
    },
    onChange: () => announce(['intake', 'library', 'jobs']),
    wake: () => scheduler.wake(),
  })

  const { desk, connecting, offers, restoreConnection, handedOver } = openConnecting({
    ...parts,
    ports,
    active,
    publisher,
    scheduler,
    getSecrets,
    onChange: () => announce(['session']),
  })

  const sample = keepSampleRunning({
    ...ports,
    isWanted: () => active.get()?.connection.isSample ?? false,
    isUp: active.isSampleUp,
    ensure: active.ensureSample,
    rest: scheduler.rest,
    hold: (why) => {
      scheduler.holdOffline(why)
      announce(['jobs'])
    },
    release: () => {
      scheduler.retryNow()
      announce(['jobs'])
    },
  })
  const keeper = keepLibrary(ports, parts)
  watch?.listen(({ kind, error }) => {
    scheduler.holdForTrouble(error)
    // Whoever waits for the failed step hears of it before the host does.
    ports.timers.soon(() => {
      announce(['jobs'])
      if (kind === 'damaged') ports.onDamage?.(error)
      else ports.onFatal?.(error)
    })
  })

  const unfinished = createUnfinishedIntakes(dataFolder, ports)
  let keptCopies: readonly KeptCopy[] = []
  if (ports.access === 'write') {
    try {
      keptCopies = await beginWriting(parts, { unsentAttempts, unfinished, imageProcess: imageProcess.get })
    } catch (error) {
      await keeper?.stop()
      journal.close()
      watch?.stop()
      await parts.keychainMark?.stop()
      parts.unlock()
      throw error
    }
    keeper?.lookSoon()
  }

  const router = createRouter({
    ...parts,
    active,
    operations,
    connecting,
    desk,
    offers,
    proxies: network.proxies,
    fetch: createFetch(dispatcher),
    scheduler,
    pause,
    publisher,
    dispatcher,
    getSecrets,
    restoreConnection,
    takeIn: intake.takeIn,
    feed,
    uploading,
    settings,
    trySample: sample.tryNow,
    vision,
    restartSample: () => restartSample({ timers: ports.timers, scheduler, stop: active.stopSample, ensure: active.ensureSample }),
    setAtOnce: (count) => {
      applyAtOnce(count)
      scheduler.wake()
    },
  })

  const closeLibrary = async (): Promise<void> => {
    isStopped = true
    journal.close()
    watch?.stop()
    await parts.keychainMark?.stop()
    if (keeper?.isTrusted() && !watch?.trouble()) noteCleanEnd(ports.files.sync, dataFolder, libraryFile(dataFolder))
  }

  return {
    router,
    /** What was repaired or restored and nobody has acknowledged yet, in plain words; `null`: nothing. */
    restored: describeRecoveries(recoveries.list(), parts.isCopy),
    /** The sequence number of the newest repeat when the library was opened: what comes after it, this process has recorded. */
    repeatsBefore: parts.repeatsBefore,
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
    offers: handedOver,
    ...createFileReceiver({ intake, images, offers, files: ports.files, unfinished, keptCopies }),
    ...createSystemEvents({ scheduler, staying }),
    /** Looks at the queue again at once. */
    wake: (): void => scheduler.wake(),
    /** What is kept for a proxy (`host:port`), for what the host itself sends through it. */
    findProxyPassword: network.findProxyPassword,
    completeSignIn: (redirectUrl: string): Promise<void> => desk.complete(redirectUrl),
    /** After the stop: none, since hosts look once more while they end. */
    progress: (): QueueProgress =>
      isStopped
        ? noProgress
        : {
            ...jobs.countByState(),
            ready: jobs.countReady(connections.active()?.id ?? null),
            elsewhere: connections.countElsewhere(),
            running: scheduler.runningCount(),
            silent: scheduler.silent(),
            takingIn: intake.left(),
            holds: scheduler.listHolds(),
          },
    /** Waits for what is under way, then lets everything go. */
    stop: () =>
      endInOrder(
        [
          ['events', () => feed.close()],
          ['intake', () => intake.stop()],
          ['refreshing', () => staying.stop()],
          ['sample watch', () => sample.stop()],
          ['jobs', () => scheduler.stop()],
          ['publishing', () => publisher.stop()],
          ['workspaces', () => active.stop()],
          ['image process', () => imageProcess.opened()?.stop()],
          ['library upkeep', () => keeper?.stop()],
          ['library', closeLibrary],
          ['network', () => network.close()],
          ['data folder', () => parts.unlock()],
        ],
        ports,
      ),
  }
}
