import sharp, { type OutputInfo, type Sharp } from 'sharp'
import type { OpenedPicture } from './open-picture.ts'

/**
 * In sRGB; with sRGB's profile if it had another one or other colors. RGB without a profile is sRGB already: this step would take a fifth of the time, and
 * of 16 bits it would take them for Display P3 (a profile of 16-bit colors leads to Display P3 first, and only this step leads from there to sRGB).
 */
export const inSrgb = (picture: Sharp, { metadata }: Pick<OpenedPicture, 'metadata'>): Sharp =>
  !metadata.hasProfile && (metadata.space === 'rgb16' || metadata.space === 'srgb') ? picture : picture.withIccProfile('srgb')

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
