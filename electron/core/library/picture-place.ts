import { basename, dirname, isAbsolute, relative, sep } from 'node:path'
import type { ImageOrigin } from '../../../shared/images.ts'
import { foldName } from '../database/fold-name.ts'
import { nameKey, placeKey } from './natural-key.ts'

type Place = {
  /** The file's folder; `null`: it came from an address, as bytes, or back from our copy. */
  readonly folder: string | null
  readonly foldedPlace: string
  readonly placeKey: string
  readonly nameKey: string
}

const isOurCopy = (path: string, staged: string): boolean => path.split(sep).join('/').endsWith(`/${staged}`)

/** The folders to show and search: from a dropped folder on, or the last one of a file that was dropped by itself. */
const foldersOf = (path: string, named: ReadonlySet<string>): string[] => {
  const folder = dirname(path)
  for (let at = folder; ; at = dirname(at)) {
    if (named.has(at)) return relative(dirname(at), folder).split(sep).filter(Boolean)
    if (dirname(at) === at) return [basename(folder)].filter(Boolean)
  }
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
