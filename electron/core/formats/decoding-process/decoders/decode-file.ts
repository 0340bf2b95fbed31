import { readFileSync } from 'node:fs'
import { AppError } from '../../../../../shared/base/errors.ts'
import type { ImageFormat } from '../../../../../shared/pictures/picture-formats.ts'
import type { PictureReading } from '../../../../../shared/pictures/pictures.ts'
import type { DecodingFailure } from '../../../../../shared/pictures/pictures-failures.ts'
import { latin, pixelLimitOf } from '../../kinds/identified.ts'
import { identifyFile } from '../../kinds/identify-file.ts'
import { countFrames } from '../../kinds/identify-heif.ts'
import { findLabTags, isPlainYcc } from '../../kinds/identify-tiff.ts'
import { toSaid, toWorkerError } from '../decoding-messages.ts'
import { readParts } from '../read-parts.ts'
import { withProfileOfNumbers } from './avif-colors.ts'
import { type DecodedPicture, type Decoder, toTiff } from './decoded-picture.ts'
import { readFirstGifFrame } from './first-gif-frame.ts'
import { readFirstFrame } from './first-webp-frame.ts'
import { freeMemory } from './free-memory.ts'

/** Decoders of formats that sharp has none for. Each is loaded with the first picture that needs it. */
const decodersOfOurOwn: Readonly<Partial<Record<ImageFormat, Decoder>>> = {
  heic: async (bytes, limits) => (await import('./decode-heic.ts')).decodeHeic(bytes, limits),
  bmp: async (bytes) => (await import('./decode-bmp.ts')).decodeBmp(bytes),
  psd: async (bytes) => (await import('./decode-psd.ts')).decodePsd(bytes),
  jxl: async (bytes, limits) => (await import('./decode-jxl.ts')).decodeJxl(bytes, limits),
  jp2: async (bytes, limits) => (await import('./decode-jp2.ts')).decodeJp2(bytes, limits),
  raw: async (bytes) => (await import('./decode-raw.ts')).decodeRaw(bytes),
}

/** Input for libvips: a picture's file, the part of it that counts, or a TIFF in memory if a decoder of our own read it. */
export type PictureSource = {
  readonly input: string | Uint8Array
  /** EXIF, which libvips takes from no TIFF. */
  readonly exif?: Uint8Array
  readonly reading?: PictureReading
}

/** As many as are told (shared/pictures/pictures.ts). */
const mostPages = 1_000_000

/** Of WebAssembly. With the TIFF it is within what an image process may take (core/node-ports.ts). */
const maxDecoderBytes = 900 * 1024 * 1024
/** libjxl works with up to 50 bytes a pixel. */
const maxJxlBytes = 1250 * 1024 * 1024

const readWhole = (path: string): Uint8Array => {
  try {
    return readFileSync(path)
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    throw toWorkerError({ kind: cause.code === 'ENOENT' ? 'picture-gone' : 'picture-unreadable' }, cause)
  }
}

/** The size is in the header: nothing larger is decoded. */
const checkHeader = (bytes: Uint8Array, format: ImageFormat): void => {
  const found = identifyFile(bytes, bytes.length)
  if (found.kind === 'image' && found.format === format) return
  const failure: DecodingFailure =
    found.kind === 'refused' && found.error.code === 'too-many-pixels'
      ? { kind: 'picture-over-pixel-limit', limit: pixelLimitOf(format), isProgressive: false }
      : { kind: 'picture-not-as-header-says', format }
  throw toWorkerError(failure)
}

const toFailure = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const words = error instanceof Error ? error.message : String(error)
  return toWorkerError({ kind: 'picture-undecodable', said: toSaid(words) }, error)
}

/** Color profiles of printers have a few MB; libtiff takes 50. */
const mostProfile = 32 * 1024 * 1024
/** More XMP is left out: it is not kept in a converted picture either. */
const mostXmp = 1024 * 1024

