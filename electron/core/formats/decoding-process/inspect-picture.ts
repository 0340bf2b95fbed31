import { readFileSync } from 'node:fs'
import type { Metadata, Sharp } from 'sharp'
import { isSentFormat } from '../../../../shared/pictures/accepted-pictures.ts'
import type { SentFormat } from '../../../../shared/pictures/picture-formats.ts'
import type { ImageFacts, PictureReading } from '../../../../shared/pictures/pictures.ts'
import { isFullDisk } from '../../base/platform/full-disk.ts'
import { systemSyncFiles as files } from '../../base/platform/system-sync-files.ts'
import { findPersonal } from '../metadata/find-personal.ts'
import { hasGpsPosition } from '../metadata/read-exif.ts'
import { removePersonal } from '../metadata/remove-personal.ts'
import { fromPixels, hasTransparentPixels, inSrgb, toPixels } from './colors.ts'
import { type InspectTaskMessage, toWorkerError } from './decoding-messages.ts'
import { decode, type FailOn, type OpenedPicture, openPicture } from './open-picture.ts'
import { readProfileName } from './read-profile-name.ts'
import { removeDraft } from './remove-draft.ts'

/** Longest side of a thumbnail in pixels; smaller pictures are not enlarged. */
const thumbnailSide = 512
/** Fitting its code tables to each picture would take a fifth of the time, to make a thumbnail of 15 KB 2 KB smaller. */
const thumbnailJpeg = { quality: 80, optimiseCoding: false } as const

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

const otherColors: Readonly<Record<string, PictureReading['colors']>> = {
  cmyk: 'cmyk',
  lab: 'lab',
  labs: 'lab',
  labq: 'lab',
  'b-w': 'gray',
  grey16: 'gray',
}

/** `undefined`: it has none, or the one that is sent. */
const otherProfile = (icc: Buffer | undefined): string | undefined => {
  const name = icc && readProfileName(icc)
  return name === undefined || /\bsrgb\b/i.test(name) ? undefined : name
}

const toReading = ({ metadata, reading: more }: OpenedPicture): PictureReading | undefined => {
  const { space, bitsPerSample, depth, icc } = metadata
  // Of a first frame alone, libvips can't tell how many there are.
  const { pages = metadata.pages ?? 1, ...others } = more ?? {}
  const colors = otherColors[space ?? '']
  const bits = bitsPerSample ?? (depth === 'ushort' ? 16 : 8)
  const profile = otherProfile(icc)
  const reading: PictureReading = {
    ...(pages > 1 ? { pages } : {}),
    ...(colors ? { colors } : {}),
    ...(bits > 8 ? { bits } : {}),
    ...(profile === undefined ? {} : { profile }),
    ...others,
  }
  return Object.keys(reading).length > 0 ? reading : undefined
}

/** The colors of a picture that may be sent with its own pixels, for requirements of shops. */
const readOwnColors = ({ metadata: { space, icc } }: OpenedPicture): Pick<PictureReading, 'colors' | 'profile'> => {
  const colors = otherColors[space ?? '']
  // A profile without a name may be anything.
  const profile = icc && readProfileName(icc) === undefined ? 'unnamed' : otherProfile(icc)
  return { ...(colors ? { colors } : {}), ...(profile === undefined ? {} : { profile }) }
}

/** Personal data in the metadata. Unreadable metadata is no reason to refuse a picture that was decoded. */
const findRemoved = (read: () => Buffer, format: SentFormat): NonNullable<PictureReading['personal']> => {
  try {
    return [...removePersonal(read(), format, 1).removed].toSorted()
  } catch {
    return []
  }
}

const writeThumbnail = (bytes: Uint8Array, { thumbnailPath, temporaryPath }: InspectTaskMessage): void => {
  try {
    files.write(temporaryPath, bytes)
    files.rename(temporaryPath, thumbnailPath)
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    removeDraft(temporaryPath)
    if (isFullDisk(cause)) throw toWorkerError({ kind: 'thumbnail-without-room' }, cause)
    throw toWorkerError({ kind: 'thumbnail-unwritten', said: cause.code ?? cause.message.slice(0, 300) }, cause)
  }
}

const shrink = (picture: Sharp): Sharp => picture.resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })

/** Of a picture that is converted: in the right colors, its transparency looked for in the pixels. */
const makeConverted = async (picture: OpenedPicture, failOn: FailOn): Promise<{ thumbnail: Buffer; hasAlpha: boolean }> => {
  const upright = inSrgb(picture.open(failOn).autoOrient(), picture)
  // A saved selection would take its colors from what is shrunk with it.
  const small = await toPixels(shrink(picture.hasMasks ? fromPixels(await toPixels(upright)) : upright))
  const hasAlpha = small.info.channels === 4 && hasTransparentPixels(small.data, 4)
  const shown = fromPixels(small)
  const thumbnail = await (hasAlpha ? shown.png({ compressionLevel: 6 }) : shown.removeAlpha().jpeg(thumbnailJpeg)).toBuffer()
  return { thumbnail, hasAlpha }
}

/**
 * Decodes the whole picture, writes its thumbnail (upright, sRGB, JPEG at quality 80, or PNG where the picture has an alpha channel)
 * and returns the facts. JPEGs are scaled during decoding, but every scan is read, so that a truncated file is detected.
 * Errors: `damaged-image`, `too-many-pixels`, `file-missing`, `file-unreadable`, `disk-full`, `image-process-failed`.
 */
export const inspectImage = async (task: InspectTaskMessage): Promise<ImageFacts> => {
  const picture = await openPicture(task.path, task.format)
  const facts = toFacts(picture.metadata, task.format)
  if (isSentFormat(task.format)) {
    const thumbnail = await decode((failOn) => {
      const small = shrink(picture.open(failOn).autoOrient())
      return (facts.hasAlpha ? small.png({ compressionLevel: 6 }) : small.jpeg(thumbnailJpeg)).toBuffer()
    })
    writeThumbnail(thumbnail, task)
    const personal = findRemoved(() => picture.bytes ?? readFileSync(task.path), task.format)
    const reading = { ...readOwnColors(picture), ...(personal.length > 0 ? { personal } : {}) }
    const hasGps = facts.hasGps || personal.includes('location')
    return { ...facts, hasGps, ...(Object.keys(reading).length > 0 ? { reading } : {}) }
  }
  const { thumbnail, hasAlpha } = await decode((failOn) => makeConverted(picture, failOn))
  writeThumbnail(thumbnail, task)
  const personal = findPersonal(picture.metadata)
  const reading = { ...toReading(picture), ...(personal.length > 0 ? { personal: [...personal] } : {}) }
  const hasGps = facts.hasGps || personal.includes('location')
  return { ...facts, hasGps, hasAlpha, ...(Object.keys(reading).length > 0 ? { reading } : {}) }
}
