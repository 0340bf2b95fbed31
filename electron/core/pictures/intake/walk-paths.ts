import { basename, join, resolve } from 'node:path'
import { AppError } from '../../../../shared/base/errors.ts'
import { compareNaturally } from '../../../../shared/base/natural-order.ts'
import type { FolderEntry } from '../../base/platform/files.ts'
import type { Platform } from '../../base/platform/platform.ts'
import { toReadError } from './file-errors.ts'
import { sortInPieces } from './sort-in-pieces.ts'

type Ports = Pick<Platform, 'files' | 'timers'>

/** A file to add, or why a path has none. */
export type Found =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'refused'; readonly path: string; readonly error: AppError }

/** System files in picture folders and on memory cards. */
const ofSystems = new Set(['thumbs.db', 'desktop.ini', 'system volume information', '$recycle.bin'])
const isPhotoLibrary = (name: string): boolean => /\.photoslibrary$/i.test(name)
const isHidden = (name: string): boolean => name.startsWith('.') || ofSystems.has(name.toLowerCase()) || isPhotoLibrary(name)

/**
 * Yields the files of the given paths, folders in natural name order ("2" before "10"), hidden files skipped. Folders inside
 * folders are entered only if `recursive`; links are followed for files, never for folders inside a folder: those are refused, so that
 * they are not skipped silently. `inOrder: false`: in disk order, which is faster.
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
          error: new AppError('file-unreadable', { kind: 'path-is-photo-library', name: basename(path) }),
        }
      else if (facts.isDirectory()) yield* walkFolder(path, recursive, ports, inOrder)
      else if (facts.isFile()) yield { kind: 'file', path }
      else
        yield {
          kind: 'refused',
          path,
          error: new AppError('file-unreadable', { kind: 'path-is-no-file', name: basename(path) }),
        }
    } catch (cause) {
      yield { kind: 'refused', path, error: toReadError(path, cause) }
    }
  }
}

const isLink = (path: string, { files }: Ports): Promise<boolean> => files.isLink(path).catch(() => true)

const toLinkError = (name: string): AppError => new AppError('file-unreadable', { kind: 'path-is-link-to-folder', name })

async function* walkFolder(folder: string, recursive: boolean, ports: Ports, inOrder: boolean): AsyncGenerator<Found> {
  const entries: FolderEntry[] = []
  try {
    for await (const entry of ports.files.entries(folder)) if (!isHidden(entry.name)) entries.push(entry)
  } catch (cause) {
    yield { kind: 'refused', path: folder, error: toReadError(folder, cause) }
    return
  }
  for (const entry of inOrder ? await sortInPieces(entries, (a, b) => compareNaturally(a.name, b.name), ports.timers) : entries) {
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
          error: new AppError('file-missing', { kind: 'path-is-link-to-nothing', name: entry.name }),
        }
    }
  }
}
