import { isSentFormat } from '../../../shared/accepted-pictures.ts'
import type { CheckFacts } from '../../../shared/checks.ts'
import type { SentFormat } from '../../../shared/images.ts'
import type { ColorSpace } from '../../../shared/requirement-profiles.ts'
import { getsNewPixels, type SentPicture, sendingChanges } from '../../../shared/sending.ts'
import type { SendingSettings } from '../../../shared/sending-shapes.ts'

/** What is known of a sent file that was made. */
type Made = { readonly format: SentFormat; readonly bytes: number; readonly width: number; readonly height: number }

/** The format that a picture gets with new pixels (image-process/convert-image.ts); `null`: that shows once it is made. */
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

/** Sizes in pixels after scaling down, as libvips rounds them. */
const foreseeSize = (width: number, height: number, longestEdge: number | null) => {
  const longest = Math.max(width, height)
  if (longestEdge === null || longest <= longestEdge) return { width, height }
  const shorter = Math.max(1, Math.round((Math.min(width, height) * longestEdge) / longest))
  return width >= height ? { width: longestEdge, height: shorter } : { width: shorter, height: longestEdge }
}

/** Colors of a file that is sent with its own pixels; no profile counts as sRGB. */
export const ownColors = ({ reading }: Pick<SentPicture, 'reading'>): ColorSpace =>
  reading?.colors ?? (reading?.profile === undefined ? 'srgb' : 'rgb')

/**
 * What a workspace would get of a picture, as far as it is known. `made`: its sent file; `null`: it is not made yet.
 */
export const toCheckFacts = (
  picture: SentPicture & { readonly fixes?: unknown },
  settings: SendingSettings,
  made: Made | null,
  measurement: CheckFacts['measurement'],
): CheckFacts => {
  const changes = sendingChanges(picture, settings)
  const { background } = settings
  const known = { background, measurement }
  if (!getsNewPixels(changes)) {
    const { width, height, format } = picture
    // Without its personal data a file is a little smaller: that shows once it is made.
    const bytes = changes.length === 0 ? picture.bytes : (made?.bytes ?? null)
    return { ...known, width, height, format: isSentFormat(format) ? format : null, bytes, colorSpace: ownColors(picture) }
  }
  if (made) return { ...known, width: made.width, height: made.height, format: made.format, bytes: made.bytes, colorSpace: 'srgb' }
  // Fixes pad and scale: what comes of them shows once it is made.
  if (picture.fixes !== undefined) return { ...known, width: null, height: null, format: null, bytes: null, colorSpace: 'srgb' }
  return {
    ...known,
    ...foreseeSize(picture.width, picture.height, settings.longestEdge),
    format: foreseeFormat(picture, settings, measurement),
    bytes: null,
    colorSpace: 'srgb',
  }
}
