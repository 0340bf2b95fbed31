import sharp, { type OutputInfo, type Sharp } from 'sharp'
import type { OpenedPicture } from './open-picture.ts'

/**
 * In sRGB, with its profile. A profile of 16-bit colors leads to Display P3 first, and only this step leads from there to sRGB; where they have no
 * profile they are sRGB already, and this step would take them for Display P3.
 */
export const inSrgb = (picture: Sharp, { metadata }: Pick<OpenedPicture, 'metadata'>): Sharp =>
  metadata.space === 'rgb16' && !metadata.hasProfile ? picture : picture.withIccProfile('srgb')

/** True if any pixel is not opaque. `channels`: in each pixel, the last one its opacity. */
export const hasTransparentPixels = (pixels: Uint8Array, channels: number): boolean => {
  for (let at = channels - 1; at < pixels.length; at += channels) if (pixels[at] !== 255) return true
  return false
}

type Pixels = { readonly data: Buffer; readonly info: OutputInfo }
/** As much of them as they are opened by. */
type OpenedPixels = { readonly data: Buffer; readonly info: Pick<OutputInfo, 'width' | 'height' | 'channels'> }

export const fromPixels = ({ data, info: { width, height, channels } }: OpenedPixels): Sharp =>
  sharp(data, { raw: { width, height, channels: channels as 3 | 4 } })

/** Decoded, 8 bits per channel. */
export const toPixels = (picture: Sharp): Promise<Pixels> => picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
