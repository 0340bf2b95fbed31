import sharp, { type Sharp } from 'sharp'
import { lookAtPixels, type PixelFacts, viewSide } from '../../measuring-pixels/look-at-pixels.ts'
import { type PictureFormat, pictureFormat } from '../api/picture-format.ts'

/** Everything that answers are made from. Shares are 0 to 1. */
export type MeasuredPicture = PixelFacts & {
  readonly format: PictureFormat
  readonly bytes: number
  /** Pixels as displayed, EXIF orientation applied. */
  readonly width: number
  readonly height: number
  /** EXIF orientation as stored; 1 when absent. */
  readonly orientation: number
  readonly hasAlpha: boolean
}

export type Measured =
  | { readonly kind: 'measured'; readonly picture: MeasuredPicture }
  | { readonly kind: 'refused'; readonly reason: string }

/** Of ours (not-shown): an image has at most 100 megapixels. */
export const maxPixels = 100_000_000

const refused = (reason: string): Measured => ({ kind: 'refused', reason })

/** Decodes a picture and measures it. PNG, JPEG, WebP and GIF (its first frame), by content; anything else is refused with the reason. */
export const measurePicture = async (bytes: Buffer): Promise<Measured> => {
  const format = pictureFormat(bytes.subarray(0, 16))
  if (format === undefined) return refused('is not a PNG, JPEG, WebP or GIF picture')
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    const [storedWidth, storedHeight, orientation] = [header.width ?? 0, header.height ?? 0, header.orientation ?? 1]
    if (storedWidth * storedHeight > maxPixels) return refused('an image is limited to 100 megapixels')
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: viewSide, height: viewSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const isTurned = orientation >= 5
    return {
      kind: 'measured',
      picture: {
        format,
        bytes: bytes.length,
        width: isTurned ? storedHeight : storedWidth,
        height: isTurned ? storedWidth : storedHeight,
        orientation,
        hasAlpha: header.hasAlpha ?? false,
        ...lookAtPixels({ data, width: info.width, height: info.height }),
      },
    }
  } catch {
    return refused('the picture cannot be decoded: it is damaged')
  }
}

/** Opens a picture that was measured. */
export const opening = (bytes: Buffer) => (): Sharp => sharp(bytes, { limitInputPixels: maxPixels })

/** Measures a picture whose SHA-256 is known. */
export type Measure = (bytes: Buffer, sha256: string) => Promise<Measured>

/** Remembers the last pictures: several questions about one picture measure it once. */
export const createMeasure = (remembered = 256): Measure => {
  const known = new Map<string, Promise<Measured>>()
  return (bytes, sha256) => {
    const earlier = known.get(sha256)
    if (earlier !== undefined) {
      known.delete(sha256)
      known.set(sha256, earlier)
      return earlier
    }
    const measured = measurePicture(bytes)
    known.set(sha256, measured)
    const oldest = known.size > remembered ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    return measured
  }
}
