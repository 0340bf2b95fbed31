import { basename, join } from 'node:path'
import { AppError, toAppError } from '../../../shared/errors.ts'
import type { ImageOrigin } from '../../../shared/images.ts'
import type { FilePart, Identified } from '../formats/identified.ts'
import { headBytes, identifyFile } from '../formats/identify-file.ts'
import { imageIdOf } from '../library/image-id.ts'
import type { ImageStore, StoredImage } from '../library/image-store.ts'
import { type Copied, copyToDraft, type Draft, hashFile, writeDraft } from '../library/keep-original.ts'
import { originalPath } from '../library/original-path.ts'
import type { Files, OpenFile } from '../platform/files.ts'
import type { Platform } from '../platform/platform.ts'
import { toDiskFull, toReadError, toTooLarge } from './file-errors.ts'
import { maxFileBytes } from './file-limit.ts'
import { placeOf } from './place-of.ts'
import { type ReadRooms, readAtOnceBytes } from './read-rooms.ts'

/** `copy`: a draft that is to take its place (keep-copies.ts). */
export type FileOutcome =
  | { readonly kind: 'new'; readonly image: StoredImage; readonly copy: Copied }
  /** `copy`: ours was lost; `null`: it is there. */
  | { readonly kind: 'known'; readonly image: StoredImage; readonly path: string; readonly copy: Copied | null }
  | { readonly kind: 'refused'; readonly path: string; readonly name: string; readonly error: AppError }

type Ports = Pick<Platform, 'clock' | 'files' | 'ids'> & {
  readonly dataFolder: string
  readonly images: Pick<ImageStore, 'ofContent'>
  readonly rooms: ReadRooms
}

type Header = Extract<Identified, { kind: 'image' }>

/** Up to this size it is read once into memory; a larger one is copied (as a reflink where the disk can) and read back in pieces. */
const wholeLimitBytes = 8 * 1024 * 1024

const cutOff = (): AppError => new AppError('damaged-image', { kind: 'header-cut-off' })

/** The header in the first bytes and one other part; else what else it takes. */
const findHeader = (head: Uint8Array, size: number, part?: FilePart): Exclude<Identified, { kind: 'refused' }> => {
  const found = identifyFile(head, size, part)
  if (found.kind === 'refused') throw found.error
  return found
}

/** What one other part of the file says. */
const readPart = async (file: OpenFile, head: Uint8Array, size: number, { at, bytes }: { at: number; bytes: number }): Promise<Header> => {
  const part = Buffer.alloc(bytes)
  const bytesRead = await file.read(part, 0, bytes, at)
  const found = findHeader(head, size, { at, bytes: part.subarray(0, bytesRead) })
  if (found.kind !== 'image') throw cutOff()
  return found
}

/** Reads the first bytes as far as the header needs them, and another part where it says so. */
const readHeader = async (path: string, size: number, files: Files): Promise<Header> => {
  const file = await files.open(path)
  try {
    let wanted = headBytes
    for (;;) {
      const head = Buffer.alloc(Math.min(wanted, size))
      const bytesRead = await file.read(head, 0, head.length, 0)
      const found = findHeader(head.subarray(0, bytesRead), size)
      if (found.kind === 'image') return found
      if (found.kind === 'need-part') return await readPart(file, head.subarray(0, bytesRead), size, found)
      if (found.bytes <= wanted || bytesRead < head.length) throw cutOff()
      wanted = found.bytes
    }
  } finally {
    await file.close()
  }
}

/** All bytes of a file of this size. */
const readAll = async (path: string, size: number, files: Files): Promise<Uint8Array> => {
  const bytes = Buffer.allocUnsafeSlow(size + 1)
  const bytesRead = await files.readInto(path, bytes, 0, bytes.length)
  // It grew meanwhile.
  return bytesRead > size ? files.read(path) : bytes.subarray(0, bytesRead)
}

type Read = { readonly header: Header; readonly copied: Copied }

/** `undefined`: it is larger than the room. */
const copySmall = async (path: string, draft: Draft, room: Buffer, files: Files): Promise<Read | undefined> => {
  const size = await files.readInto(path, room, 0, room.length)
  if (size > readAtOnceBytes) return undefined
  const bytes = room.subarray(0, size)
  const header = findHeader(bytes, size)
  if (header.kind !== 'image') throw cutOff()
  return { header, copied: await writeDraft(bytes, draft, files) }
}

/** Reads a file once where it can, and makes a draft of it. */
const copyFile = async (path: string, name: string, { files, ids, dataFolder, rooms }: Ports): Promise<Read> => {
  const draft = { name, dataFolder, id: ids.hex(16) }
  const small = await rooms.use((room) => copySmall(path, draft, room, files))
  if (small) return small
  const { size } = await files.facts(path)
  if (size > maxFileBytes) throw toTooLarge(basename(path))
  const header = await readHeader(path, size, files)
  const copied =
    size <= wholeLimitBytes ? await writeDraft(await readAll(path, size, files), draft, files) : await copyToDraft(path, draft, files)
  return { header, copied }
}

/** True if our copy exists and is unchanged. A person may add the file again because it is not. */
const isStaged = async (image: StoredImage, dataFolder: string, files: Files): Promise<boolean> => {
  const path = join(dataFolder, image.staged)
  const facts = await files.facts(path).catch(() => undefined)
  return facts?.size === image.bytes && (await hashFile(path, files).catch(() => undefined)) === image.sha256
}

/** A file that is not added, with its reason in a person's terms. */
export const refuseFile = (path: string, name: string, error: unknown, readFrom = path): Extract<FileOutcome, { kind: 'refused' }> => {
  const isSystem = error instanceof Error && 'syscall' in error
  const known = isSystem ? toReadError(readFrom, error) : toAppError(error)
  return { kind: 'refused', path, name, error: known.code === 'disk-full' ? toDiskFull(name, error) : known }
}

/**
 * Copies and hashes one file. Its header is read, but it is not decoded (check-pictures.ts), and its copy is not flushed yet
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
    const { header, ...made } = await copyFile(path, name, ports)
    copied = made.copied
    const { sha256, bytes } = copied
    const known = ports.images.ofContent(sha256)
    if (known && known.check !== 'refused' && (await isStaged(known, ports.dataFolder, ports.files))) {
      await ports.files.remove(copied.draft)
      return { kind: 'known', image: known, path: placeOf({ origin }), copy: null }
    }
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
