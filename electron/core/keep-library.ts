import { noteCleanEnd } from './base/database/clean-end.ts'
import { keepDatabase } from './base/database/keep-database.ts'
import { libraryFile } from './base/database/library-files.ts'
import type { CoreLibrary } from './open-library.ts'
import type { CorePorts } from './ports.ts'
import { keepTime } from './products/ledger/keep-time.ts'

/**
 * Keeps the library's log short and its snapshots fresh, looks for damage, and keeps the time that the age of lists is judged by; nothing
 * where it is only read.
 */
export const keepLibrary = (
  ports: CorePorts,
  isBusy: () => boolean,
  { database, journal, images, otherSources, products, isUnseen, watch }: CoreLibrary,
) => {
  if (!watch) return undefined
  const time = keepTime({ ...ports, journal, facts: products.facts })
  const keeper = keepDatabase({
    ...ports,
    database,
    isUnseen,
    isBusy,
    onDamage: journal.damaged,
    onDiskFailed: journal.failed,
    onWrittenBack: watch.flushMark,
    onCommit: journal.onCommit,
    startWorker: ports.startDatabaseWorker,
    hasContent: () => images.count() > 0 || otherSources.hasAny(),
  })
  return {
    ...keeper,
    stop: async (): Promise<void> => {
      time.stop()
      await keeper.stop()
    },
  }
}

/** Closes the library. The next start looks through one that was not closed in order, so that is noted only of one that can be trusted. */
export const closeLibrary = async (
  { dataFolder, files }: CorePorts,
  library: Pick<CoreLibrary, 'close' | 'watch'>,
  keeper: ReturnType<typeof keepLibrary>,
): Promise<void> => {
  await library.close()
  if (keeper?.isTrusted() && !library.watch?.trouble()) noteCleanEnd(files.sync, dataFolder, libraryFile(dataFolder))
}
