import { basename, dirname, isAbsolute, relative, sep } from 'node:path'
import type { ImageOrigin } from '../../../../shared/pictures/pictures.ts'
import { foldName } from '../../base/database/fold-name.ts'
import { nameKey, placeKey } from './natural-key.ts'

type Place = {
  /** The file's folder; `null`: it came from an address, as bytes, or back from our copy. */
  readonly folder: string | null
  readonly foldedPlace: string
  readonly placeKey: string
  readonly nameKey: string
}

/** It came back from our copy of it, `staged` in the data folder: where its file was is not known. */
export const isOurCopy = (path: string, staged: string): boolean => {
  const place = path.split(sep).join('/')
  // Earlier versions wrote the absolute path, and the data folder may have moved since.
  return place === staged || place.endsWith(`/${staged}`)
}

/** The nearest of these paths that is this one or a folder above it; `null`: none. */
const nearest = (path: string, named: ReadonlySet<string>): string | null => {
  for (let at = path; ; at = dirname(at)) {
    if (named.has(at)) return at
    if (dirname(at) === at) return null
  }
}

/** The folders to show and search: from a dropped folder on, or the last one of a file that was dropped by itself. */
const foldersOf = (path: string, named: ReadonlySet<string>): string[] => {
  const folder = dirname(path)
  const root = nearest(folder, named)
  return root === null ? [basename(folder)].filter(Boolean) : relative(dirname(root), folder).split(sep).filter(Boolean)
}

/** Which of the dropped paths a file came with; `null`: it has no path here. */
export const rootOf = (path: string, named: ReadonlySet<string>): string | null => (isAbsolute(path) ? nearest(path, named) : null)

/** The same of a picture, from its place: as many folders up as it has. */
export const rootOfPlaced = (path: string, foldedPlace: string): string | null => {
  if (!isAbsolute(path)) return null
  return foldedPlace
    .split('/')
    .slice(1)
    .reduce((at) => dirname(at), path)
}

/**
 * Where a picture is, as it is shown, searched and sorted.
 * @param named the absolute paths that a person dropped
 */
export const describePlace = (
  { name, origin, staged }: { readonly name: string; readonly origin: ImageOrigin; readonly staged: string },
  named: ReadonlySet<string>,
): Place => {
  const isHere = origin.kind === 'file' && isAbsolute(origin.path) && !isOurCopy(origin.path, staged)
  const folders = isHere ? foldersOf(origin.path, named) : []
  return {
    folder: isHere ? dirname(origin.path) : null,
    foldedPlace: foldName([...folders, name].join('/')),
    placeKey: placeKey(folders, name),
    nameKey: nameKey(name),
  }
}
