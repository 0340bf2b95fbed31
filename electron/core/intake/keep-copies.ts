import { flushPlaces, keepDraft } from '../library/keep-original.ts'
import type { Files } from '../platform/files.ts'
import { type FileOutcome, refuseFile } from './add-file.ts'
import { atATime } from './in-batches.ts'
import { placeOf } from './place-of.ts'

/** Files flushed at the same time: they share the disk's work, and other reads and writes still get their turn. */
const flushedAtOnce = 4

/**
 * Puts the copies of a batch in their places: each file is flushed and moved. Rows that rely on them are written after `flushKept`.
 * Resolves to the batch; a file that failed is refused.
 */
export const keepCopies = async (
  batch: readonly FileOutcome[],
  { dataFolder, files }: { readonly dataFolder: string; readonly files: Files },
): Promise<FileOutcome[]> => {
  const kept = [...batch]
  await atATime(flushedAtOnce, [...batch.entries()], async ([index, one]) => {
    if (one.kind === 'refused' || !one.copy) return
    try {
      await keepDraft(one.copy, one.image.staged, dataFolder, files)
    } catch (error) {
      await files.remove(one.copy.draft).catch(() => {})
      kept[index] = refuseFile(one.kind === 'known' ? one.path : placeOf(one.image), one.image.name, error)
    }
  })
  return kept
}

/** Flushes the folders of these copies, so that they survive a power cut. */
export const flushKept = (
  batch: readonly FileOutcome[],
  { dataFolder, files }: { readonly dataFolder: string; readonly files: Files },
): Promise<void> =>
  flushPlaces(
    batch.flatMap((one) => (one.kind !== 'refused' && one.copy ? [one.image.staged] : [])),
    dataFolder,
    files,
  )
