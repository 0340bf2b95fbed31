import { dirname, join } from 'node:path'
import type { Platform } from '../platform/platform.ts'
import type { ImageStore } from './image-store.ts'
import { hashFile } from './originals.ts'

type Ports = Pick<Platform, 'files'> & {
  readonly dataFolder: string
  readonly images: Pick<ImageStore, 'ofSize'>
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/** The place of an original that a picture relies on and that holds something else, or nothing. */
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

/**
 * Settles what an earlier end left in `drafts/`. A power cut can undo the rename of an original whose picture is in the library: then the
 * draft is its only copy, and goes to its place before this resolves. The rest belongs to nothing that was promised and is removed, which
 * nobody waits for. A file that cannot be read, moved or removed never keeps Packshot from starting; the next start tries again.
 */
export const reclaimDrafts = async (ports: Ports): Promise<void> => {
  const { dataFolder, files, log } = ports
  const folder = join(dataFolder, 'drafts')
  const spare: string[] = []
  const noteFailure =
    (draft: string) =>
    (error: unknown): void =>
      log({ event: 'draft-not-settled', draft, reason: String(error) })
  for (const name of await files.list(folder).catch(() => [])) {
    const draft = join(folder, name)
    try {
      const place = await findPlace(draft, ports)
      if (place === undefined) {
        spare.push(draft)
        continue
      }
      await files.makeFolder(dirname(place))
      await files.rename(draft, place)
      await files.flushFolder(dirname(place))
      log({ event: 'original-reclaimed', place })
    } catch (error) {
      noteFailure(draft)(error)
    }
  }
  // Where another program holds them, each takes seconds.
  for (const draft of spare) void files.remove(draft, { recursive: true }).catch(noteFailure(draft))
}
