import { createHash, webcrypto } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import type { Files } from '../platform/files.ts'

const unsafe = /[\p{Cc}<>:"/\\|?*~]/gu
/** Half of a character that takes two units. */
const half = /\p{Surrogate}/gu

/** The path of an original stays below Windows' 260 characters in any usual data folder; other systems count bytes. */
const longest = { units: 60, bytes: 150 }

/**
 * The end of the file name, stored in our copy's name so that a lost library can be rebuilt with names. Windows drops dots and spaces
 * at the end of a name.
 */
const shorten = (name: string): string => {
  const safe = name.normalize('NFC').replace(unsafe, '_').replace(half, '\ufffd')
  const characters = [...safe.replace(/[. ]$/, '_')]
  let from = 0
  const end = (): string => characters.slice(from).join('')
  // So many of them are too many in any case.
  from = Math.max(0, characters.length - longest.units)
  while (end().length > longest.units || Buffer.byteLength(end()) > longest.bytes) from++
  return end()
}

/**
 * Where an original is kept, relative to the data folder, alike on every system, since it is in the library: `originals/a/abcd…~name.jpg`. One
 * digit: each folder that gets files is flushed, and with two digits a large drop flushed half as many folders as files.
 */
export const originalPath = (sha256: string, name: string): string => `originals/${sha256.slice(0, 1)}/${sha256}~${shorten(name)}`

/** The path of a picture's thumbnail, relative to the data folder. */
export const thumbnailPath = (sha256: string): string => join('thumbnails', sha256.slice(0, 2), `${sha256}.webp`)

/** The hash and name in an original's path; `undefined` for anything else. */
export const readOriginalName = (path: string): { readonly sha256: string; readonly name: string } | undefined => {
  const match = /^([0-9a-f]{64})~(.+)$/.exec(basename(path))
  // Some macOS disks return decomposed names, regardless of the written form.
  return match?.[1] && match[2] ? { sha256: match[1], name: match[2].normalize('NFC') } : undefined
}

const pieceBytes = 1024 * 1024

/** SHA-256 of a file in lowercase hex; while one piece is hashed, the next is read. Throws the system’s error. */
export const hashFile = async (path: string, files: Files): Promise<string> => {
  const hash = createHash('sha256')
  const file = await files.open(path)
  try {
    let [reading, hashing] = [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)]
    let at = 0
    let next = file.read(reading, 0, pieceBytes, at)
    for (;;) {
      const bytesRead = await next
      if (bytesRead === 0) return hash.digest('hex')
      at += bytesRead
      ;[reading, hashing] = [hashing, reading]
      next = file.read(reading, 0, pieceBytes, at)
      hash.update(hashing.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

export type Copied = { readonly draft: string; readonly sha256: string; readonly bytes: number }

/** The name of a complete draft: `drafts/id~hash~name.jpg`. */
const wholeDraftName = (id: string, sha256: string, name: string): string => `${id}~${sha256}~${shorten(name)}`

/** The hash and name in a whole draft's path; `undefined` for one that was cut off, and for anything else. */
export const readDraftName = (path: string): { readonly sha256: string; readonly name: string } | undefined => {
  const match = /^[0-9a-f]+~(.+)$/.exec(basename(path))
  return match?.[1] ? readOriginalName(match[1]) : undefined
}

/** True if a copy of a file that is called `name` may be kept as `kept`. */
export const isKeptNameOf = (name: string, kept: string): boolean => shorten(name) === kept

/** From this size on a hash is computed on another thread; below, handing it over costs more. */
const hashedElsewhereBytes = 128 * 1024

const hashBytes = async (bytes: Uint8Array): Promise<string> =>
  bytes.length < hashedElsewhereBytes
    ? createHash('sha256').update(bytes).digest('hex')
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

type Draft = {
  /** The file name as the person knows it. */
  readonly name: string
  readonly dataFolder: string
  /** Hexadecimal, and no other draft's. */
  readonly id: string
}

/** Writes the bytes of a file into `drafts/`. `flushDraft` comes later, for several drafts at the same time. Throws the system's error. */
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
 * whole. `flushDraft` comes later. Throws the system's error.
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

/** Flushes a draft and moves it to its place among the originals, relative to the data folder. */
export const keepDraft = async ({ draft }: Copied, place: string, dataFolder: string, files: Files): Promise<void> => {
  const target = join(dataFolder, place)
  await files.flushFile(draft)
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
