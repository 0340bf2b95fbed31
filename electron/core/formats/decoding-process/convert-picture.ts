import { readFileSync, statSync } from 'node:fs'
import type { Sharp } from 'sharp'
import type { PictureFixes } from '../../../../shared/checks/picture-fixes-shapes.ts'
import { isSentFormat } from '../../../../shared/pictures/accepted-pictures.ts'
import type { ImageFormat, SentFormat } from '../../../../shared/pictures/picture-formats.ts'
import { getsNewPixels, sendingChanges } from '../../../../shared/service/sending.ts'
import type { SendingSettings } from '../../../../shared/service/sending-shapes.ts'
import { isFullDisk } from '../../base/platform/full-disk.ts'
import { systemSyncFiles as files } from '../../base/platform/system-sync-files.ts'
import { maxProgressivePixels } from '../kinds/identified.ts'
import { mostKeptMetadata } from '../metadata/find-personal.ts'
import { putExif } from '../metadata/put-exif.ts'
import { removePersonal } from '../metadata/remove-personal.ts'
import { fromPixels, hasTransparentPixels, inSrgb, toPixels } from './colors.ts'
import { type ConvertTaskMessage, toWorkerError } from './decoding-messages.ts'
import { fixPixels } from './fix-pixels.ts'
import { decode, type FailOn, type OpenedPicture, openPicture } from './open-picture.ts'
import { removeDraft } from './remove-draft.ts'

/** Of a PNG that a window waits for, and that is soon removed. */
const viewCompression = 1

