// Errors have their sentences wherever a core is.
import '../../shared/base/describe-error.ts'
import { AppError } from '../../shared/base/errors.ts'
import { openEvents } from './activity/lists/change-feed.ts'
import { type QueueProgress, readQueueProgress } from './activity/lists/queue-progress.ts'
import { createDropAsker } from './answers/question-sets/ask-dropped.ts'
import { createRouter } from './api.ts'
import { toNotices } from './base/database/lists/recovery-notices.ts'
import { beginWriting } from './begin-writing.ts'
import { openShopChecks } from './checks/open.ts'
import { openMeasuring } from './checks/open-measuring.ts'
import { createCoreSignals } from './core-signals.ts'
import { openExports } from './exchange/exports/open.ts'
import { openHandovers } from './exchange/handover/open.ts'
import { closeLibrary, keepLibrary } from './keep-library.ts'
import { openLibrary } from './open-library.ts'
import { type Part, startInOrder, stopInReverse } from './part.ts'
import { openCodes } from './pictures/codes/open.ts'
import { createArrivals } from './pictures/intake/arrivals.ts'
import type { IntakeCounts } from './pictures/intake/follow-intake.ts'
import { openIntake } from './pictures/intake/open.ts'
import { createFileReceiver } from './pictures/intake/receive-files.ts'
import { createImageLocator } from './pictures/library/locate-picture.ts'
import { openSentFiles } from './pictures/library/open-sent-files.ts'
import { createPublisher } from './pictures/publishing/publisher.ts'
import { openSimilar } from './pictures/similar/open.ts'
import type { CorePorts } from './ports.ts'
import { openCatalogue } from './products/catalogue/open.ts'
import { createMatchNewPictures } from './products/matching/match-new-pictures.ts'
import { openPlans } from './products/plans/open.ts'
import { openWork } from './queue/open.ts'
import type { Scheduler } from './queue/scheduler.ts'
import { openRemoved } from './removed/open.ts'
import { openWatching } from './watching/open.ts'
import { openFollowing } from './watching/open-following.ts'
import { createWatchedOnClose } from './watching/watched-on-close.ts'
import { openWayOut, openWorkspaces } from './workspaces/connections/open.ts'
import { openConnecting } from './workspaces/connections/open-connecting.ts'

/** How long the queue is held if an announced sleep does not come, or its end is not reported. */
const sleepMs = 60_000

type Ports = {
  readonly scheduler: Pick<Scheduler, 'rest' | 'retryNow' | 'stop'>
  /** Checks every session, and refreshes it if due. */
  readonly staying: { readonly look: () => Promise<void> }
}

/** A host's events for the queue: the network, the computer's sleep, the end of the work. */
const createSystemEvents = ({ scheduler, staying }: Ports) => ({
  /** The network is back, or a person says so: work that waited for it is retried now. */
  retryNow: (): void => {
    void staying.look()
    scheduler.retryNow()
  },
  /** The computer is about to sleep, so no request is started. Ends with `wakeUp`, or by itself after a minute. */
  goToSleep: (): void => scheduler.rest(sleepMs),
  /** The computer woke up: the queue resumes at once, with a valid token. Resolves when the token has been checked. */
  wakeUp: async (): Promise<void> => {
    scheduler.rest(0)
    scheduler.retryNow()
    await staying.look()
  },
  /**
   * Starts nothing more, waits a few seconds for running requests, then aborts them. Resolves to how many were aborted, once every attempt's end is
   * recorded: the remaining work is then final.
   */
  endWork: (): Promise<number> => scheduler.stop(),
})

export type { IntakeCounts, QueueProgress }
export type Core = Awaited<ReturnType<typeof createCore>>

