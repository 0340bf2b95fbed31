import type { ImageProcess } from './image-process/start-image-process.ts'
import { rebuildLibrary } from './intake/rebuild-library.ts'
import type { CoreParts } from './parts/open-parts.ts'

/**
 * Goes on with a recovery until it is whole: pictures come back from their originals. Its row says that it is under way until the last of
 * them is on disk, so an end in the middle leads here again.
 */
export const finishRecovery = async (parts: CoreParts, imageProcess: () => ImageProcess): Promise<void> => {
  const { recoveries, journal } = parts
  if (!recoveries.isRebuilding()) return
  const { back, lost, isWhole } = await rebuildLibrary({ ...parts, ...parts.ports, imageProcess })
  journal.write(() => recoveries.rebuilt(back, isWhole ? lost : null))
  await journal.durable()
}
