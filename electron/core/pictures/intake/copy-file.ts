import { basename } from 'node:path'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Files, OpenFile } from '../../base/platform/files.ts'
import type { FilePart, Identified } from '../../formats/kinds/identified.ts'
import { headBytes, identifyFile } from '../../formats/kinds/identify-file.ts'
import { type Copied, copyToDraft, type Draft, writeDraft } from '../library/keep-original.ts'
import { toTooLarge } from './file-errors.ts'
import { maxFileBytes } from './file-limit.ts'
import { type ReadRooms, readAtOnceBytes } from './read-rooms.ts'

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

/** `copied`: a draft, whose bytes are not flushed yet. */
export type CopiedFile = { readonly header: Pick<Header, 'format' | 'width' | 'height'>; readonly copied: Copied }

/** `undefined`: it is larger than the room. */
const copySmall = async (path: string, draft: Draft, room: Buffer, files: Files): Promise<CopiedFile | undefined> => {
  const size = await files.readInto(path, room, 0, room.length)
  if (size > readAtOnceBytes) return undefined
  const bytes = room.subarray(0, size)
  const header = findHeader(bytes, size)
  if (header.kind !== 'image') throw cutOff()
  return { header, copied: await writeDraft(bytes, draft, files) }
}

/** Reads a file once where it can, and makes a draft of it. Throws the system's error, or an `AppError` about the file. */
export const copyFile = async (path: string, draft: Draft, rooms: ReadRooms, files: Files): Promise<CopiedFile> => {
  const small = await rooms.use((room) => copySmall(path, draft, room, files))
  if (small) return small
  const { size } = await files.facts(path)
  if (size > maxFileBytes) throw toTooLarge(basename(path))
  const header = await readHeader(path, size, files)
  const copied =
    size <= wholeLimitBytes ? await writeDraft(await readAll(path, size, files), draft, files) : await copyToDraft(path, draft, files)
  return { header, copied }
}
