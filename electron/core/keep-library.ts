import { keepDatabase } from './database/keep-database.ts'
import type { CoreParts } from './parts/open-parts.ts'
import type { CorePorts } from './parts/ports.ts'
import { keepTime } from './products/keep-time.ts'

/**
 * Keeps the library's log short and its snapshots fresh, looks for damage, and keeps the time that the age of lists is judged by; nothing
 * where it is only read.
 */
export const keepLibrary = (ports: CorePorts, { database, journal, images, otherSources, products, isUnseen, watch }: CoreParts) => {
  if (!watch) return undefined
  const time = keepTime({ ...ports, journal, facts: products.facts })
  const keeper = keepDatabase({
    ...ports,
    database,
    isUnseen,
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
