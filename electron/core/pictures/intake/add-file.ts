import { basename } from 'node:path'
import { type AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { ImageOrigin } from '../../../../shared/pictures/pictures.ts'
import type { Platform } from '../../base/platform/platform.ts'
import { type Copied, isCopyWhole } from '../library/keep-original.ts'
import { originalPath } from '../library/original-path.ts'
import { imageIdOf } from '../library/picture-id.ts'
import type { ImageStore, StoredImage } from '../library/picture-store.ts'
import type { Copying } from './copying.ts'
import { toDiskFull, toReadError } from './file-errors.ts'
import { placeOf } from './place-of.ts'

/** `copy`: a draft that is to take its place (keep-copies.ts). */
export type FileOutcome =
  | { readonly kind: 'new'; readonly image: StoredImage; readonly copy: Copied }
  /** `copy`: ours was lost; `null`: it is there. */
  | { readonly kind: 'known'; readonly image: StoredImage; readonly path: string; readonly copy: Copied | null }
  | { readonly kind: 'refused'; readonly path: string; readonly name: string; readonly error: AppError }

type Ports = Pick<Platform, 'clock' | 'files' | 'ids'> & {
  readonly dataFolder: string
  readonly images: Pick<ImageStore, 'ofContent'>
  readonly copying: Pick<Copying, 'copy' | 'flush'>
}

/** A file that is not added, with its reason in a person's terms. */
export const refuseFile = (path: string, name: string, error: unknown, readFrom = path): Extract<FileOutcome, { kind: 'refused' }> => {
  const isSystem = error instanceof Error && 'syscall' in error
  const known = isSystem ? toReadError(readFrom, error) : toAppError(error)
  return { kind: 'refused', path, name, error: known.code === 'disk-full' ? toDiskFull(name, error) : known }
}

/**
 * Copies, hashes and flushes one file. Its header is read, but it is not decoded (check-pictures.ts), and its copy is not in its place yet
 * (keep-copies.ts). Never throws; a refusal names its reason.
 */
export const addFile = async (
  path: string,
  ports: Ports,
  given?: {
    readonly name: string
    readonly origin: ImageOrigin
    /** The path for our copy, relative to the data folder; absent: derived from its name. */
    readonly staged?: string
  },
): Promise<FileOutcome> => {
  const name = given?.name ?? basename(path)
  const origin = given?.origin ?? { kind: 'file' as const, path }
  let copied: Copied | undefined
  try {
    const { header, ...made } = await ports.copying.copy(path, name, ports.ids.hex(16))
    copied = made.copied
    const { sha256, bytes } = copied
    const known = ports.images.ofContent(sha256)
    // A person may add the file again because our copy is not whole.
    if (known && known.check !== 'refused' && (await isCopyWhole(known, ports.dataFolder, ports.files))) {
      await ports.files.remove(copied.draft)
      return { kind: 'known', image: known, path: placeOf({ origin }), copy: null }
    }
    await ports.copying.flush(copied.draft)
    // Known, but our copy is missing, or about to be removed: it is stored in the same place again. A refused one is as good as new.
    if (known) {
      const image = known.check === 'refused' ? { ...known, name, origin } : known
      return { kind: 'known', image, path: placeOf({ origin }), copy: copied }
    }
    const staged = given?.staged ?? originalPath(sha256, name)
    const { format, width, height } = header
    // As far as the header tells; the decoder says the rest.
    const facts = { format, width, height, orientation: 1, hasAlpha: false, hasGps: false }
    const addedAt = ports.clock.now()
    const image: StoredImage = {
      ...facts,
      id: imageIdOf(sha256),
      sha256,
      name,
      bytes,
      origin,
      addedAt,
      staged,
      version: 1,
      check: 'pending',
    }
    return { kind: 'new', image, copy: copied }
  } catch (error) {
    if (copied) await ports.files.remove(copied.draft).catch(() => {})
    return refuseFile(placeOf({ origin }), name, error, path)
  }
}
