// Errors have their sentences wherever a core is.
import '../../shared/words/errors/describe-error.ts'
import { AppError } from '../../shared/errors.ts'
import { createMatchNewPictures } from './handlers/match-new-pictures.ts'
import { createRouter } from './handlers/router.ts'
import { createArrivals } from './intake/arrivals.ts'
import type { IntakeCounts } from './intake/follow-intake.ts'
import { createFileReceiver } from './intake/receive-files.ts'
import { createImageLocator } from './library/locate-image.ts'
import { createAttachDisplay } from './library/show-attaches.ts'
import { beginWriting } from './parts/begin-writing.ts'
import { createCoreSignals } from './parts/core-signals.ts'
import { closeLibrary, keepLibrary } from './parts/keep-library.ts'
import { openCatalogue } from './parts/open-catalogue.ts'
import { openCodes } from './parts/open-codes.ts'
import { openConnecting } from './parts/open-connecting.ts'
import { openExports } from './parts/open-exports.ts'
import { openHandovers } from './parts/open-handovers.ts'
import { openIntake } from './parts/open-intake.ts'
import { openLibrary } from './parts/open-library.ts'
import { openMeasuring } from './parts/open-measuring.ts'
import { openPlans } from './parts/open-plans.ts'
import { openSentFiles } from './parts/open-sent-files.ts'
import { openShopChecks } from './parts/open-shop-checks.ts'
import { openSimilar } from './parts/open-similar.ts'
import { openWatching } from './parts/open-watching.ts'
import { openWork } from './parts/open-work.ts'
import { openWayOut, openWorkspaces } from './parts/open-workspaces.ts'
import { type Part, startInOrder, stopInReverse } from './parts/part.ts'
import type { CorePorts } from './parts/ports.ts'
import { createSystemEvents } from './parts/system-events.ts'
import { createWatchedOnClose } from './parts/watched-on-close.ts'
import { createListDisplay } from './products/show-lists.ts'
import { createPublisher } from './publishing/publisher.ts'
import { createDropAsker } from './question-sets/ask-dropped.ts'
import { openEvents } from './views/change-feed.ts'
import { type QueueProgress, readQueueProgress } from './views/queue-progress.ts'
import { toNotices } from './views/recovery-notices.ts'

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
  const connecting = openConnecting({ ports, library, way, active, publisher, scheduler, signals })
  const events = openEvents({ timers: ports.timers, library, scheduler, intake, changed: signals.changed })
  const keeper = keepLibrary(ports, () => intake.left() > 0, library)
  const attachDisplay = createAttachDisplay({ ...library, ...ports, onShown: () => signals.changed.send(['library']) })
  const listDisplay = createListDisplay({ ...library, ...ports, onShown: () => signals.changed.send(['library', 'products']) })
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
    attachDisplay.begin()
    listDisplay.begin()
  }
  const parts: readonly Part[] = [
    { name: 'data folder', stop: library.unlock },
    { name: 'network', stop: way.close },
    { name: 'library', stop: () => closeLibrary(ports, library, keeper) },
    { name: 'library upkeep', stop: keeper?.stop },
    { name: 'pictures of long attaches', stop: attachDisplay.stop },
    { name: 'sources of long lists', stop: listDisplay.stop },
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
    { name: 'shop checks', start: shopChecks.begin, stop: shopChecks.stop },
    { name: 'watched folders', start: ports.watchesFolders ? () => watchers.begin() : undefined, stop: watchers.stop },
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
