import { dirname, join } from 'node:path'
import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { SentFormat } from '../../../../shared/pictures/picture-formats.ts'
import { getsNewPixels, sendingChanges } from '../../../../shared/service/sending.ts'
import type { SendingSettings } from '../../../../shared/service/sending-shapes.ts'
import type { Journal } from '../../base/database/journal.ts'
import { isFullDisk } from '../../base/platform/full-disk.ts'
import type { Platform } from '../../base/platform/platform.ts'
import type { ImagePool } from '../../formats/decoding-process/decoding-pool.ts'
import { headBytes, identifyFile } from '../../formats/kinds/identify-file.ts'
import { toSettingsKey } from './conversion-settings.ts'
import { hashFile } from './keep-original.ts'
import type { StoredImage } from './picture-store.ts'
import { sentName } from './sent-name.ts'

/** What a workspace gets of a picture. */
export type SentFile = {
  /** An absolute path. */
  readonly path: string
  readonly name: string
  readonly format: SentFormat
  readonly bytes: number
  readonly sha256: string
  /** Pixels, upright where it was converted. */
  readonly width: number
  readonly height: number
  /** What it was converted with; `''`: it is the original itself. */
  readonly settings: string
}

type Ports = Pick<Platform, 'files' | 'ids'> & {
  readonly dataFolder: string
  readonly journal: Journal
  readonly imageProcess: () => Pick<ImagePool, 'convert'>
  /** A picture was converted. */
  readonly onMade: () => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

type Options = {
  readonly signal?: AbortSignal | undefined
  /** The file that the picture came from may stand in for our copy of it. */
  readonly orOrigin?: boolean
}

const isAsItIs = (image: StoredImage, settings: SendingSettings): boolean => sendingChanges(image, settings).length === 0

export type SentFiles = ReturnType<typeof createSentFiles>

const orAborted = <T>(working: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return working
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new AppError('cancelled', { kind: 'decoding-cancelled' }))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    working.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** A failure to read an original, as for one that is sent as it is. */
const toOriginalError = (error: unknown, name: string): AppError => {
  const errno = (error as NodeJS.ErrnoException).code ?? 'EIO'
  return errno === 'ENOENT' || errno === 'ENOTDIR'
    ? new AppError('file-missing', { kind: 'kept-copy-gone', name }, { cause: error })
    : new AppError('file-unreadable', { kind: 'kept-copy-unreadable', name, errno }, { cause: error })
}

/** A full disk, or one that takes nothing, about this picture. */
const toFailure = (error: unknown, name: string): AppError => {
  const isFull = error instanceof AppError ? error.code === 'disk-full' : isFullDisk(error)
  if (isFull) return new AppError('disk-full', { kind: 'picture-not-converted', name }, { cause: error })
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof AppError || typeof code !== 'string') return toAppError(error)
  return new AppError('file-unreadable', { kind: 'conversion-unwritten', said: code }, { cause: error })
}

/**
 * The files that are sent to workspaces. A JPEG or PNG that the workspace's settings don't change is sent as it is. For other pictures a file is
 * made when it is first needed, and kept below `sent/`: a cache, whose files are checked before each use and made again with the same bytes.
 */
