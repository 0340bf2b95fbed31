import { join, resolve } from 'node:path'
import { cellValue } from '../../../../shared/answers/sheet.ts'
import { AppError, type ErrorRecord, toAppError } from '../../../../shared/base/errors.ts'
import type { OutWhich, PictureCopies, PictureField } from '../../../../shared/exchange/exports.ts'
import { isSentFormat } from '../../../../shared/pictures/accepted-pictures.ts'
import type { SentFormat } from '../../../../shared/pictures/picture-formats.ts'
import type { PicturePlace, WalkedRow } from '../../answers/sheet/lists/sheet-lists.ts'
import type { Files } from '../../base/platform/files.ts'
import type { Ids } from '../../base/platform/ids.ts'
import { withoutJpegXmp, writeJpegTexts } from '../../formats/metadata/jpeg-xmp.ts'
import type { PictureTexts } from '../../formats/metadata/merge-xmp.ts'
import { withoutPngXmp, writePngTexts } from '../../formats/metadata/png-xmp.ts'
import type { ImageStore, StoredImage } from '../../pictures/library/picture-store.ts'
import type { SentFile } from '../../pictures/library/sent-files.ts'
import { createCopyNames, findSharedPlaces } from './copy-name.ts'
import { createPartSweeper, toOutError, writeAtomically } from './files/write-atomically.ts'

export type CopyPorts = {
  readonly files: Files
  readonly ids: Ids
  /** A picture as copies are made of it; after “Free up space”, the file that it came from may stand in. */
  readonly getSent: (image: StoredImage) => Promise<SentFile>
  readonly images: Pick<ImageStore, 'get' | 'versionsOf'>
  /** All pictures of the library. */
  readonly walkPlaces: () => AsyncIterable<readonly PicturePlace[]>
}

export type CopyTask = {
  /** An absolute path. */
  readonly folder: string
  readonly which: OutWhich
  /** By field, the question whose text it gets. */
  readonly fields: Partial<Readonly<Record<PictureField, string>>>
  /** Earlier copies of the same pictures are replaced; no other file is. */
  readonly replaces: boolean
}

/** Names and reasons that are listed; the others are counted. */
const mostListed = 1_000

const textsOf = ({ row }: WalkedRow, { fields, which }: CopyTask): PictureTexts => {
  const texts: Partial<Record<PictureField, string>> = {}
  for (const [field, question] of Object.entries(fields) as [PictureField, string][]) {
    const cell = row.cells.find((one) => one.question === question)
    if (!cell || (which === 'approved' && cell.review !== 'approved')) continue
    const text = cellValue(cell)
    if (text !== '') texts[field] = text
  }
  return texts
}

const readIfThere = async (files: Files, path: string): Promise<Buffer | null> => {
  try {
    return await files.read(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw toOutError(path, error)
  }
}

const isSame = (bytes: Buffer, pieces: readonly Buffer[]): boolean => {
  let at = 0
  for (const piece of pieces) {
    if (!bytes.subarray(at, at + piece.length).equals(piece)) return false
    at += piece.length
  }
  return at === bytes.length
}

/** What is sent of a picture, and its format. */
type Sent = { readonly bytes: Buffer; readonly format: SentFormat }

/**
 * The bytes that are sent of a picture: from our copy, or, after “Free up space”, from the file that it came from while that is still the same. Error:
 * `file-missing`, and those of a conversion.
 */
const readSent = async ({ files, getSent }: Pick<CopyPorts, 'files' | 'getSent'>, image: StoredImage): Promise<Sent> => {
  const gone = (cause?: unknown) => new AppError('file-missing', { kind: 'file-gone', name: image.name }, { cause })
  const { path, format } = await getSent(image).catch((error: unknown) => {
    throw aboutOriginal(error) ? gone(error) : error
  })
  const bytes = await files.read(path).catch((cause: unknown) => {
    throw gone(cause)
  })
  return { bytes, format }
}

const aboutOriginal = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'file-missing' || error.code === 'file-changed' || error.code === 'file-unreadable')

const pathKey = (path: string): string => resolve(path).normalize('NFC').toLowerCase()

/** Content apart from its metadata; `null`: it is no such picture. */
const withoutXmp = (format: SentFormat, bytes: Buffer): Buffer | null => {
  try {
    return format === 'png' ? withoutPngXmp(bytes) : withoutJpegXmp(bytes)
  } catch {
    return null
  }
}