/** Makes each part from those before it, and settles what the last end left. */
const makeParts = async (ports: CorePorts) => {
  const signals = createCoreSignals()
  const library = await openLibrary(ports)
  const { imageProcess, stopImageProcess, sentFiles, upkeep, shownConversion } = openSentFiles({ ports, library, signals })
  const way = openWayOut(ports)
  const { active, vision, staying } = openWorkspaces({ ports, library, way, signals })
  const publisher = createPublisher({ ...ports, ...library, ...way })
  const work = openWork({ ports, library, active, publisher, sentFiles, signals })
  const { scheduler } = work
  const dropAsker = createDropAsker({
    ...library,
    ...ports,
    onAsked: () => {
      scheduler.wake()
      signals.changed.send(['jobs', 'library'])
    },
  })
  const { intake, checks, removal, versions, unfinished } = openIntake({
    ports,
    library,
    imageProcess,
    way,
    signals,
    wake: scheduler.wake,
    askDropped: dropAsker.wake,
  })
  const planWorker = openPlans({ ports, library, work, signals })
  const exports = openExports({ ports, library, sentFiles, shownConversion })
  const openedLists = openCatalogue({ ports, library, signals })
  const handovers = openHandovers({ ports, library, signals, intake, openedLists })
  const reading = openCodes({ ports, library, signals, intake, checks, imageProcess })
  const similar = openSimilar({ ports, library, signals, intake, checks, imageProcess, isSending: scheduler.isHurried })
  const removedThings = openRemoved({
    ...{ ports, library, removal, sentFiles, signals },
    operations: work.operations,
    isAdding: () => intake.progress() !== null,
  })
  const shopChecks = openShopChecks({ ports, library, signals, sentFiles })
  const measuring = openMeasuring({ ports, library, signals, intake, checks, imageProcess, wanted: shopChecks.wanted })
  const { watching, watchers, fileEvents } = openWatching({
    ports,
    library,
    signals,
    intake,
    matchPictures: createMatchNewPictures({ ...library, ports }),
    wake: scheduler.wake,
  })
  const following = openFollowing({ ports, library, way, signals, openedLists })
  const connecting = openConnecting({ ports, library, way, active, publisher, scheduler, signals })
  const events = openEvents({ timers: ports.timers, library, scheduler, intake, changed: signals.changed })
  const keeper = keepLibrary(ports, () => intake.left() > 0, library)
  const begun = ports.access === 'write' ? beginWriting({ ports, library, ...work, unfinished, checks }) : []
  const keptCopies = await Promise.resolve(begun).catch(async (error: unknown) => {
    intake.stop()
    await stopImageProcess()
    await keeper?.stop()
    await library.close()
    library.unlock()
    throw error
  })
  keeper?.lookSoon()
  if (ports.access === 'write') {
    openedLists.begin()
    handovers.begin()
  }
  const parts: readonly Part[] = [
    { name: 'data folder', stop: library.unlock },
    { name: 'network', stop: way.close },
    { name: 'library', stop: () => closeLibrary(ports, library, keeper) },
    { name: 'library upkeep', stop: keeper?.stop },
    { name: 'image process', stop: stopImageProcess },
    { name: 'workspaces', start: connecting.restoreConnection, stop: active.stop },
    { name: 'refreshing', start: staying.start, stop: staying.stop },
    { name: 'converted files', start: upkeep.begin, stop: upkeep.stop },
    { name: 'publishing', start: publisher.start, stop: publisher.stop },
    { name: 'jobs', start: work.start, stop: work.stop },
    { name: 'plans', start: planWorker.wakeAlone, stop: planWorker.stop },
    { name: 'questions of dropped pictures', start: dropAsker.wake, stop: dropAsker.stop },
    { name: 'product lists', stop: openedLists.stop },
    { name: 'hand-overs', stop: handovers.stop },
    { name: 'barcodes', start: reading.begin, stop: reading.stop },
    { name: 'measuring', start: measuring.begin, stop: measuring.stop },
    { name: 'similar pictures', start: similar.begin, stop: similar.stop },
    { name: 'removed things', start: removedThings.begin, stop: removedThings.stop },
    { name: 'shop checks', start: shopChecks.begin, stop: shopChecks.stop },
    { name: 'watched folders', start: ports.watchesFolders ? () => watchers.begin() : undefined, stop: watchers.stop },
    { name: 'followed lists', start: ports.watchesFolders ? following.begin : undefined, stop: following.stop },
    { name: 'intake', start: checks.begin, stop: intake.stop },
    { name: 'events', stop: events.feed.close },
  ]
  return {
    parts,
    signals,
    library,
    sentFiles,
    shownConversion,
    way,
    active,
    vision,
    staying,
    publisher,
    work,
    intake,
    checks,
    removal,
    removedThings,
    versions,
    openedLists,
    exports,
    handovers,
    reading,
    measuring,
    similar,
    shopChecks,
    planWorker,
    watching,
    following,
    watchers,
    fileEvents,
    dropAsker,
    unfinished,
    keptCopies,
    connecting,
    events,
  }
}