export const createSentFiles = ({ dataFolder, journal, files, ids, imageProcess, onMade, log }: Ports) => {
  /** By content and settings: whoever needs the same file waits for the same conversion. */
  const underWay = new Map<string, Promise<SentFile>>()
  /** Those made or checked in this run. */
  const made = new Set<string>()
  /** The last failure of each content's `prepare`, for the attempt that comes after it. */
  const failures = new Map<string, { readonly settings: string; readonly error: AppError }>()

  /** What is known about the file of a picture, which may be gone. */
  const find = (image: StoredImage, settings: SendingSettings): SentFile | undefined => {
    const { sha256, bytes, width, height, format } = image
    if (isAsItIs(image, settings)) {
      // Of another format is nothing that is sent as it is.
      const sent = format as SentFormat
      return { path: join(dataFolder, image.staged), name: image.name, format: sent, bytes, sha256, width, height, settings: '' }
    }
    const key = toSettingsKey(settings)
    const row = journal.get(
      'SELECT sha256, format, bytes, width, height, path FROM sent_files WHERE original = ? AND settings = ?',
      sha256,
      key,
    )
    if (!row) return undefined
    const sent = row.format as SentFormat
    return {
      path: join(dataFolder, String(row.path)),
      name: sentName(image.name, sent),
      format: sent,
      bytes: Number(row.bytes),
      sha256: String(row.sha256),
      width: Number(row.width),
      height: Number(row.height),
      settings: key,
    }
  }

  const isWhole = async ({ path, bytes, sha256 }: SentFile): Promise<boolean> => {
    const facts = await files.facts(path).catch(() => undefined)
    return facts?.size === bytes && (await hashFile(path, files).catch(() => undefined)) === sha256
  }

  /** Where the original's bytes are, unchanged. */
  const findOriginal = async ({ staged, sha256, name, origin }: StoredImage, orOrigin: boolean): Promise<string> => {
    const kept = join(dataFolder, staged)
    try {
      if ((await hashFile(kept, files)) === sha256) return kept
    } catch (error) {
      if (!orOrigin || origin.kind !== 'file') throw toOriginalError(error, name)
    }
    if (orOrigin && origin.kind === 'file' && (await hashFile(origin.path, files).catch(() => undefined)) === sha256) return origin.path
    throw new AppError('file-changed', { kind: 'kept-copy-changed', name })
  }

  /** The facts of what the image process wrote: a hostile picture may have taken it over. */
  const look = async (path: string, format: SentFormat) => {
    const { size } = await files.facts(path)
    const head = Buffer.alloc(Math.min(size, 4 * headBytes))
    const found = identifyFile(head.subarray(0, await files.readInto(path, head, 0, head.length)), size)
    if (found.kind !== 'image' || found.format !== format) throw new AppError('image-process-failed', { kind: 'image-process-answer-odd' })
    return { format, bytes: size, sha256: await hashFile(path, files), width: found.width, height: found.height }
  }

  /** Only a cache loses by it, if the library can't take it. */
  const remember = (original: string, place: string, sent: Omit<SentFile, 'path' | 'name'>): void => {
    try {
      journal.write(() =>
        journal.run(
          `INSERT OR REPLACE INTO sent_files (original, settings, sha256, format, bytes, width, height, path) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          original,
          sent.settings,
          sent.sha256,
          sent.format,
          sent.bytes,
          sent.width,
          sent.height,
          place,
        ),
      )
    } catch (error) {
      log({ event: 'sent-file-not-noted', ...toAppError(error).toRecord() })
    }
  }

  const convert = async (image: StoredImage, settings: SendingSettings, key: string, orOrigin: boolean): Promise<SentFile> => {
    // Whatever ends here leaves it to the next start, which removes it (reclaim-drafts.ts).
    const draft = join(dataFolder, 'drafts', `${ids.hex(16)}.part`)
    try {
      const path = await findOriginal(image, orOrigin)
      await files.makeFolder(dirname(draft))
      const format = await imageProcess().convert({ path, format: image.format, settings, target: draft })
      const found = { ...(await look(draft, format)), settings: key }
      // With the same pixels it may still be turned by its metadata.
      const { width, height } = getsNewPixels(sendingChanges(image, settings)) ? found : image
      const facts = { ...found, width, height }
      const place = `sent/${image.sha256.slice(0, 1)}/${sentName(`${image.sha256}~${key}`, format)}`
      const target = join(dataFolder, place)
      await files.makeFolder(dirname(target))
      await files.rename(draft, target)
      remember(image.sha256, place, facts)
      onMade()
      return { ...facts, path: target, name: sentName(image.name, format) }
    } catch (error) {
      await files.remove(draft).catch(() => {})
      throw toFailure(error, image.name)
    }
  }

  const nameOf = (original: string, key: string): string => `${original}~${key}`

  const getOrMake = async (image: StoredImage, settings: SendingSettings, orOrigin: boolean): Promise<SentFile> => {
    const key = toSettingsKey(settings)
    const kept = find(image, settings)
    const sent = kept && (await isWhole(kept)) ? kept : await convert(image, settings, key, orOrigin)
    made.add(nameOf(image.sha256, key))
    return sent
  }

  const share = (image: StoredImage, settings: SendingSettings, orOrigin: boolean): Promise<SentFile> => {
    const name = nameOf(image.sha256, toSettingsKey(settings))
    const before = underWay.get(name)
    if (before !== undefined) return before
    const making = getOrMake(image, settings, orOrigin).finally(() => underWay.delete(name))
    underWay.set(name, making)
    return making
  }

  /** The file that a workspace gets; made now, if it is not there. A caller that stops waiting does not stop it, as others may need it. */
  const get = async (image: StoredImage, settings: SendingSettings, { signal, orOrigin = false }: Options = {}): Promise<SentFile> => {
    const asItIs = isAsItIs(image, settings) ? find(image, settings) : undefined
    if (!asItIs) return orAborted(share(image, settings, orOrigin), signal)
    const isThere = !orOrigin || (await files.facts(asItIs.path).catch(() => undefined)) !== undefined
    return isThere ? asItIs : { ...asItIs, path: await findOriginal(image, true) }
  }

  return {
    find,
    /**
     * Errors: `file-missing`, `file-unreadable` and `file-changed` of the original, `damaged-image`, `too-many-pixels`, `disk-full`,
     * `image-process-failed`, `cancelled`.
     */
    get,
    /** Whether `take` has it, or the reason why not, at once. */
    isPrepared: (image: StoredImage, settings: SendingSettings): boolean => {
      if (isAsItIs(image, settings)) return true
      const key = toSettingsKey(settings)
      return made.has(nameOf(image.sha256, key)) || failures.get(image.sha256)?.settings === key
    },
    /** Makes it before an attempt begins. Never rejects. */
    prepare: (image: StoredImage, settings: SendingSettings, signal: AbortSignal): Promise<void> =>
      get(image, settings, { signal }).then(
        () => {},
        (cause: unknown) => {
          const error = toAppError(cause)
          if (error.code !== 'cancelled') failures.set(image.sha256, { settings: toSettingsKey(settings), error })
        },
      ),
    /** What `prepare` made, or its failure, once. */
    take: async (image: StoredImage, settings: SendingSettings, signal: AbortSignal): Promise<SentFile> => {
      const failure = failures.get(image.sha256)
      failures.delete(image.sha256)
      if (failure && failure.settings === toSettingsKey(settings)) throw failure.error
      return get(image, settings, { signal })
    },
    /** Removes a converted file, by the content of its original; `false`: it is being made or read now. Throws if the file stays. */
    drop: (original: string, key: string, path: string): boolean => {
      if (underWay.has(nameOf(original, key))) return false
      files.sync.remove(path)
      made.delete(nameOf(original, key))
      journal.write(() => journal.run('DELETE FROM sent_files WHERE original = ? AND settings = ?', original, key))
      return true
    },
  }
}
