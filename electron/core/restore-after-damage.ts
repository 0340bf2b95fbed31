import type { Recovery } from './database/open-database.ts'
import type { ImageProcess } from './image-process/start-image-process.ts'
import { rebuildLibrary } from './library/rebuild-library.ts'
import type { CoreParts } from './open-parts.ts'

/** Brings pictures back from the originals after a damaged library was set aside; says in plain words what a person must know. */
export const restoreAfterDamage = async (parts: CoreParts, recovery: Recovery, imageProcess: () => ImageProcess): Promise<string> => {
  const back = await rebuildLibrary({ ...parts, ...parts.ports, imageProcess })
  parts.journal.write(() => parts.products.doubtAllLists())
  await parts.journal.durable()
  const since =
    recovery.snapshotAt === null ? 'There was no snapshot' : `It was restored as of ${new Date(recovery.snapshotAt).toISOString()}`
  return (
    `The library file was damaged; it was set aside as ${recovery.setAside}. ${since}, and ${back.length} pictures came back from the originals. ` +
    'Questions, answers, attachments, texts and addresses of the time since then may be missing: hand them over again. ' +
    'Before a product’s list is replaced, you will be asked what it shows.'
  )
}
