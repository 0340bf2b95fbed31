import type { DatabaseSync } from 'node:sqlite'
import { createContentLists } from './answers/brand-voices/content-lists.ts'
import { createWrittenTexts } from './answers/brand-voices/written-texts.ts'
import { createOtherSourceStore } from './answers/other-sources/other-source-store.ts'
import { createDueAsks } from './answers/question-sets/due-asks.ts'
import { createSetStore } from './answers/question-sets/set-store.ts'
import { createAnswerStore } from './answers/questions/answer-store.ts'
import { createKeptSelections } from './answers/sheet/kept-selections.ts'
import { createSheetStore } from './answers/sheet/sheet-store.ts'
import { flushNameFirst } from './base/database/flush-file.ts'
import { createJournal } from './base/database/journal.ts'
import { walFile } from './base/database/library-files.ts'
import { createLibraryWatch } from './base/database/library-watch.ts'
import { lockDataFolder } from './base/database/lock-data-folder.ts'
import { createLongReader } from './base/database/long-reader.ts'
import { type OpenedLibrary, openDatabase, openDatabaseReadOnly, type ReadLibrary } from './base/database/open-database.ts'
import { createReader } from './base/database/reader.ts'
import { createRecoveryStore } from './base/database/recovery-store.ts'
import type { Restored } from './base/database/restore-library.ts'
import { findKeychainId } from './base/keychain/folder-entries.ts'
import { createKeychainMark, nothingKept, readKeptPoints } from './base/keychain/keychain-mark.ts'
import { isCopiedFolder } from './base/keychain/recognise-copied-folder.ts'
import { createMeasurementStore } from './checks/measurement-store.ts'
import { createProfileStore } from './checks/profile-store.ts'
import { followConnections } from './follow-connections.ts'
import { makeLongReads } from './long-reads.ts'
import { operationDefinitions } from './operations.ts'
import { createCodeStore } from './pictures/codes/code-store.ts'
import { createFixesStore } from './pictures/library/fixes-store.ts'
import { createImageStore } from './pictures/library/picture-store.ts'
import { createSourceStore } from './pictures/library/source-store.ts'
import { createLikenessStore } from './pictures/similar/likeness-store.ts'
import type { CorePorts } from './ports.ts'
import { createCatalogueStore } from './products/catalogue/catalogue-store.ts'
import { callRecord } from './products/ledger/lists/name-records.ts'
import { createProductStore } from './products/ledger/product-store.ts'
import { createMatchStore } from './products/matching/match-store.ts'
import { createRemovedProducts } from './products/matching/removed-products.ts'
import { createPlanStore } from './products/plans/plan-store.ts'
import { createJobStore } from './queue/job-store.ts'
import { newestRepeat } from './queue/repeats.ts'
import { makeReads } from './reads.ts'
import { doubtRestored } from './restored-library.ts'
import { createFollowedStore } from './watching/followed-store.ts'
import { createWatchReports } from './watching/watch-reports.ts'
import { createWatchStore } from './watching/watch-store.ts'
import { createWatchedFiles } from './watching/watched-files.ts'
import { createWatchedPlaces } from './watching/watched-places.ts'
import { createConnectionStore } from './workspaces/connections/connection-store.ts'

/** As long as what was read for one page of a slow list is kept for the others. */
const slowListsIdleMs = 60_000

/** An open library: its stores, created here once, and its lock. */
export type CoreLibrary = Awaited<ReturnType<typeof openLibrary>>