/**
 * The whole of Packshot below the window. Errors: `data-folder-in-use`, `data-newer`, `disk-full`. A damaged library is restored and
 * `recovery` has the facts that a person must know.
 */
export const createCore = async (ports: CorePorts) => {
  const made = await makeParts(ports)
  const { parts, signals, library, way, active, vision, staying, publisher, work, intake, checks, connecting, events } = made
  const { scheduler } = work
  const { desk, offers, fromHost } = connecting
  const arrivals = createArrivals(() => library.connections.active()?.id ?? null)
  return {
    router: createRouter({
      ports,
      ...library,
      sentFiles: made.sentFiles,
      shownConversion: made.shownConversion,
      ...way,
      active,
      vision,
      publisher,
      ...work,
      ...connecting,
      ...events,
      addPictures: intake.addPictures,
      arrivals,
      removal: made.removal,
      removedThings: made.removedThings,
      versions: made.versions,
      openedLists: made.openedLists,
      exports: made.exports,
      handovers: made.handovers,
      readCodes: made.reading.readAll,
      measuring: made.measuring,
      similar: made.similar,
      shopChecks: made.shopChecks,
      planWorker: made.planWorker,
      watching: made.watching,
      following: made.following,
      dropAsker: made.dropAsker,
      checkPictures: checks.begin,
    }),
    /** Repairs and restores that no one had acknowledged when the library was opened. */
    restored: toNotices(library.recoveries.list(), library.isCopy),
    /** The sequence number of the newest repeat when the library was opened: what comes after it, this process has recorded. */
    repeatsBefore: library.repeatsBefore,
    /** Calls back whenever jobs or the session changed. */
    subscribe: (listener: () => void): (() => void) => signals.changed.listen(listener),
    /**
     * Starts working the queue. A sample workspace that does not come up is a hold, and is tried again. Errors: `read-only`, and those of
     * the keychain.
     */
    start: async (): Promise<void> => {
      if (ports.access === 'read') throw new AppError('read-only', { kind: 'only-reads' })
      await startInOrder(parts)
    },
    /** Resolves when access that could not be revoked before was tried again, since this started. Never rejects. */
    revocationsTried: staying.revocationsTried,
    /** Where a picture's files are, for a host that shows them; waits for its check. `undefined`: it is not in the library. */
    locateImage: createImageLocator({
      images: library.images,
      dataFolder: ports.dataFolder,
      files: ports.files,
      show: checks.show,
      sentFiles: made.sentFiles,
      shownConversion: made.shownConversion,
    }),
    /** Connections offered through the host: shown to a person, who decides. */
    offers: fromHost,
    ...createFileReceiver({
      ...made,
      arrivals,
      images: library.images,
      offers,
      openers: [made.openedLists, made.handovers],
      files: ports.files,
    }),
    ...createSystemEvents({ scheduler, staying }),
    /** Calls back with what becomes of each file of watched folders. */
    onWatchedFile: made.fileEvents.listen,
    /** Watches these folders, in a host that doesn't watch all by itself. */
    watchFolders: made.watchers.begin,
    /** All that has settled in watched folders is in the library, and checked; what is left still grows, or waits. */
    isWatchingQuiet: (): boolean => made.watchers.isQuiet() && intake.checking() === 0 && made.fileEvents.isAllTold(),
    /** Resolves when no hand-over is being merged, such as one that an earlier start was interrupted in. */
    mergeSettled: made.handovers.settled,
    /** Looks at the queue again at once. */
    wake: (): void => scheduler.wake(),
    /** The saved password of a proxy (`host:port`), for the host's own requests. */
    findProxyPassword: way.findProxyPassword,
    completeSignIn: (redirectUrl: string): Promise<void> => desk.complete(redirectUrl),
    /** `through` of what watched folders brought (WatchReport); 0: nothing that nobody has acknowledged, or after the stop. */
    watchedThrough: (): number => (library.isClosed() ? 0 : made.watching.report().through),
    /** After the stop: none, since hosts look once more while they end. */
    progress: (): QueueProgress => readQueueProgress({ library, scheduler, intake, dropAsker: made.dropAsker }),
    ...createWatchedOnClose({ ports, library, settings: work.settings }),
    /** Waits for running work, then closes everything. */
    stop: (): Promise<void> => stopInReverse(parts, ports),
  }
}