/** Finds whether a file is an earlier copy of a picture, of any of its versions; the file that was added is none. */
const createCopyFinder = (ports: CopyPorts, origins: ReadonlySet<string>) => {
  const { files, images } = ports
  const identityOf = (path: string): string | null => {
    try {
      return files.sync.fingerprint(path)
    } catch {
      return null
    }
  }
  return async ({ id, origin }: StoredImage, path: string, there: Buffer): Promise<boolean> => {
    if (origins.has(pathKey(path))) return false
    // The same file through a link.
    if (origin.kind === 'file' && identityOf(origin.path) === identityOf(path)) return false
    for (const version of images.versionsOf(id)) {
      const own = await readSent(ports, version).catch(() => null)
      const found = own && withoutXmp(own.format, there)
      if (found && withoutXmp(own.format, own.bytes)?.equals(found)) return true
    }
    return false
  }
}

/** What stops all copies, not just one. */
const stopsAll = ({ code }: AppError): boolean => code === 'disk-full' || code === 'cancelled'

/**
 * Copies pictures with their texts into a folder, each whole or not at all. Pictures without a text are left out. A file that is already there
 * stays, unless it is an earlier copy and `replaces` is set; one with the same content is counted apart. Running it again continues. Errors: `disk-full`, `cancelled`;
 * what goes wrong with a single picture is listed.
 */
export const copyPictures = async (
  rows: AsyncIterable<readonly WalkedRow[]>,
  task: CopyTask,
  ports: CopyPorts,
  { signal, onDone }: { readonly signal: AbortSignal; readonly onDone: (pictures: number) => void },
): Promise<PictureCopies> => {
  const { files, ids, images } = ports
  const sweep = createPartSweeper(files)
  const origins = new Set<string>()
  const walkPlaces = async function* (): AsyncGenerator<readonly PicturePlace[]> {
    for await (const piece of ports.walkPlaces()) {
      signal.throwIfAborted()
      for (const { path } of task.replaces ? piece : []) if (path !== null) origins.add(pathKey(path))
      yield piece
    }
  }
  const nameCopy = createCopyNames(await findSharedPlaces(walkPlaces()))
  const isCopyOf = createCopyFinder(ports, origins)
  const existing: string[] = []
  const failed: { name: string; problem: ErrorRecord }[] = []
  const counts = { written: 0, same: 0, without: 0, existing: 0, failed: 0 }
  const folders = new Set<string>()

  const copyOne = async (image: StoredImage, { bytes, format }: Sent, texts: PictureTexts, shown: string, path: string): Promise<void> => {
    const pieces = format === 'png' ? writePngTexts(bytes, texts) : writeJpegTexts(bytes, texts)
    const there = await readIfThere(files, path)
    if (there && isSame(there, pieces)) {
      counts.same++
      return
    }
    if (there && !(task.replaces && (await isCopyOf(image, path, there)))) {
      counts.existing++
      if (existing.length < mostListed) existing.push(shown)
      return
    }
    await writeAtomically({ files, ids }, path, pieces, sweep)
    counts.written++
  }

  let done = 0
  for await (const piece of rows) {
    for (const walked of piece) {
      signal.throwIfAborted()
      onDone(++done)
      const { imageId, name, folder } = walked.row
      const image = imageId === null ? undefined : images.get(imageId)
      if (imageId === null || !image) continue
      const nameAs = (format: SentFormat) => nameCopy({ imageId, name, folder, isConverted: !isSentFormat(image.format) }, format)
      const texts = textsOf(walked, task)
      if (Object.keys(texts).length === 0) {
        nameAs('jpeg')
        counts.without++
        continue
      }
      let shown = name
      try {
        const sent = await readSent(ports, image)
        const place = nameAs(sent.format)
        shown = place.folder === '' ? place.name : `${place.folder}/${place.name}`
        const target = join(task.folder, place.folder)
        if (!folders.has(target)) await files.makeFolder(target)
        folders.add(target)
        await copyOne(image, sent, texts, shown, join(target, place.name))
      } catch (error) {
        const problem = error instanceof AppError ? error : toAppError(toOutErrorOrSame(shown, error))
        if (stopsAll(problem)) throw problem
        counts.failed++
        if (failed.length < mostListed) failed.push({ name: shown, problem: problem.toRecord() })
      }
    }
  }
  return { folder: task.folder, ...counts, existingNames: existing, failures: failed }
}

const toOutErrorOrSame = (path: string, error: unknown): unknown => {
  try {
    return toOutError(path, error)
  } catch (same) {
    return same
  }
}
