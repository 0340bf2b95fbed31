import type { DatabaseSync } from 'node:sqlite'
import { createCatalogueStore } from '../catalogue/catalogue-store.ts'
import { createMeasurementStore } from '../checks/measurement-store.ts'
import { createProfileStore } from '../checks/profile-store.ts'
import { createCodeStore } from '../codes/code-store.ts'
import { createContentLists } from '../content/content-lists.ts'
import { createWrittenTexts } from '../content/written-texts.ts'
import { flushNameFirst } from '../database/flush-file.ts'
import { createJournal } from '../database/journal.ts'
import { walFile } from '../database/library-files.ts'
import { createLibraryWatch } from '../database/library-watch.ts'
import { lockDataFolder } from '../database/lock-data-folder.ts'
import { type OpenedLibrary, openDatabase, openDatabaseReadOnly, type ReadLibrary } from '../database/open-database.ts'
import { createRecoveryStore } from '../database/recovery-store.ts'
import type { Restored } from '../database/restore-library.ts'
import { findKeychainId } from '../keychain/folder-entries.ts'
import { createKeychainMark, nothingKept, readKeptPoints } from '../keychain/keychain-mark.ts'
import { isCopiedFolder } from '../keychain/recognise-copied-folder.ts'
import { createFixesStore } from '../library/fixes-store.ts'
import { createImageStore } from '../library/image-store.ts'
import { createKeptLists } from '../library/kept-lists.ts'
import { createSourceStore } from '../library/source-store.ts'
import { createMatchStore } from '../matches/match-store.ts'
import { createPlanStore } from '../plans/plan-store.ts'
import { createProductStore } from '../products/product-store.ts'
import { createDueAsks } from '../question-sets/due-asks.ts'
import { createSetStore } from '../question-sets/set-store.ts'
import { createAnswerStore } from '../questions/answer-store.ts'
import { createCellChanges } from '../questions/cell-changes.ts'
import { createSheetStore } from '../questions/sheet-store.ts'
import { createLikenessStore } from '../similar/likeness-store.ts'
import { createOtherSourceStore } from '../sources/other-source-store.ts'
import { callRecord } from '../views/name-records.ts'
import { createWatchReports } from '../watching/watch-reports.ts'
import { createWatchStore } from '../watching/watch-store.ts'
import { createWatchedFiles } from '../watching/watched-files.ts'
import { createWatchedPlaces } from '../watching/watched-places.ts'
import { operationDefinitions } from '../work/operations/operations.ts'
import { createJobStore } from '../work/queue/job-store.ts'
import { newestRepeat } from '../work/queue/repeats.ts'
import { createConnectionStore } from '../workspaces/connection-store.ts'
import { followConnections } from './follow-connections.ts'
import type { CorePorts } from './ports.ts'
import { doubtRestored } from './restored-library.ts'

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
    const cellChanges = createCellChanges(journal)
    const answers = createAnswerStore(journal, cellChanges)
    const sheet = createSheetStore({ journal, images, changes: cellChanges })
    const dueAsks = createDueAsks(journal)
    const products = createProductStore(journal, ports.clock, (ref) => callRecord(journal, ref))
    const catalogue = createCatalogueStore(journal)
    const matches = createMatchStore(journal)
    const codes = createCodeStore(journal)
    const measurements = createMeasurementStore(journal)
    const pictureFixes = createFixesStore(journal)
    const likenesses = createLikenessStore(journal)
    const requirementProfiles = createProfileStore(journal)
    const plans = createPlanStore(journal)
    const followers = followConnections({ journal, jobs, sheet, products, matches, plans, sources, otherSources, catalogue, dueAsks })
    const connections = createConnectionStore(journal, followers)
    const contentLists = createContentLists(journal)
    const writtenTexts = createWrittenTexts(journal)
    const watchedFolders = createWatchStore(journal)
    const watchedFiles = createWatchedFiles(journal)
    const watchReports = createWatchReports(journal)
    const watchedPlaces = createWatchedPlaces(journal)
    const keptLists = createKeptLists(() => ports.ids.hex(8))
    const stores = {
      keptLists,
      images,
      sources,
      otherSources,
      jobs,
      answers,
      questionSets,
      cellChanges,
      sheet,
      dueAsks,
      products,
      matches,
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
    }
    let isClosed = false
    /** Ends only the library's threads: no mark of a clean end, no flush. */
    const close = async (): Promise<void> => {
      isClosed = true
      journal.close()
      watch?.stop()
      await keychainMark?.stop()
    }
    return {
      database,
      journal,
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
