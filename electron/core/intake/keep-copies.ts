import { flushPlaces, keepDraft } from '../library/originals.ts'
import type { Files } from '../platform/files.ts'
import { type FileOutcome, refuseFile } from './add-file.ts'
import { atATime } from './in-batches.ts'
import { placeOf } from './place-of.ts'

/** Files flushed at the same time: they share the disk's work, and other reads and writes still get their turn. */
const flushedAtOnce = 4

/**
 * Puts the copies of a batch in their places, so that they survive a power cut: each file is flushed and moved, then their folders are
 * flushed. Rows that rely on them are written afterwards. Resolves to the batch; a file that failed is refused.
 */
export const keepCopies = async (
  batch: readonly FileOutcome[],
  { dataFolder, files }: { readonly dataFolder: string; readonly files: Files },
): Promise<FileOutcome[]> => {
  const kept = [...batch]
  const places: string[] = []
  await atATime(flushedAtOnce, [...batch.entries()], async ([index, one]) => {
    if (one.kind === 'refused' || !one.copy) return
    try {
      await keepDraft(one.copy, one.image.staged, dataFolder, files)
      places.push(one.image.staged)
    } catch (error) {
      await files.remove(one.copy.draft).catch(() => {})
      kept[index] = refuseFile(one.kind === 'known' ? one.path : placeOf(one.image), one.image.name, error)
    }
  })
  await flushPlaces(places, dataFolder, files)
  return kept
}
