import sharp from 'sharp'
import { type PictureFormat, pictureFormat } from '../api/picture-format.ts'
import { type ColourShare, createColourCount } from './colours.ts'
import { type Ground, lookAtGround } from './ground.ts'
import { judgeSharpness, type Sharpness } from './sharpness.ts'

/** Everything that answers are made from. Shares are 0 to 1. */
export type MeasuredPicture = {
  readonly format: PictureFormat
  readonly bytes: number
  /** Pixels as displayed, EXIF orientation applied. */
  readonly width: number
  readonly height: number
  /** EXIF orientation as stored; 1 when absent. */
  readonly orientation: number
  readonly hasAlpha: boolean
  /** Share of pixels that are less than half opaque, and of those that are not fully opaque. */
  readonly transparent: number
  readonly notOpaque: number
  /** Of the visible pixels. */
  readonly colours: readonly ColourShare[]
  /** The frame along the edges: 3 % of the shorter side. Colours are those of its visible pixels, `white` and `transparent` of all of it. */
  readonly border: { readonly white: number; readonly transparent: number; readonly colours: readonly ColourShare[] }
  readonly ground: Ground
  readonly sharpness: Sharpness
}

export type Measured =
  | { readonly kind: 'measured'; readonly picture: MeasuredPicture }
  | { readonly kind: 'refused'; readonly reason: string }

/** Of ours (not-shown): an image has at most 100 megapixels. */
export const maxPixels = 100_000_000
/** Longest side of the measured picture. */
const viewSide = 1024
const whiteFrom = 245

const refused = (reason: string): Measured => ({ kind: 'refused', reason })

type View = { readonly data: Buffer; readonly width: number; readonly height: number }

/** Goes once over the pixels (RGBA). */
const lookAt = ({ data, width, height }: View) => {
  const frame = Math.max(1, Math.round(Math.min(width, height) * 0.03))
  const all = createColourCount()
  const edge = createColourCount()
  const grey = new Uint8Array(width * height)
  let [transparent, notOpaque, edgePixels, edgeWhite, edgeTransparent] = [0, 0, 0, 0, 0]
  for (let y = 0, at = 0; y < height; y += 1) {
    const isEdgeRow = y < frame || y >= height - frame
    for (let x = 0; x < width; x += 1, at += 1) {
      const [r, g, b, alpha] = [data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0, data[at * 4 + 3] ?? 0]
      const isEdge = isEdgeRow || x < frame || x >= width - frame
      if (isEdge) edgePixels += 1
      if (alpha < 255) notOpaque += 1
      if (alpha < 128) {
        transparent += 1
        if (isEdge) edgeTransparent += 1
        grey[at] = 255
        continue
      }
      grey[at] = (r * 77 + g * 151 + b * 28) >> 8
      all.add(r, g, b)
      if (!isEdge) continue
      edge.add(r, g, b)
      if (r >= whiteFrom && g >= whiteFrom && b >= whiteFrom) edgeWhite += 1
    }
  }
  const pixels = width * height
  return {
    transparent: transparent / pixels,
    notOpaque: notOpaque / pixels,
    colours: all.shares(),
    border: { white: edgeWhite / edgePixels, transparent: edgeTransparent / edgePixels, colours: edge.shares() },
    ground: lookAtGround(data, width, height),
    sharpness: judgeSharpness(grey, width, height),
  }
}

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
        ...lookAt({ data, width: info.width, height: info.height }),
      },
    }
  } catch {
    return refused('the picture cannot be decoded: it is damaged')
  }
}

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
