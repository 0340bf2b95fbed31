import type { ResizeOptions } from 'sharp'
import type { MeasuredPixels } from '../../../../shared/checks/measurements.ts'
import { measurePixels } from '../../../measuring-pixels/measure-pixels.ts'
import { fromPixels, toPixels } from './colors.ts'
import type { MeasureTaskMessage } from './decoding-messages.ts'
import { fixPixels, type Pixels } from './fix-pixels.ts'
import { openPicture } from './open-picture.ts'
import { uprightPixels, uprightSize } from './upright-pixels.ts'

/** Pixels that are looked at; of a larger picture every second or third one in a row. */
const mostPixels = 24_000_000

/** Pixels are left out, not mixed: a pure white one stays one. */
const leaveOut = ({ width, height }: { readonly width: number; readonly height: number }): ResizeOptions | undefined => {
  const scale = Math.sqrt(mostPixels / (width * height))
  if (scale >= 1) return undefined
  const size = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
  return { ...size, fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false }
}

const withOpacity = async ({ data, info }: Pixels): Promise<Uint8Array> =>
  info.channels === 4 ? data : (await toPixels(fromPixels({ data, info }).ensureAlpha())).data

/**
 * Measures a picture that was checked, as its fixes make it. Errors: `damaged-image`, `too-many-pixels`, `file-missing`, `file-unreadable`.
 */
export const measurePicture = async ({ path, format, fixes }: MeasureTaskMessage): Promise<MeasuredPixels> => {
  const picture = await openPicture(path, format)
  const size = uprightSize(picture)
  const plain = await uprightPixels(picture, leaveOut(size))
  const fixed = fixes ? fixPixels(plain, fixes) : plain
  const { width, height } = fixed.info
  const isPadded = width !== plain.info.width || height !== plain.info.height
  const scale = size.width / plain.info.width
  const pictured = isPadded ? { width: Math.round(width * scale), height: Math.round(height * scale) } : size
  return measurePixels({ data: await withOpacity(fixed), width, height }, pictured)
}
