import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Up to this size a file is read once into memory; a larger one is copied (as a reflink where the disk can) and read back in pieces. */
const wholeLimitBytes = 8 * 1024 * 1024

const unsafe = /[\p{Cc}<>:"/\\|?*~]/gu

/** A part of the file name, kept in our copy's name so that a lost library can be rebuilt with its names. */
const shorten = (name: string): string => {
  let short = name.replace(unsafe, '_')
  while (Buffer.byteLength(short) > 150) short = short.slice(1)
  return short
}

/** Where an original is kept, relative to the data folder: `originals/ab/abcd…~name.jpg`. */
export const originalPath = (sha256: string, name: string): string => join('originals', sha256.slice(0, 2), `${sha256}~${shorten(name)}`)

/** Where a picture's thumbnail is kept, relative to the data folder. */
export const thumbnailPath = (sha256: string): string => join('thumbnails', sha256.slice(0, 2), `${sha256}.webp`)

/** The hash and name in an original's path; `undefined` for anything else. */
export const readOriginalName = (path: string): { readonly sha256: string; readonly name: string } | undefined => {
  const match = /^([0-9a-f]{64})~(.+)$/.exec(basename(path))
  return match?.[1] && match[2] ? { sha256: match[1], name: match[2] } : undefined
}

const pieceBytes = 1024 * 1024

/** SHA-256 of a file in lowercase hex; while one piece is hashed, the next is read. Throws the system’s error. */
export const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  const file = await open(path, 'r')
  try {
    let [reading, hashing] = [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)]
    let next = file.read(reading, 0, pieceBytes)
    for (;;) {
      const { bytesRead } = await next
      if (bytesRead === 0) return hash.digest('hex')
      ;[reading, hashing] = [hashing, reading]
      next = file.read(reading, 0, pieceBytes)
      hash.update(hashing.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

const flush = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}

export type Copied = { readonly draft: string; readonly sha256: string; readonly bytes: number }

/** Copies a file into `drafts/` under a name of its own and hashes what was copied; flushed to disk. Throws the system's error. */
export const copyToDraft = async (path: string, dataFolder: string, draftName: string): Promise<Copied> => {
  const draft = join(dataFolder, 'drafts', draftName)
  await mkdir(dirname(draft), { recursive: true })
  try {
    const { size } = await stat(path)
    if (size <= wholeLimitBytes) {
      const bytes = await readFile(path)
      await writeFile(draft, bytes, { flush: true })
      return { draft, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length }
    }
    await copyFile(path, draft, constants.COPYFILE_FICLONE)
    await flush(draft)
    return { draft, sha256: await hashFile(draft), bytes: (await stat(draft)).size }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Moves a draft to its place among the originals; returns the path relative to the data folder. */
export const keepDraft = async (copied: Copied, name: string, dataFolder: string): Promise<string> => {
  const relative = originalPath(copied.sha256, name)
  const target = join(dataFolder, relative)
  await mkdir(dirname(target), { recursive: true })
  await rename(copied.draft, target)
  return relative
}
