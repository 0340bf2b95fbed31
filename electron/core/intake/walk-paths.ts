import { basename, join, resolve } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import type { FolderEntry } from '../platform/files.ts'
import type { Platform } from '../platform/platform.ts'
import { sortInPieces } from './sort-in-pieces.ts'

type Ports = Pick<Platform, 'files' | 'timers'>

/** A file to take in, or why a path gives none. */
export type Found =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'refused'; readonly path: string; readonly error: AppError }

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** What systems keep for themselves in folders of pictures and on memory cards. */
const ofSystems = new Set(['thumbs.db', 'desktop.ini', 'system volume information', '$recycle.bin'])
const isPhotoLibrary = (name: string): boolean => /\.photoslibrary$/i.test(name)
const isHidden = (name: string): boolean => name.startsWith('.') || ofSystems.has(name.toLowerCase()) || isPhotoLibrary(name)

/** A picture that the disk has no room for. */
export const toDiskFull = (name: string, cause?: unknown): AppError =>
  new AppError('disk-full', `The disk is full: “${name}” was not added.`, { cause, action: 'Free some disk space, then add it again.' })

/** A system error of reading a file or folder in plain words. */
export const toReadError = (path: string, cause: unknown): AppError => {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code
  const name = basename(path)
  if (code === 'ENOENT')
    return new AppError('file-missing', `“${name}” is not there.`, { cause, action: 'Check the path, then add it again.' })
  if (code === 'EACCES' || code === 'EPERM') return new AppError('file-unreadable', `“${name}” may not be read.`, { cause })
  if (code === 'ENOSPC' || code === 'EDQUOT') return toDiskFull(name, cause)
  return new AppError('file-unreadable', `“${name}” cannot be read (${code ?? String(cause)}).`, { cause })
}

/**
 * The files behind what was named, folders in natural order of their names ("2" before "10"), hidden files passed over. Folders inside
 * folders are entered only if `recursive`; links are followed for files, never for folders inside a folder: those are refused, so that
 * nobody misses them. `inOrder: false`: in the order of the disk, which costs less.
 */
export async function* walkPaths(paths: readonly string[], recursive: boolean, ports: Ports, inOrder = true): AsyncGenerator<Found> {
  for (const named of paths) {
    const path = resolve(named)
    try {
      const facts = await ports.files.facts(path)
      if (facts.isDirectory() && isPhotoLibrary(basename(path)))
        yield {
          kind: 'refused',
          path,
          error: new AppError('file-unreadable', `“${basename(path)}” is the library of another app.`, {
            action: 'Export the pictures from that app, then add them.',
          }),
        }
      else if (facts.isDirectory()) yield* walkFolder(path, recursive, ports, inOrder)
      else if (facts.isFile()) yield { kind: 'file', path }
      else
        yield {
          kind: 'refused',
          path,
          error: new AppError('file-unreadable', `“${basename(path)}” is not a file.`, {
            action: 'Name a picture or a folder of pictures.',
          }),
        }
    } catch (cause) {
      yield { kind: 'refused', path, error: toReadError(path, cause) }
    }
  }
}

const isLink = (path: string, { files }: Ports): Promise<boolean> => files.isLink(path).catch(() => true)

const toLinkError = (name: string): AppError =>
  new AppError('file-unreadable', `“${name}” is a link to a folder. What is in that folder was not added.`, {
    action: 'Add that folder itself.',
  })

async function* walkFolder(folder: string, recursive: boolean, ports: Ports, inOrder: boolean): AsyncGenerator<Found> {
  const entries: FolderEntry[] = []
  try {
    for await (const entry of ports.files.entries(folder)) if (!isHidden(entry.name)) entries.push(entry)
  } catch (cause) {
    yield { kind: 'refused', path: folder, error: toReadError(folder, cause) }
    return
  }
  for (const entry of inOrder ? await sortInPieces(entries, (a, b) => collator.compare(a.name, b.name), ports.timers) : entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (recursive) yield* walkFolder(path, recursive, ports, inOrder)
    } else if (entry.isFile()) yield { kind: 'file', path }
    else if (entry.isSymbolicLink()) {
      const facts = await ports.files.facts(path).catch(() => undefined)
      if (facts?.isFile()) yield { kind: 'file', path }
      else if (facts?.isDirectory() && recursive) {
        if (await isLink(path, ports)) yield { kind: 'refused', path, error: toLinkError(entry.name) }
        else yield* walkFolder(path, recursive, ports, inOrder)
      } else if (!facts)
        yield {
          kind: 'refused',
          path,
          error: new AppError('file-missing', `“${entry.name}” is a link to nothing.`, { action: 'Fix the link, then add it again.' }),
        }
    }
  }
}
