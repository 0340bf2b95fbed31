import { basename, join } from 'node:path'

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

/** The name of a complete draft: `drafts/id~hash~name.jpg`. */
export const wholeDraftName = (id: string, sha256: string, name: string): string => `${id}~${sha256}~${shorten(name)}`

/** The hash and name in a whole draft's path; `undefined` for one that was cut off, and for anything else. */
export const readDraftName = (path: string): { readonly sha256: string; readonly name: string } | undefined => {
  const match = /^[0-9a-f]+~(.+)$/.exec(basename(path))
  return match?.[1] ? readOriginalName(match[1]) : undefined
}

/** True if a copy of a file that is called `name` may be kept as `kept`. */
export const isKeptNameOf = (name: string, kept: string): boolean => shorten(name) === kept