/** Takes the data folder and opens the library. Errors: `data-folder-in-use`, `data-newer`, `disk-full`. */
export const openLibrary = async (ports: CorePorts) => {
  const writes = ports.access === 'write'
  const unlock = writes ? lockDataFolder(ports.dataFolder, ports) : () => {}
  try {
    if (writes) ports.files.sync.makeFolder(ports.dataFolder, 0o700)
    const { dataFolder, files } = ports
    const kept = await readKeptPoints(ports)
    const outside = { points: kept ?? nothingKept, isCopy: isCopiedFolder(dataFolder, files.sync) }
    const separate = (): void => void findKeychainId(dataFolder, files.sync, { create: true })
    let repeatsBefore: number | undefined
    const doubt = (database: DatabaseSync, restored: Restored): void => {
      repeatsBefore = newestRepeat((sql) => database.prepare(sql).get())
      doubtRestored(database, restored, ports)
    }
    const opened: OpenedLibrary & Partial<ReadLibrary> = writes
      ? openDatabase(ports.dataFolder, { ...ports, outside, separate, doubt }, ports.onDamage !== undefined)
      : { ...openDatabaseReadOnly(ports.dataFolder, { ...ports, outside }), seen: 'whole' as const }
    const { database, seen, isCopy = false } = opened
    const watch = writes ? createLibraryWatch(ports) : undefined
    const keychainMark =
      watch && createKeychainMark({ ...ports, isUnasked: kept === null, reached: watch.reached, onOvertaken: watch.overtaken })
    const journal = createJournal(
      database,
      ports,
      writes ? flushNameFirst(files.openFlusher(walFile(dataFolder)), () => files.flushFolder(dataFolder)) : undefined,
      watch,
    )
    repeatsBefore ??= newestRepeat(journal.get)
    const recoveries = createRecoveryStore(journal)
    const images = createImageStore(journal)
    const sources = createSourceStore(journal)
    const otherSources = createOtherSourceStore(journal)
    const jobs = createJobStore(journal, operationDefinitions)
    const questionSets = createSetStore(journal)
    const answers = createAnswerStore(journal)
    const sheet = createSheetStore({ journal, images })
    const dueAsks = createDueAsks(journal)
    const plans = createPlanStore(journal)
    const products = createProductStore(journal, ports.clock, (ref) => callRecord(journal, ref), plans.followMerge)
    const catalogue = createCatalogueStore(journal)
    const matches = createMatchStore(journal)
    const removedProducts = createRemovedProducts(journal)
    const codes = createCodeStore(journal)
    const measurements = createMeasurementStore(journal)
    const pictureFixes = createFixesStore(journal)
    const likenesses = createLikenessStore(journal)
    const requirementProfiles = createProfileStore(journal)
    const followedLists = createFollowedStore(journal)
    const followers = followConnections({
      journal,
      jobs,
      sheet,
      products,
      removedProducts,
      matches,
      plans,
      sources,
      otherSources,
      catalogue,
      followedLists,
      dueAsks,
    })
    const connections = createConnectionStore(journal, followers)
    const contentLists = createContentLists(journal)
    const writtenTexts = createWrittenTexts(journal)
    const watchedFolders = createWatchStore(journal)
    const watchedFiles = createWatchedFiles(journal)
    const watchReports = createWatchReports(journal)
    const watchedPlaces = createWatchedPlaces(journal)
    const keptSelections = createKeptSelections(() => ports.ids.hex(8))
    const stores = {
      keptSelections,
      images,
      sources,
      otherSources,
      jobs,
      answers,
      questionSets,
      sheet,
      dueAsks,
      products,
      matches,
      removedProducts,
      catalogue,
      codes,
      measurements,
      pictureFixes,
      likenesses,
      requirementProfiles,
      plans,
      connections,
      contentLists,
      writtenTexts,
      watchedFolders,
      watchedFiles,
      watchReports,
      watchedPlaces,
      followedLists,
    }
    const reads = makeReads({ ...ports, journal })
    const startThread = writes ? ports.startReader : undefined
    const reader = createReader(reads, { ...ports, journal, startThread })
    const slowReader = createReader(reads, { ...ports, journal, startThread, idleMs: slowListsIdleMs })
    const longReader = createLongReader(makeLongReads, { ...ports, journal, startThread: writes ? ports.startLongReader : undefined })
    let isClosed = false
    /** Ends only the library's threads: no mark of a clean end, no flush. */
    const close = async (): Promise<void> => {
      isClosed = true
      await Promise.all([reader.stop(), slowReader.stop(), longReader.stop()])
      // The mark in the keychain is of the last change. One that can't be saved was told where it was made.
      await journal.durable().catch(() => {})
      journal.close()
      watch?.stop()
      await keychainMark?.stop()
    }
    return {
      database,
      journal,
      reader,
      slowReader,
      longReader,
      ...stores,
      recoveries,
      repeatsBefore,
      isCopy,
      isUnseen: seen !== 'whole',
      watch,
      isClosed: (): boolean => isClosed,
      close,
      unlock,
    }
  } catch (error) {
    unlock()
    throw error
  }
}
