import type { CheckFacts } from '../../../shared/checks/checks.ts'
import { paddedSize } from '../../../shared/checks/picture-fixes.ts'
import type { PictureFixes } from '../../../shared/checks/picture-fixes-shapes.ts'
import type { ColorSpace } from '../../../shared/checks/requirement-profiles.ts'
import { isSentFormat } from '../../../shared/pictures/accepted-pictures.ts'
import type { SentFormat } from '../../../shared/pictures/picture-formats.ts'
import { getsNewPixels, type SentPicture, sendingChanges } from '../../../shared/service/sending.ts'
import type { SendingSettings } from '../../../shared/service/sending-shapes.ts'

/** What is known of a sent file that was made. */
type Made = { readonly format: SentFormat; readonly bytes: number; readonly width: number; readonly height: number }

/** The format that a picture gets with new pixels (formats/decoding-process/convert-picture.ts); `null`: that shows once it is made. */
const foreseeFormat = (
  { format, hasAlpha }: SentPicture,
  { background, largestBytes }: SendingSettings,
  measurement: CheckFacts['measurement'],
): SentFormat | null => {
  if (background !== null) return 'jpeg'
  // A channel alone says nothing about its pixels.
  const isTransparent = measurement !== null && measurement !== 'failed' ? measurement.transparent : hasAlpha ? null : false
  if (isTransparent === null) return null
  if (isTransparent) return 'png'
  if (format !== 'png') return 'jpeg'
  return largestBytes === null ? 'png' : null
}

type Size = { readonly width: number; readonly height: number }

/** Sizes in pixels after scaling down, as libvips rounds them. */
export const foreseeSize = ({ width, height }: Size, longestEdge: number | null): Size => {
  const longest = Math.max(width, height)
  if (longestEdge === null || longest <= longestEdge) return { width, height }
  const shorter = Math.max(1, Math.round((Math.min(width, height) * longestEdge) / longest))
  return width >= height ? { width: longestEdge, height: shorter } : { width: shorter, height: longestEdge }
}

type Foreseen = Pick<CheckFacts, 'width' | 'height' | 'format'>

/** Of a file of which nothing is known. */
export const unknownFacts: CheckFacts = {
  ...{ width: null, height: null, format: null, bytes: null, colorSpace: null },
  ...{ background: null, measurement: null },
}

const unforeseen: Foreseen = { width: null, height: null, format: null }
/** More pixels in a row than a JPEG can have. */
const longestJpeg = 65_500
/** Bytes beside those of the pixels in a file that is made: metadata and a color profile. */
const besidePixels = 300_000

/** What a file with so many pixels can’t exceed: compressed as badly as can be. */
const mostBytes = (pixels: number): number => pixels * 4 + besidePixels

const atMost = (...limits: readonly (number | null | undefined)[]): number => Math.min(...limits.filter((limit) => limit != null))

const foreseeConverted = (picture: SentPicture, settings: SendingSettings, measurement: CheckFacts['measurement']): Foreseen => ({
  ...foreseeSize(picture, settings.longestEdge),
  format: foreseeFormat(picture, settings, measurement),
})

/** What fixes make of a picture, as far as that is known before its file is made. */
const foreseeFixed = (
  picture: SentPicture,
  { pad, longestEdge, largestBytes, convert }: PictureFixes,
  settings: SendingSettings,
  measurement: CheckFacts['measurement'],
): Foreseen => {
  const padded = pad ? paddedSize(picture, pad) : picture
  if (Math.max(padded.width, padded.height) > longestJpeg) return unforeseen
  const size = foreseeSize(padded, atMost(longestEdge, settings.longestEdge))
  // Less quality, another format and fewer pixels make a file fit.
  if (largestBytes !== undefined && mostBytes(size.width * size.height) > largestBytes) return unforeseen
  const isJpeg = convert === 'jpeg' || settings.background !== null
  return { ...size, format: isJpeg ? 'jpeg' : pad?.color === null ? 'png' : foreseeFormat(picture, settings, measurement) }
}

/** Colors of a file that is sent with its own pixels; no profile counts as sRGB. */
export const ownColors = ({ reading }: Pick<SentPicture, 'reading'>): ColorSpace =>
  reading?.colors ?? (reading?.profile === undefined ? 'srgb' : 'rgb')

/**
 * What a workspace would get of a picture, as far as it is known. `made`: its sent file; `null`: it is not made yet.
 */
export const toCheckFacts = (
  picture: SentPicture & { readonly fixes?: PictureFixes | undefined },
  settings: SendingSettings,
  made: Made | null,
  measurement: CheckFacts['measurement'],
): CheckFacts => {
  const changes = sendingChanges(picture, settings)
  const { background } = settings
  const { fixes } = picture
  const known = { background, measurement, ...(fixes ? { fixes } : {}) }
  if (!getsNewPixels(changes)) {
    const { width, height, format } = picture
    // Without its personal data a file is a little smaller: that shows once it is made.
    const bytes = changes.length === 0 ? picture.bytes : (made?.bytes ?? null)
    const facts = { ...known, width, height, format: isSentFormat(format) ? format : null, bytes, colorSpace: ownColors(picture) }
    return bytes === null ? { ...facts, bytesAtMost: picture.bytes } : facts
  }
  if (made) return { ...known, width: made.width, height: made.height, format: made.format, bytes: made.bytes, colorSpace: 'srgb' }
  const foreseen = fixes ? foreseeFixed(picture, fixes, settings, measurement) : foreseeConverted(picture, settings, measurement)
  const pixels = foreseen.width === null || foreseen.height === null ? null : foreseen.width * foreseen.height
  return {
    ...{ ...known, ...foreseen, bytes: null, colorSpace: 'srgb' },
    // A file over these limits is not made at all.
    bytesAtMost: atMost(pixels === null ? null : mostBytes(pixels), settings.largestBytes, fixes?.largestBytes),
  }
}
