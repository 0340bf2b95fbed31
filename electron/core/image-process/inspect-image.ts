import { accessSync, constants } from 'node:fs'
import sharp, { type Metadata } from 'sharp'
import type { AppError } from '../../../shared/errors.ts'
import type { DecodingFailure } from '../../../shared/failures/pictures.ts'
import type { ImageFacts } from '../../../shared/images.ts'
import { trimEndOf } from '../../../shared/trim-end.ts'
import { maxPixels, maxProgressivePixels } from '../formats/identify-file.ts'
import { systemSyncFiles as files } from '../platform/system-sync-files.ts'
import { type InspectTaskMessage, toWorkerError } from './image-worker-messages.ts'
import { hasGpsPosition } from './read-exif.ts'

/** Longest side of a thumbnail in pixels; smaller pictures are not enlarged. */
const thumbnailSide = 512

/**
 * Locks every decoder but PNG and JPEG (from files; nothing else is read here), so that an SVG, a TIFF or an Ultra HDR file that
 * slipped through is not decoded. One thread a process, and nothing cached: pictures are seen once.
 */
export const lockDecoders = (): void => {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPngFile', 'VipsForeignLoadJpegFile'] })
  sharp.concurrency(1)
  sharp.cache(false)
}

// Files are read and written at once here: this process has one picture, and a thread for each call costs more than the call.

export const assertReadable = (path: string): void => {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    if (cause.code === 'ENOENT') throw toWorkerError({ kind: 'picture-gone' }, cause)
    throw toWorkerError({ kind: 'picture-unreadable' }, cause)
  }
}

/** Meanings of libvips’ messages. */
export const toDamage = (cause: unknown): AppError => {
  const words = (cause instanceof Error ? cause.message : String(cause)).replaceAll(/\s+/g, ' ').trim().slice(0, 300)
  const failed = (failure: DecodingFailure): AppError => toWorkerError(failure, cause)
  if (/pixel limit/i.test(words)) return failed({ kind: 'picture-over-pixel-limit', limit: maxPixels, isProgressive: false })
  if (/premature end of JPEG/i.test(words)) return failed({ kind: 'picture-cut-off' })
  if (missingData.test(words)) return failed({ kind: 'picture-part-missing' })
  // The PNG reader does not tell a bad checksum from an early end, nor the interlaced one anything at all.
  if (/libpng read error|not enough data|^unknown error$/i.test(words)) return failed({ kind: 'picture-damaged-or-cut-off' })
  // The reader repeats itself; its first words say what matters.
  return failed({ kind: 'picture-undecodable', said: trimEndOf(words.split(/ (?=Vips\w+: )/)[0] ?? '', ':. ').slice(0, 120) })
}

/** libjpeg only warns of this, although the missing part is gray. Its other warnings are harmless. */
const missingData = /premature end of data segment/i

/**
 * Decodes with the ear open for warnings; if there was one that does no harm, once more without. Rejects with `damaged-image` or
 * `too-many-pixels`.
 */
const decode = async (encode: (failOn: 'warning' | 'error') => Promise<Buffer>): Promise<Buffer> => {
  try {
    return await encode('warning')
  } catch (warning) {
    if (missingData.test(String(warning))) throw toDamage(warning)
    return await encode('error').catch((error) => {
      throw toDamage(error)
    })
  }
}

const toFacts = (metadata: Metadata, format: InspectTaskMessage['format']): ImageFacts => {
  const { width, height, hasAlpha = false, exif, xmp } = metadata
  const orientation = metadata.orientation !== undefined && metadata.orientation <= 8 ? Math.max(1, metadata.orientation) : 1
  const isTurned = orientation >= 5
  return {
    format,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    orientation,
    hasAlpha,
    // Editors move the position into XMP, where the same EXIF names are used.
    hasGps: (exif !== undefined && hasGpsPosition(exif)) || xmp?.includes('exif:GPSLatitude') === true,
  }
}

const removeDraft = (path: string): void => {
  try {
    files.remove(path)
  } catch {
    // The caller removes it, too.
  }
}

const writeThumbnail = (bytes: Uint8Array, { thumbnailPath, temporaryPath }: InspectTaskMessage): void => {
  try {
    files.write(temporaryPath, bytes)
    files.rename(temporaryPath, thumbnailPath)
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    removeDraft(temporaryPath)
    if (cause.code === 'ENOSPC') throw toWorkerError({ kind: 'thumbnail-without-room' }, cause)
    throw toWorkerError({ kind: 'thumbnail-unwritten', said: cause.code ?? cause.message.slice(0, 300) }, cause)
  }
}

/**
 * Decodes the whole picture, writes its thumbnail (upright, sRGB, JPEG at quality 80, or PNG where the picture has an alpha channel)
 * and returns the facts. JPEGs are scaled during decoding, but every scan is read, so that a truncated file is detected.
 * Errors: `damaged-image`, `too-many-pixels`, `file-missing`, `file-unreadable`, `disk-full`, `image-process-failed`.
 */
export const inspectImage = async (task: InspectTaskMessage): Promise<ImageFacts> => {
  assertReadable(task.path)
  const open = (failOn: 'warning' | 'error') => sharp(task.path, { failOn, limitInputPixels: maxPixels, sequentialRead: true })
  const metadata = await open('error')
    .metadata()
    .catch((error) => {
      throw toDamage(error)
    })
  if (metadata.format !== task.format) {
    throw toWorkerError({ kind: 'picture-not-as-header-says', format: task.format })
  }
  if (metadata.isProgressive && metadata.width * metadata.height > maxProgressivePixels) {
    throw toWorkerError({ kind: 'picture-over-pixel-limit', limit: maxProgressivePixels, isProgressive: true })
  }
  const facts = toFacts(metadata, task.format)
  const thumbnail = await decode((failOn) => {
    const small = open(failOn).autoOrient().resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
    return (facts.hasAlpha ? small.png({ compressionLevel: 6 }) : small.jpeg({ quality: 80 })).toBuffer()
  })
  writeThumbnail(thumbnail, task)
  return facts
}
