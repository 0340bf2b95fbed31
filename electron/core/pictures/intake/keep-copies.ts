import type { Files } from '../../base/platform/files.ts'
import { flushPlaces } from '../library/keep-original.ts'
import { type FileOutcome, refuseFile } from './add-file.ts'
import type { Copying } from './copying.ts'
import { placeOf } from './place-of.ts'

type Ports = { readonly dataFolder: string; readonly files: Files; readonly copying: Pick<Copying, 'move'> }

type WithCopy = Exclude<FileOutcome, { kind: 'refused' }> & { readonly copy: object }

const hasCopy = (one: FileOutcome): one is WithCopy => one.kind !== 'refused' && one.copy !== null

/**
 * Moves the copies of a batch to their places. Rows that rely on them are written after `flushKept`. Resolves to the batch; a file that
 * failed is refused.
 */
export const keepCopies = async (batch: readonly FileOutcome[], { files, copying }: Ports): Promise<FileOutcome[]> => {
  const copies = batch.filter(hasCopy)
  const errors = await copying.move(copies.map(({ copy, image }) => ({ draft: copy.draft, place: image.staged })))
  const refused = new Map<FileOutcome, FileOutcome>()
  for (const [index, one] of copies.entries()) {
    const error = errors[index] ?? null
    if (error === null) continue
    await files.remove(one.copy.draft).catch(() => {})
    refused.set(one, refuseFile(one.kind === 'known' ? one.path : placeOf(one.image), one.image.name, error))
  }
  return batch.map((one) => refused.get(one) ?? one)
}

/** Flushes the folders of these copies, so that they survive a power cut. */
export const flushKept = (batch: readonly FileOutcome[], { dataFolder, files }: Omit<Ports, 'copying'>): Promise<void> =>
  flushPlaces(
    batch.filter(hasCopy).map(({ image }) => image.staged),
    dataFolder,
    files,
  )
