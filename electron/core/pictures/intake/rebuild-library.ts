import { join } from 'node:path'
import { toAppError } from '../../../../shared/base/errors.ts'
import type { LostThing } from '../../../../shared/base/recovery.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Platform } from '../../base/platform/platform.ts'
import { readOriginalName } from '../library/original-path.ts'
import type { ImageStore } from '../library/picture-store.ts'
import { addFile } from './add-file.ts'
import { isAboutPicture, type PictureChecks } from './check-pictures.ts'
import { createCopyingHere } from './copying.ts'
import { flushKept, keepCopies } from './keep-copies.ts'

type Ports = Pick<Platform, 'clock' | 'files' | 'ids'> & {
  readonly dataFolder: string
  readonly journal: Journal
  readonly images: ImageStore
  readonly checks: Pick<PictureChecks, 'finish'>
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

type Rebuilt = { readonly back: number; readonly lost: readonly LostThing[]; readonly isWhole: boolean }

/** Originals by their path below the folder `originals`, with the hash and name that it says. */
const listOriginals = async ({ files, dataFolder }: Ports) => {
  const folder = join(dataFolder, 'originals')
  const names: string[] = []
  // Folders by the hash's first digit, and nothing below them.
  for (const part of await files.list(folder).catch(() => []))
    for (const name of await files.list(join(folder, part)).catch(() => [])) names.push(`${part}/${name}`)
  return names.sort().flatMap((relative) => {
    const said = readOriginalName(relative)
    return said ? [{ ...said, relative }] : []
  })
}

/**
 * Restores pictures whose originals exist but that are missing in the library, after a restore: their rows first, then their checks.
 * `back`: how many. `lost`: those that are unreadable. `isWhole`: false if something else failed, so that the next start must continue.
 */
export const rebuildLibrary = async (ports: Ports): Promise<Rebuilt> => {
  const { journal, images, dataFolder, log } = ports
  let isWhole = true
  const lost: LostThing[] = []
  const unchecked: string[] = []
  const reading = { ...ports, copying: createCopyingHere(ports) }
  for (const { sha256, name, relative } of await listOriginals(ports)) {
    const there = images.ofContent(sha256)
    // An earlier start may have ended before all were checked, and before anyone heard what was lost.
    if (there?.check === 'pending') unchecked.push(there.id)
    if (there?.check === 'refused') lost.push({ kind: 'picture', name })
    if (there) continue
    const staged = `originals/${relative}`
    const given = { name, origin: { kind: 'file' as const, path: staged }, staged }
    const kept = await keepCopies([await addFile(join(dataFolder, staged), reading, given)], reading)
    await flushKept(kept, ports)
    for (const taken of kept) {
      if (taken.kind === 'refused') {
        log({ event: 'original-not-restored', path: relative, reason: toAppError(taken.error).code })
        if (isAboutPicture(taken.error.code)) lost.push({ kind: 'picture', name })
        else isWhole = false
        continue
      }
      journal.write(() => {
        images.add(taken.image)
        images.doubtUpload(taken.image.id)
      })
      unchecked.push(taken.image.id)
    }
  }
  await journal.durable()
  await ports.checks.finish(unchecked)
  let back = 0
  for (const id of unchecked) {
    const image = images.get(id)
    if (image?.check === 'passed') back++
    else if (image?.check === 'refused') lost.push({ kind: 'picture', name: image.name })
    else isWhole = false
  }
  return { back, lost, isWhole }
}
