import { keepDatabase } from './database/keep-database.ts'
import type { CoreParts } from './open-parts.ts'
import type { CorePorts } from './ports.ts'

/** Keeps the library's log short and its snapshots fresh, and looks for damage; nothing where it is only read. */
export const keepLibrary = (ports: CorePorts, { database, journal, images, otherSources, isUnseen, watch }: CoreParts) =>
  watch
    ? keepDatabase({
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
    : undefined
