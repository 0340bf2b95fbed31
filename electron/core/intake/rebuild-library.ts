import { join } from 'node:path'
import { type ErrorCode, toAppError } from '../../../shared/errors.ts'
import type { LostThing } from '../../../shared/recovery.ts'
import type { Journal } from '../database/journal.ts'
import type { ImageProcess } from '../image-process/start-image-process.ts'
import { type ImageStore, imageIdOf } from '../library/image-store.ts'
import { readOriginalName } from '../library/originals.ts'
import type { Platform } from '../platform/platform.ts'
import { addFile } from './add-file.ts'

type Ports = Pick<Platform, 'clock' | 'files' | 'ids'> & {
  readonly dataFolder: string
  readonly journal: Journal
  readonly images: ImageStore
  readonly imageProcess: () => ImageProcess
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

type Rebuilt = { readonly back: number; readonly lost: readonly LostThing[]; readonly isWhole: boolean }

const aboutPicture: readonly ErrorCode[] = [
  'empty-file',
  'unsupported-format',
  'damaged-image',
  'too-many-pixels',
  'file-too-large',
  'file-unreadable',
  'file-missing',
  'image-process-failed',
]
const isAboutPicture = (code: ErrorCode): boolean => aboutPicture.includes(code)

/**
 * Restores pictures whose originals exist but that are missing in the library, after a restore. `back`: how many. `lost`: those
 * that are unreadable. `isWhole`: false if something else failed, so that the next start must continue.
 */
export const rebuildLibrary = async (ports: Ports): Promise<Rebuilt> => {
  const folder = join(ports.dataFolder, 'originals')
  const names: string[] = []
  // Folders by the hash's first two digits, and nothing below them.
  for (const part of await ports.files.list(folder).catch(() => []))
    for (const name of await ports.files.list(join(folder, part)).catch(() => [])) names.push(`${part}/${name}`)
  let back = 0
  let isWhole = true
  const lost: LostThing[] = []
  for (const relative of names.sort()) {
    const original = readOriginalName(relative)
    if (!original || ports.images.get(imageIdOf(original.sha256))) continue
    const path = join(folder, relative)
    const taken = await addFile(
      path,
      { ...ports, imageProcess: ports.imageProcess() },
      { name: original.name, origin: { kind: 'file', path }, staged: `originals/${relative}` },
    )
    if (taken.kind === 'refused') {
      ports.log({ event: 'original-not-restored', path: relative, reason: toAppError(taken.error).code })
      if (isAboutPicture(taken.error.code)) lost.push({ kind: 'picture', name: original.name })
      else isWhole = false
      continue
    }
    ports.journal.write(() => {
      ports.images.add(taken.image)
      ports.images.doubtUpload(taken.image.id)
    })
    back++
  }
  await ports.journal.durable()
  return { back, lost, isWhole }
}
