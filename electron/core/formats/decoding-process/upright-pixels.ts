import type { ResizeOptions } from 'sharp'
import { fromPixels, inSrgb, toPixels } from './colors.ts'
import type { Pixels } from './fix-pixels.ts'
import { decode, type OpenedPicture } from './open-picture.ts'

/** A picture's size once it is turned as its EXIF orientation says. */
export const uprightSize = ({ metadata: { width, height, orientation = 1 } }: OpenedPicture): { width: number; height: number } =>
  orientation >= 5 ? { width: height, height: width } : { width, height }

/** Its pixels, upright, in sRGB, 8 bits per channel. */
export const uprightPixels = (picture: OpenedPicture, size?: ResizeOptions): Promise<Pixels> =>
  decode(async (failOn) => {
    const upright = inSrgb(picture.open(failOn).autoOrient(), picture).toColourspace('srgb')
    // A saved selection would take its colors from what is scaled down with it.
    const whole = picture.hasMasks && size ? fromPixels(await toPixels(upright)) : upright
    return toPixels(size ? whole.resize(size) : whole)
  })
