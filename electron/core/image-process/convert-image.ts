import type { Sharp } from 'sharp'
import type { SentFormat } from '../../../shared/images.ts'
import { systemSyncFiles as files } from '../platform/system-sync-files.ts'
import { hasTransparentPixels, inSrgb } from './colors.ts'
import { type ConvertTaskMessage, toWorkerError } from './image-worker-messages.ts'
import { decode, type FailOn, type OpenedPicture, openPicture } from './open-picture.ts'
import { putExif } from './put-exif.ts'

/** A segment of a JPEG holds 64 KB; longer metadata would stop the encoder, or be cut. */
const mostMetadata = 60_000

/** Of a PNG that a window waits for, and that is soon removed. */
const viewCompression = 1

/** XMP repeats the orientation, which is applied. */
const uprightXmp = (xmp: Buffer): string => xmp.toString('utf8').replace(/(tiff:Orientation\s{0,9}(?:=\s{0,9}["']|>\s{0,9}))[2-8]/g, '$11')

/** Copyright, description and the rest, as far as they fit. */
const keepWords = (picture: Sharp, { metadata: { exif, xmp } }: OpenedPicture): Sharp => {
  const withExif = exif && exif.length <= mostMetadata ? picture.keepExif() : picture
  return xmp && xmp.length <= mostMetadata ? withExif.withXmp(uprightXmp(xmp)) : withExif
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
    if (cause.code === 'ENOSPC') throw toWorkerError({ kind: 'conversion-without-room' }, cause)
    throw toWorkerError({ kind: 'conversion-unwritten', said: cause.code ?? cause.message.slice(0, 300) }, cause)
  }
}

/** The quality of a JPEG; `null`: it becomes a PNG. */
const jpegQualityOf = async (picture: OpenedPicture, { quality }: ConvertTaskMessage): Promise<number | null> =>
  quality === null || (await isTransparent(picture)) ? null : quality

/**
 * Makes what is sent of a picture: upright, in sRGB, 8 bits, a PNG if any pixel is transparent, else a JPEG. The same picture and quality
 * always give the same bytes. Errors: `damaged-image`, `too-many-pixels`, `file-missing`, `file-unreadable`, `disk-full`,
 * `image-process-failed`.
 */
export const convertImage = async (task: ConvertTaskMessage): Promise<SentFormat> => {
  const picture = await openPicture(task.path, task.format)
  const quality = await jpegQualityOf(picture, task)
  const upright = (failOn: FailOn): Sharp => keepWords(inSrgb(picture.open(failOn).autoOrient(), picture), picture)
  const bytes = await decode((failOn) =>
    quality === null
      ? upright(failOn)
          .png({ compressionLevel: task.quality === null ? viewCompression : 6 })
          .toBuffer()
      : upright(failOn).removeAlpha().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer(),
  )
  const format: SentFormat = quality === null ? 'png' : 'jpeg'
  const { exif } = picture
  write(exif && exif.length <= mostMetadata ? putExif(bytes, format, exif) : bytes, task.temporaryPath)
  return format
}
