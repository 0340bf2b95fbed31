import { dirname, join } from 'node:path'
import type { Platform } from '../../base/platform/platform.ts'
import { hashFile } from './keep-original.ts'
import { readDraftName, readOriginalName } from './original-path.ts'
import type { ImageStore } from './picture-store.ts'

type Ports = Pick<Platform, 'files'> & {
  readonly dataFolder: string
  readonly images: Pick<ImageStore, 'ofSize' | 'ofContent'>
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/** The path of a picture's original, which has other content or is missing. */
const findPlace = async (draft: string, { dataFolder, files, images }: Ports): Promise<string | undefined> => {
  const { size } = await files.facts(draft)
  let sha256: string | undefined
  for (const image of images.ofSize(size)) {
    const place = join(dataFolder, image.staged)
    const there = await files.facts(place).catch(() => undefined)
    if (there?.size === size) continue
    sha256 ??= await hashFile(draft, files)
    if (sha256 === image.sha256) return place
  }
  return undefined
}

/** A complete copy of a picture without a row, below the data folder. `name`: the stored part of the file name. */
export type KeptCopy = { readonly path: string; readonly sha256: string; readonly name: string; readonly isDraft: boolean }

const isWhole = async (copy: KeptCopy, files: Ports['files']): Promise<boolean> =>
  (await hashFile(copy.path, files).catch(() => undefined)) === copy.sha256

/**
 * Settles leftovers of an earlier run in `drafts/`. A power cut can undo the rename of an original whose picture is in the library: then the
 * draft is its only copy, and goes to its place. Whole drafts of drops that are to be finished (`hasUnfinished`) stay, and are returned:
 * their files may be gone. The rest belongs to nothing that was promised and is removed. A file that cannot be read, moved or removed
 * never keeps Packshot from starting.
 */
export const reclaimDrafts = async (ports: Ports, hasUnfinished: boolean): Promise<readonly KeptCopy[]> => {
  const { dataFolder, files, images, log } = ports
  const folder = join(dataFolder, 'drafts')
  const kept: KeptCopy[] = []
  for (const name of await files.list(folder).catch(() => [])) {
    const draft = join(folder, name)
    try {
      const place = await findPlace(draft, ports)
      if (place !== undefined) {
        await files.makeFolder(dirname(place))
        await files.rename(draft, place)
        await files.flushFolder(dirname(place))
        log({ event: 'original-reclaimed', place })
        continue
      }
      const said = readDraftName(name)
      const copy = said && { path: draft, ...said, isDraft: true }
      if (hasUnfinished && copy && !images.ofContent(copy.sha256) && (await isWhole(copy, files))) kept.push(copy)
      else await files.remove(draft, { recursive: true })
    } catch (error) {
      log({ event: 'draft-not-settled', draft, reason: String(error) })
    }
  }
  return kept
}

/** Originals that were in their place before the row was written that relies on them. */
export const findOrphans = async ({ dataFolder, files, images }: Omit<Ports, 'log'>): Promise<readonly KeptCopy[]> => {
  const folder = join(dataFolder, 'originals')
  const found: KeptCopy[] = []
  for (const part of await files.list(folder).catch(() => []))
    for (const name of await files.list(join(folder, part)).catch(() => [])) {
      const said = readOriginalName(name)
      const copy = said && { path: join(folder, part, name), ...said, isDraft: false }
      if (copy && !images.ofContent(copy.sha256) && (await isWhole(copy, files))) found.push(copy)
    }
  return found
}
