import { basename, join } from 'node:path'
import { AppError, toAppError } from '../../../shared/errors.ts'
import type { ImageOrigin } from '../../../shared/images.ts'
import { headBytes, type Identified, identifyFile } from '../formats/identify-file.ts'
import { type ImageStore, imageIdOf, type StoredImage } from '../library/image-store.ts'
import { type Copied, copyToDraft, flushPlaces, hashFile, keepDraft, originalPath } from '../library/originals.ts'
import type { Files } from '../platform/files.ts'
import type { Platform } from '../platform/platform.ts'
import { toDiskFull, toReadError, toTooLarge } from './file-errors.ts'
import { maxFileBytes } from './file-limit.ts'

export type FileOutcome =
  | { readonly kind: 'new'; readonly image: StoredImage }
  | { readonly kind: 'known'; readonly image: StoredImage; readonly path: string }
  | { readonly kind: 'refused'; readonly path: string; readonly name: string; readonly error: AppError }

type Ports = Pick<Platform, 'clock' | 'files' | 'ids'> & {
  readonly dataFolder: string
  readonly images: Pick<ImageStore, 'get'>
}

type Header = Extract<Identified, { kind: 'image' }>

/** Reads the first bytes as far as the header needs them. */
const identify = async (path: string, files: Files): Promise<Header> => {
  const file = await files.open(path)
  try {
    const size = await file.size()
    if (size > maxFileBytes) throw toTooLarge(basename(path))
    let wanted = headBytes
    for (;;) {
      const head = Buffer.alloc(Math.min(wanted, size))
      const bytesRead = await file.read(head, 0, head.length, 0)
      const found = identifyFile(head.subarray(0, bytesRead), size)
      if (found.kind === 'image') return found
      if (found.kind === 'refused') throw found.error
      if (found.bytes <= wanted || bytesRead < head.length) throw new AppError('damaged-image', { kind: 'header-cut-off' })
      wanted = found.bytes
    }
  } finally {
    await file.close()
  }
}

/** True if our copy exists and is unchanged. A person may add the file again because it is not. */
const isStaged = async (image: StoredImage, dataFolder: string, files: Files): Promise<boolean> => {
  const path = join(dataFolder, image.staged)
  const facts = await files.facts(path).catch(() => undefined)
  return facts?.size === image.bytes && (await hashFile(path, files).catch(() => undefined)) === image.sha256
}

/**
 * Copies and hashes one file, flushed to disk: the whole intake except the transaction. Its header is read, but it is not decoded
 * (check-pictures.ts). Never throws; a refusal names its reason.
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
  const shownPath = given === undefined ? path : given.origin.kind === 'url' ? given.origin.url : given.origin.path
  let copied: Copied | undefined
  try {
    const { format, width, height } = await identify(path, ports.files)
    copied = await copyToDraft(path, name, ports.dataFolder, ports.ids.hex(16), ports.files)
    const known = ports.images.get(imageIdOf(copied.sha256))
    if (known && (await isStaged(known, ports.dataFolder, ports.files))) {
      await ports.files.remove(copied.draft)
      return { kind: 'known', image: known, path: shownPath }
    }
    // Known, but our copy was missing: it is stored in the same place again.
    const staged = known?.staged ?? given?.staged ?? originalPath(copied.sha256, name)
    await keepDraft(copied, staged, ports.dataFolder, ports.files)
    if (known) {
      await flushPlaces([staged], ports.dataFolder, ports.files)
      return { kind: 'known', image: known, path: shownPath }
    }
    const origin = given?.origin ?? { kind: 'file' as const, path }
    const { sha256, bytes } = copied
    // As far as the header tells; the decoder says the rest.
    const facts = { format, width, height, orientation: 1, hasAlpha: false, hasGps: false }
    const addedAt = ports.clock.now()
    return { kind: 'new', image: { ...facts, id: imageIdOf(sha256), sha256, name, bytes, origin, addedAt, staged, check: 'pending' } }
  } catch (error) {
    if (copied) await ports.files.remove(copied.draft).catch(() => {})
    const isSystem = error instanceof Error && 'syscall' in error
    const known = isSystem ? toReadError(path, error) : toAppError(error)
    return { kind: 'refused', path: shownPath, name, error: known.code === 'disk-full' ? toDiskFull(name, error) : known }
  }
}