/** XMP repeats the orientation, which is applied. */
const uprightXmp = (xmp: Buffer): string => xmp.toString('utf8').replace(/(tiff:Orientation\s{0,9}(?:=\s{0,9}["']|>\s{0,9}))[2-8]/g, '$11')

const keepXmp = (picture: Sharp, { metadata: { xmp } }: OpenedPicture): Sharp =>
  xmp && xmp.length <= mostKeptMetadata ? picture.withXmp(uprightXmp(xmp)) : picture

/** Copyright, description and the rest, as far as they fit. */
const keepWords = (picture: Sharp, opened: OpenedPicture): Sharp => {
  const { exif } = opened.metadata
  return keepXmp(exif && exif.length <= mostKeptMetadata ? picture.keepExif() : picture, opened)
}

/** An alpha channel alone says nothing: many programs write one in which every pixel is opaque. */
const isTransparent = async (picture: OpenedPicture): Promise<boolean> => {
  if (!picture.metadata.hasAlpha || picture.hasMasks) return false
  return decode(async (failOn) => {
    const { data, info } = await picture
      .open(failOn)
      .ensureAlpha()
      .extractChannel('alpha')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return hasTransparentPixels(data, info.channels)
  })
}

const write = (bytes: Uint8Array, path: string): void => {
  try {
    files.write(path, bytes)
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    removeDraft(path)
    if (isFullDisk(cause)) throw toWorkerError({ kind: 'conversion-without-room' }, cause)
    throw toWorkerError({ kind: 'conversion-unwritten', said: cause.code ?? cause.message.slice(0, 300) }, cause)
  }
}

/** Below it a JPEG shows its blocks. */
const lowestQuality = 30

/** The best quality from `lowestQuality` on whose file fits; without one, the smallest file. */
const encodeToFit = async (encode: (quality: number) => Promise<Buffer>, quality: number, largestBytes: number | null): Promise<Buffer> => {
  let smallest = await encode(quality)
  if (largestBytes === null || smallest.length <= largestBytes) return smallest
  let best: Buffer | undefined
  for (let low = lowestQuality, high = quality - 1; low <= high; ) {
    const middle = Math.floor((low + high) / 2)
    const bytes = await encode(middle)
    if (bytes.length <= largestBytes) {
      best = bytes
      low = middle + 1
    } else {
      smallest = bytes
      high = middle - 1
    }
  }
  return best ?? smallest
}

/**
 * A JPEG with Huffman tables of its own is a twentieth smaller, but all of it is in memory meanwhile, with 12 bytes a pixel: of a picture of 100 megapixels
 * more than an image process may have.
 */
const hasRoomToOptimise = ({ metadata: { width, height } }: OpenedPicture): boolean => width * height <= maxProgressivePixels

/** More pixels in a row or column than a JPEG can have here, and no limit that makes them fewer. */
const isTooLongForJpeg = ({ metadata: { width, height } }: OpenedPicture, { longestEdge, fixes }: SendingSettings): boolean =>
  Math.max(width, height) > mostJpegEdge && leastOf(longestEdge, fixes?.longestEdge) === null
const mostJpegEdge = 65_500

type Made = { readonly format: SentFormat; readonly bytes: Buffer }

/** The smaller limit; `null`: there is none. */
const leastOf = (...limits: readonly (number | null | undefined)[]): number | null => {
  const set = limits.filter((limit) => limit != null)
  return set.length === 0 ? null : Math.min(...set)
}

/** Of all pixels at once; its EXIF is put back by `finish`. */
const prepareFixed = async (picture: OpenedPicture, fixes: PictureFixes, failOn: FailOn): Promise<Sharp> => {
  const upright = await toPixels(inSrgb(picture.open(failOn).autoOrient(), picture).toColourspace('srgb'))
  return keepXmp(fromPixels(fixPixels(upright, fixes)).withIccProfile('srgb'), picture)
}

/** Upright, in sRGB, with its fixes, at most as large as is wanted. */
const prepare = async (picture: OpenedPicture, { longestEdge, fixes }: SendingSettings, failOn: FailOn): Promise<Sharp> => {
  const edge = leastOf(longestEdge, fixes?.longestEdge)
  if (fixes) {
    const fixed = await prepareFixed(picture, fixes, failOn)
    return edge === null ? fixed : fixed.resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
  }
  const upright = keepWords(inSrgb(picture.open(failOn).autoOrient(), picture), picture)
  if (edge === null) return upright
  // A saved selection would take its colors from what is scaled down with it.
  const whole = picture.hasMasks ? keepXmp(fromPixels(await toPixels(upright)).withIccProfile('srgb'), picture) : upright
  return whole.resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
}

/** With the EXIF that its pixels were parted from, and without what tells of people, if that is to go. */
const finish = (encoded: Buffer, format: SentFormat, { exif: found, metadata }: OpenedPicture, settings: SendingSettings): Buffer => {
  const { personal, fixes } = settings
  const exif = found ?? (fixes ? metadata.exif : undefined)
  const bytes = exif && exif.length <= mostKeptMetadata ? Buffer.from(putExif(encoded, format, exif)) : encoded
  return personal === 'remove' ? Buffer.concat(removePersonal(bytes, format, 1).pieces) : bytes
}

/** With new pixels. A PNG stays one, unless it has to become smaller and can be a JPEG. */
const encodeAnew = async (picture: OpenedPicture, format: ImageFormat, settings: SendingSettings): Promise<Made> => {
  const { quality, fixes } = settings
  const largestBytes = leastOf(settings.largestBytes, fixes?.largestBytes)
  const isView = quality === null
  const isJpeg = !isView && fixes?.convert === 'jpeg'
  const background = settings.background ?? (isJpeg ? '#ffffff' : null)
  const isPadded = fixes?.pad?.color === null
  const isOpaque = !isView && !isTooLongForJpeg(picture, settings) && (background !== null || !(isPadded || (await isTransparent(picture))))
  const png = async (): Promise<Buffer> => {
    const bytes = await decode(async (failOn) =>
      (await prepare(picture, settings, failOn)).png({ compressionLevel: isView ? viewCompression : 6 }).toBuffer(),
    )
    return finish(bytes, 'png', picture, settings)
  }
  const jpeg = async (quality: number): Promise<Buffer> => {
    const bytes = await decode(async (failOn) => {
      const prepared = await prepare(picture, settings, failOn)
      const opaque = background === null ? prepared.removeAlpha() : prepared.flatten({ background })
      return opaque.jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: hasRoomToOptimise(picture) }).toBuffer()
    })
    return finish(bytes, 'jpeg', picture, settings)
  }
  if (isView || !isOpaque || (format === 'png' && background === null && !isJpeg)) {
    const bytes = await png()
    if (isView || !isOpaque || largestBytes === null || bytes.length <= largestBytes) return { format: 'png', bytes }
  }
  return { format: 'jpeg', bytes: await encodeToFit(jpeg, quality, largestBytes) }
}

/** With the same pixels, bit by bit. */
const rewrite = (path: string, format: SentFormat, orientation: number): Made => {
  try {
    return { format, bytes: Buffer.concat(removePersonal(readFileSync(path), format, orientation).pieces) }
  } catch (error) {
    throw toWorkerError({ kind: 'picture-unreadable' }, error as Error)
  }
}

/** A picture is scaled down until it fits by so much at a time, and to no less than so many pixels. */
const [fitStep, leastFit] = [0.85, 200]

/** Where a fix is that the file fits, a picture gets fewer pixels if less quality is not enough. */
const makeFit = async (picture: OpenedPicture, format: ImageFormat, settings: SendingSettings): Promise<Made> => {
  const most = settings.fixes?.largestBytes
  let made = await encodeAnew(picture, format, settings)
  const { width, height } = picture.metadata
  let edge = leastOf(Math.max(width, height), settings.longestEdge, settings.fixes?.longestEdge) ?? leastFit
  while (most !== undefined && made.bytes.length > most && edge > leastFit) {
    edge = Math.max(leastFit, Math.floor(edge * fitStep))
    made = await encodeAnew(picture, format, { ...settings, longestEdge: edge })
  }
  return made
}

const make = async ({ path, format, settings }: ConvertTaskMessage): Promise<Made> => {
  const picture = await openPicture(path, format)
  const { width, height, hasAlpha = false, orientation = 1 } = picture.metadata
  const changes = sendingChanges({ format, width, height, hasAlpha, bytes: statSync(path).size }, settings)
  return isSentFormat(format) && !getsNewPixels(changes) ? rewrite(path, format, orientation) : makeFit(picture, format, settings)
}

/**
 * Makes what is sent of a picture. With new pixels: upright, in sRGB, 8 bits, a PNG if any pixel is transparent, else a JPEG. The same picture
 * and settings always give the same bytes. Errors: `damaged-image`, `too-many-pixels`, `file-too-large`, `file-missing`, `file-unreadable`,
 * `disk-full`, `image-process-failed`.
 */
export const convertImage = async (task: ConvertTaskMessage): Promise<SentFormat> => {
  const { format, bytes } = await make(task)
  const largestBytes = leastOf(task.settings.largestBytes, task.settings.fixes?.largestBytes)
  if (largestBytes !== null && bytes.length > largestBytes)
    throw toWorkerError({ kind: 'picture-over-largest-file', format, bytes: bytes.length, largestBytes })
  write(bytes, task.temporaryPath)
  return format
}
