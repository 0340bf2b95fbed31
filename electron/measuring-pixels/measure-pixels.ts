import sharp from 'sharp'
import { type MeasuredPixels, measuringVersion } from '../../shared/checks/measurements.ts'
import { describeGround, findFrameGround, listCleanGround } from './find-ground.ts'
import { findSubject, partView } from './find-subject.ts'
import { type View, viewSide } from './look-at-pixels.ts'
import { hasCrispEdges, judgeSharpness } from './sharpness.ts'

/** Opacity below which a pixel is seen through. */
const opaqueFrom = 250

/** Smaller, for everything that a person sees at a glance. */
const makeView = async (pixels: View): Promise<View> => {
  const { width, height } = pixels
  if (Math.max(width, height) <= viewSide) return pixels
  const { data, info } = await sharp(pixels.data, { raw: { width, height, channels: 4 } })
    .resize({ width: viewSide, height: viewSide, fit: 'inside' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const hasTransparency = ({ data }: View): boolean => {
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < opaqueFrom) return true
  return false
}

/** Gray values over white. */
const toGray = ({ data, width, height }: View): Uint8Array => {
  const gray = new Uint8Array(width * height)
  for (let at = 0; at < gray.length; at += 1) {
    const [r, g, b, alpha] = [data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0, data[at * 4 + 3] ?? 0]
    const value = (r * 77 + g * 151 + b * 28) >> 8
    gray[at] = (255 + ((value - 255) * alpha) / 255) | 0
  }
  return gray
}

/** How sharp a view is; the verdict is the sample workspace's, but for edges that stand out little. */
const judgeView = (view: View): MeasuredPixels['sharpness'] => {
  const { variance, verdict } = judgeSharpness(toGray(view), view.width, view.height)
  const value = Math.round(variance * 10) / 10
  if (verdict !== 'sharp' && hasCrispEdges(view.data, view.width, view.height)) return { value, verdict: 'sharp' }
  return { value, verdict: verdict === 'flat' ? 'unknown' : verdict }
}

/** The pixel of the whole picture in the middle of a view's pixel, unchanged by scaling. */
const isPureWhite = (pixels: View, view: View, place: number): boolean => {
  const x = Math.min(pixels.width - 1, Math.floor(((place % view.width) + 0.5) * (pixels.width / view.width)))
  const y = Math.min(pixels.height - 1, Math.floor((Math.floor(place / view.width) + 0.5) * (pixels.height / view.height)))
  const at = (y * pixels.width + x) * 4
  return pixels.data[at] === 255 && pixels.data[at + 1] === 255 && pixels.data[at + 2] === 255 && (pixels.data[at + 3] ?? 0) >= opaqueFrom
}

const shareOfWhite = (pixels: View, view: View, places: readonly number[]): number =>
  places.length === 0 ? 0 : places.filter((place) => isPureWhite(pixels, view, place)).length / places.length

/**
 * Measures a decoded picture. `pixels`: upright, at its own size or, of a very large picture, every so many pixels of it, none mixed with its
 * neighbours. `picture`: its own size.
 */
export const measurePixels = async (
  pixels: View,
  picture: { readonly width: number; readonly height: number },
): Promise<MeasuredPixels> => {
  const view = await makeView(pixels)
  const ground = findFrameGround(view)
  const parts = ground.kind === 'uneven' ? undefined : partView(view, ground)
  const clean = parts && ground.kind === 'plain' ? listCleanGround(parts, view, pixels.width / view.width) : []
  return {
    measuredBy: measuringVersion,
    width: picture.width,
    height: picture.height,
    transparent: hasTransparency(pixels),
    background: { ...describeGround(ground), pureWhiteShare: shareOfWhite(pixels, view, clean) },
    subject: parts ? findSubject(parts, view, picture) : null,
    sharpness: judgeView(view),
  }
}