const withoutLongXmp = ({ xmp, ...picture }: DecodedPicture): DecodedPicture =>
  xmp && xmp.length <= mostXmp ? { ...picture, xmp } : picture

/** A picture of fewer pixels leaves too little behind to wait for it. */
const manyPixels = 8_000_000

const decodeBytes = async (
  bytes: Uint8Array,
  format: ImageFormat,
  decode: Decoder,
  maxDepth: 8 | 16,
): Promise<{ source: PictureSource; pixels: number }> => {
  const maxPixels = pixelLimitOf(format)
  const picture = await decode(bytes, { maxPixels, maxBytes: format === 'jxl' ? maxJxlBytes : maxDecoderBytes, maxDepth }).catch(
    (error) => {
      throw toFailure(error)
    },
  )
  if (picture.width * picture.height > maxPixels) {
    throw toWorkerError({ kind: 'picture-over-pixel-limit', limit: maxPixels, isProgressive: false })
  }
  const { exif, reading } = picture
  if (picture.icc && picture.icc.length > mostProfile) throw toWorkerError({ kind: 'picture-metadata-too-long', maxBytes: mostProfile })
  const source = { input: toTiff(withoutLongXmp(picture)), ...(exif ? { exif } : {}), ...(reading ? { reading } : {}) }
  return { source, pixels: picture.width * picture.height }
}

/** libvips reads the other TIFFs. */
const findTiffDecoder = async (path: string): Promise<Decoder | undefined> => {
  const tags = await readParts(path, findLabTags)
  if (tags) return async (bytes) => (await import('./decode-lab-tiff.ts')).decodeLabTiff(bytes, tags)
  const isYcc = await readParts(path, isPlainYcc)
  return isYcc ? async (bytes) => (await import('./decode-ycc-tiff.ts')).decodeYccTiff(bytes) : undefined
}

const openWebp = async (path: string): Promise<PictureSource> => {
  const first = await readFirstFrame(path)
  return first ? { input: first.file, reading: { pages: Math.min(first.frames, mostPages) } } : { input: path }
}

const openGif = async (path: string): Promise<PictureSource> => {
  const first = await readFirstGifFrame(path)
  return first ? { input: first.file, reading: { pages: Math.min(first.frames, mostPages) } } : { input: path }
}

/**
 * libvips takes no file for an AVIF that has another first brand, such as an animation's, though its picture is the same, and no colors that are said in
 * numbers.
 */
const openAvif = async (path: string): Promise<PictureSource> => {
  if (await readParts(path, async (_, size) => size > mostAvifBytes)) return { input: path }
  const file = readWhole(path)
  const isOther = latin(file, 8, 12) !== avifBrand
  const withProfile = withProfileOfNumbers(file)
  if (!isOther && !withProfile) return { input: path }
  const input = withProfile ?? Buffer.from(file)
  input.write(avifBrand, 8, 'latin1')
  const frames = isOther ? countFrames(file) : 0
  return { input, ...(frames > 1 ? { reading: { pages: frames } } : {}) }
}
const avifBrand = 'avif'
/** More is left in its file. */
const mostAvifBytes = 256 * 1024 * 1024

/** `maxDepth`: bits of a channel that are needed. Rejects with `damaged-image`, `too-many-pixels`, `file-missing` or `file-unreadable`. */
export const openSource = async (path: string, format: ImageFormat, maxDepth: 8 | 16 = 16): Promise<PictureSource> => {
  if (format === 'webp') return openWebp(path)
  if (format === 'gif') return openGif(path)
  if (format === 'avif') return openAvif(path)
  const decode = format === 'tiff' ? await findTiffDecoder(path) : decodersOfOurOwn[format]
  if (!decode) return { input: path }
  const bytes = readWhole(path)
  checkHeader(bytes, format)
  const { source, pixels } = await decodeBytes(bytes, format, decode, maxDepth)
  if (pixels >= manyPixels) await freeMemory()
  return source
}
