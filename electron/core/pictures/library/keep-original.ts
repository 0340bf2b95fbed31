import { createHash, hash as hashAtOnce, webcrypto } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Files } from '../../base/platform/files.ts'
import { wholeDraftName } from './original-path.ts'

const pieceBytes = 1024 * 1024

/**
 * SHA-256 of a file in lowercase hex; while one piece is hashed, the next is read. Throws the system’s error.
 * @param bytes its size, if it is known: a small file takes less memory then
 */
export const hashFile = async (path: string, files: Files, bytes = Number.POSITIVE_INFINITY): Promise<string> => {
  const length = Math.min(pieceBytes, bytes + 1)
  const hash = createHash('sha256')
  const file = await files.open(path)
  try {
    let [reading, hashing] = [Buffer.allocUnsafeSlow(length), Buffer.allocUnsafeSlow(length)]
    let at = 0
    let next = file.read(reading, 0, length, at)
    for (;;) {
      const bytesRead = await next
      if (bytesRead === 0) return hash.digest('hex')
      at += bytesRead
      ;[reading, hashing] = [hashing, reading]
      next = file.read(reading, 0, length, at)
      hash.update(hashing.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

/** True if our copy of an original exists and is unchanged. */
export const isCopyWhole = async (
  { staged, bytes, sha256 }: { readonly staged: string; readonly bytes: number; readonly sha256: string },
  dataFolder: string,
  files: Files,
): Promise<boolean> => {
  const path = join(dataFolder, staged)
  const facts = await files.facts(path).catch(() => undefined)
  return facts?.size === bytes && (await hashFile(path, files).catch(() => undefined)) === sha256
}

export type Copied = { readonly draft: string; readonly sha256: string; readonly bytes: number }

/** From this size on a hash is computed on another thread; below, handing it over costs more. */
const hashedElsewhereBytes = 128 * 1024

const hashBytes = async (bytes: Uint8Array): Promise<string> =>
  bytes.length < hashedElsewhereBytes
    ? hashAtOnce('sha256', bytes, 'hex')
    : Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')

/** The folder is there almost always, so it is made only if something fails without it. */
const inFolder = async (path: string, files: Pick<Files, 'makeFolder'>, act: () => Promise<void>): Promise<void> => {
  try {
    await act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await files.makeFolder(dirname(path))
    await act()
  }
}

export type Draft = {
  /** The file name as the person knows it. */
  readonly name: string
  readonly dataFolder: string
  /** Hexadecimal, and no other draft's. */
  readonly id: string
}

/** Writes the bytes of a file into `drafts/`. They are flushed later. Throws the system's error. */
export const writeDraft = async (bytes: Uint8Array, { name, dataFolder, id }: Draft, files: Files): Promise<Copied> => {
  const sha256 = await hashBytes(bytes)
  const draft = join(dataFolder, 'drafts', wholeDraftName(id, sha256, name))
  try {
    await inFolder(draft, files, () => files.write(draft, bytes))
    return { draft, sha256, bytes: bytes.length }
  } catch (error) {
    await files.remove(draft)
    throw error
  }
}

/**
 * Copies a file into `drafts/` and hashes the copy. The draft's name says its hash, so that after a power cut it is known whether it is
 * whole. It is flushed later. Throws the system's error.
 */
export const copyToDraft = async (path: string, { name, dataFolder, id }: Draft, files: Files): Promise<Copied> => {
  const folder = join(dataFolder, 'drafts')
  let draft = join(folder, id)
  try {
    await inFolder(draft, files, () => files.copy(path, draft))
    const copied = { sha256: await hashFile(draft, files), bytes: (await files.facts(draft)).size }
    const whole = join(folder, wholeDraftName(id, copied.sha256, name))
    await files.rename(draft, whole)
    draft = whole
    return { draft, ...copied }
  } catch (error) {
    await files.remove(draft)
    throw error
  }
}

/** Moves a flushed draft to its place among the originals, relative to the data folder. */
export const keepDraft = async (draft: string, place: string, dataFolder: string, files: Files): Promise<void> => {
  const target = join(dataFolder, place)
  await inFolder(target, files, () => files.rename(draft, target))
}

/** Makes the places of originals survive a power cut; rows that rely on them are written afterwards. `staged`: relative to the data folder. */
export const flushPlaces = async (staged: readonly string[], dataFolder: string, files: Files): Promise<void> => {
  if (staged.length === 0) return
  const folders = new Set(staged.map((one) => dirname(join(dataFolder, one))))
  await Promise.all([...folders].map((folder) => files.flushFolder(folder)))
  // A folder may be as new as its content.
  await files.flushFolder(join(dataFolder, 'originals'))
  await files.flushFolder(dataFolder)
}
