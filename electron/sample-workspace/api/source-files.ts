import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Files, NewFile } from '../../core/base/platform/files.ts'
import { type PictureFormat, pictureFormat } from './picture-format.ts'

/** A file on its way in: bytes are hashed while they are written. */
export type IncomingFile = {
  readonly write: (bytes: Buffer) => Promise<void>
  readonly bytes: () => number
  /** Makes the bytes durable under their final name; nothing refers to them yet. */
  readonly keep: () => Promise<{ readonly bytes: number; readonly sha256: string; readonly format: PictureFormat | undefined }>
  /** Deletes the written bytes; does nothing for a kept file. */
  readonly discard: () => Promise<void>
}

export type SourceFiles = {
  readonly receive: (id: string) => IncomingFile
  readonly remove: (id: string) => Promise<void>
  readonly read: (id: string) => ReadableStream<Uint8Array>
}

/** Small files are held until they are complete, then written in one go. */
const holdBytes = 1024 * 1024

/** Makes renames in a folder durable. Callers that come while one sync runs share the next one. */
const createFolderSync = (folder: string, files: Files): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        running = files.flushFolder(folder)
        return running
      })
    return next
  }
}

export const createSourceFiles = (folder: string, files: Files): SourceFiles => {
  const syncFolder = createFolderSync(folder, files)
  const receive = (id: string): IncomingFile => {
    const temporary = join(folder, `${id}.part`)
    const hash = createHash('sha256')
    let head: Buffer = Buffer.alloc(0)
    let held: Buffer[] = []
    let heldBytes = 0
    let total = 0
    let handle: NewFile | undefined
    let isKept = false

    const spill = async (): Promise<void> => {
      handle ??= await files.create(temporary)
      const bytes = held.length === 1 && held[0] ? held[0] : Buffer.concat(held)
      held = []
      heldBytes = 0
      await handle.write(bytes)
    }

    return {
      write: async (bytes) => {
        hash.update(bytes)
        if (head.length < 16) head = Buffer.concat([head, bytes.subarray(0, 16 - head.length)])
        total += bytes.length
        held.push(bytes)
        heldBytes += bytes.length
        if (heldBytes > holdBytes) await spill()
      },
      bytes: () => total,
      keep: async () => {
        await spill()
        await handle?.flush()
        await handle?.close()
        handle = undefined
        await files.rename(temporary, join(folder, id))
        isKept = true
        await syncFolder()
        return { bytes: total, sha256: hash.digest('hex'), format: pictureFormat(head) }
      },
      discard: async () => {
        if (isKept) return
        const opened = handle
        handle = undefined
        held = []
        await opened?.close()
        if (opened) await files.remove(temporary)
      },
    }
  }
  return {
    receive,
    remove: (id) => files.remove(join(folder, id)),
    read: (id) => Readable.toWeb(createReadStream(join(folder, id))) as unknown as ReadableStream<Uint8Array>,
  }
}
