import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { AppError } from '../../../../shared/base/errors.ts'
import { trimEndOf } from '../../../../shared/base/trim-end.ts'
import { isSentFormat } from '../../../../shared/pictures/accepted-pictures.ts'
import type { ImageFormat } from '../../../../shared/pictures/picture-formats.ts'
import type { PictureReading } from '../../../../shared/pictures/pictures.ts'
import type { DecodingFailure, TiffKind } from '../../../../shared/pictures/pictures-failures.ts'
import { maxPixels, maxProgressivePixels } from '../kinds/identified.ts'
import { hasOnlyMasks } from '../kinds/identify-tiff.ts'
import { openSource } from './decoders/decode-file.ts'
import { toSaid, toWorkerError } from './decoding-messages.ts'
import { readParts } from './read-parts.ts'

// Files are read and written at once here: this process has one picture, and a thread for each call costs more than the call.

const orUnreadable = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    if (cause.code === 'ENOENT') throw toWorkerError({ kind: 'picture-gone' }, cause)
    throw toWorkerError({ kind: 'picture-unreadable' }, cause)
  }
}

export const assertReadable = (path: string): void => orUnreadable(() => accessSync(path, constants.R_OK))

/** A file up to this size is read once into memory. libvips would open it fourteen times, until each loader has looked whether it is its own. */
const readWholeBytes = 16 * 1024 * 1024

/** All of a JPEG or PNG; `undefined`: it is large, or of another format. */
const readSmall = (path: string, format: ImageFormat): Buffer | undefined =>
  isSentFormat(format) && orUnreadable(() => statSync(path)).size <= readWholeBytes ? orUnreadable(() => readFileSync(path)) : undefined

/** What libtiff takes for the descriptions of one file, color profile included (libvips sets it). */
const mostTiffMetadata = 50 * 1024 * 1024

/** Some readers say our copy's path first, which tells nobody anything. */
const ownPath = /(?<=^|\s)(?:\/|[A-Za-z]:[\\/])[^:]{0,1000}: /g

/** A tag that libtiff doesn't know is no reason. */
const unknownTag =
  /(?:tiff2vips: )?Defined set_get_field_type of custom tag \d{1,5} \(Tag \d{1,5}\) is TIFF_SETGET_UNDEFINED and thus tag is not read from file /g

/** What libvips says of TIFFs that are whole, but that it can't read. */
const rareTiffs: readonly (readonly [words: RegExp, is: TiffKind])[] = [
  [/compression support is not configured/i, 'compression'],
  [/not a whole number of bytes|samples out of range|tiff2vips: not \d bands/i, 'samples'],
  [/tiled separate planes/i, 'tiled-planes'],
]

/** Meanings of libvips’ messages. */
export const toDamage = (cause: unknown): AppError => {
  const all = (cause instanceof Error ? cause.message : String(cause)).replaceAll(/\s+/g, ' ').trim()
  const words = all.slice(0, 3000).replaceAll(ownPath, '').replaceAll(unknownTag, '').slice(0, 300)
  const failed = (failure: DecodingFailure): AppError => toWorkerError(failure, cause)
  if (/pixel limit/i.test(words)) return failed({ kind: 'picture-over-pixel-limit', limit: maxPixels, isProgressive: false })
  if (/cumulated memory allocation/i.test(words)) return failed({ kind: 'picture-metadata-too-long', maxBytes: mostTiffMetadata })
  const [, rare] = rareTiffs.find(([form]) => form.test(words)) ?? []
  if (rare) return failed({ kind: 'tiff-of-rare-kind', is: rare })
  if (/bad seek/i.test(words)) return failed({ kind: 'picture-damaged-or-cut-off' })
  if (/premature end of JPEG/i.test(words)) return failed({ kind: 'picture-cut-off' })
  if (missingData.test(words)) return failed({ kind: 'picture-part-missing' })
  if (brokenData.test(words)) return failed({ kind: 'picture-damaged-or-cut-off' })
  // The reader repeats itself; its first words say what matters.
  return failed({ kind: 'picture-undecodable', said: toSaid(trimEndOf(words.split(/ (?=Vips\w+: )/)[0] ?? '', ':. ')) })
}

/** Readers that don’t tell damage from an early end: the PNG reader of a checksum, the interlaced one of anything, the WebP and GIF readers of a header. */
const brokenData =
  /libpng read error|not enough data|^unknown error$|webp: unable to parse image|unexpected end of gif|has corrupt header:?$|contains unsupported image format:?$/i

/** libjpeg only warns of this, although the missing part is gray. Its other warnings are harmless. */
const missingData = /premature end of data segment/i

/**
 * Decodes with the ear open for warnings; if there was one that does no harm, once more without. Rejects with `damaged-image` or
 * `too-many-pixels`.
 */
export const decode = async <T>(encode: (failOn: FailOn) => Promise<T>): Promise<T> => {
  try {
    return await encode('warning')
  } catch (warning) {
    if (missingData.test(String(warning))) throw toDamage(warning)
    return await encode('error').catch((error) => {
      throw toDamage(error)
    })
  }
}

export type FailOn = 'warning' | 'error'

export type OpenedPicture = {
  readonly metadata: Metadata
  /** EXIF that libvips doesn't have, of a picture that a decoder of our own read. */
  readonly exif?: Uint8Array
  /** Facts from such a decoder beyond `metadata`. */
  readonly reading?: PictureReading
  /** Its further channels are saved selections, and not its opacity: `open` leaves them out, but only after a change of size. */
  readonly hasMasks: boolean
  /** All of its file, where it was read at once. */
  readonly bytes?: Buffer
  /** The picture, or the first of several. */
  readonly open: (failOn: FailOn) => Sharp
}

/** Neither of 8 or 16 bits without a sign, nor with a fraction. */
const wholeNumbers: readonly string[] = ['char', 'short', 'int', 'uint']

const formatOf = ({ format, compression }: Metadata): string => (format === 'heif' && compression === 'av1' ? 'avif' : format)

/** Reads a picture's header, or all of it with a decoder of our own. Rejects with `damaged-image`, `too-many-pixels`, `file-missing` or `file-unreadable`. */
export const openPicture = async (path: string, format: ImageFormat): Promise<OpenedPicture> => {
  assertReadable(path)
  const { input, exif, reading } = await openSource(path, format)
  const bytes = typeof input === 'string' ? readSmall(path, format) : undefined
  const open = (failOn: FailOn, page?: number) =>
    sharp(bytes ?? input, { failOn, limitInputPixels: maxPixels, sequentialRead: true, ...(page ? { page } : {}) })
  const metadata = await open('error')
    .metadata()
    .catch((error) => {
      throw toDamage(error)
    })
  // An AVIF says which of its pictures is the one to show.
  const openFirst = (failOn: FailOn): Sharp => open(failOn, metadata.pagePrimary)
  if (typeof input !== 'string') {
    const all = exif ? { ...metadata, exif: Buffer.from(exif.buffer, exif.byteOffset, exif.byteLength) } : metadata
    return { metadata: all, hasMasks: false, open: openFirst, ...(exif ? { exif } : {}), ...(reading ? { reading } : {}) }
  }
  if (formatOf(metadata) !== format) throw toWorkerError({ kind: 'picture-not-as-header-says', format })
  // libvips would cut their values off.
  if (format === 'tiff' && wholeNumbers.includes(metadata.depth)) throw toWorkerError({ kind: 'tiff-of-rare-kind', is: 'numbers' })
  if (metadata.isProgressive && metadata.width * metadata.height > maxProgressivePixels) {
    throw toWorkerError({ kind: 'picture-over-pixel-limit', limit: maxProgressivePixels, isProgressive: true })
  }
  const hasMasks = format === 'tiff' && metadata.hasAlpha === true && (await readParts(path, hasOnlyMasks))
  return {
    metadata,
    hasMasks,
    open: (failOn) => (hasMasks ? openFirst(failOn).removeAlpha() : openFirst(failOn)),
    ...(bytes ? { bytes } : {}),
  }
}
