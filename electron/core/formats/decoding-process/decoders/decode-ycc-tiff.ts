import sharp from 'sharp'
import { maxPixels } from '../../kinds/identified.ts'
import { toWorkerError } from '../decoding-messages.ts'
import type { DecodedPicture } from './decoded-picture.ts'

const clamp = (value: number): number => Math.max(0, Math.min(255, Math.round(value)))

/** With the usual coefficients and the whole range (TIFF 6.0, section 21: `YCbCrCoefficients`, `ReferenceBlackWhite`). In place. */
const toRgb = (pixels: Uint8Array): Uint8Array => {
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [y = 0, cb = 128, cr = 128] = [pixels[at], pixels[at + 1], pixels[at + 2]]
    pixels[at] = clamp(y + 1.402 * (cr - 128))
    pixels[at + 1] = clamp(y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128))
    pixels[at + 2] = clamp(y + 1.772 * (cb - 128))
  }
  return pixels
}

/** A TIFF in YCbCr without JPEG, whose values libvips gives as they are stored. */
export const decodeYccTiff = async (bytes: Uint8Array): Promise<DecodedPicture> => {
  const open = () => sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels, ignoreIcc: true })
  const { depth, pages = 1, orientation, xmp, icc } = await open().metadata()
  const { data, info } = await open().raw().toBuffer({ resolveWithObject: true })
  if (depth !== 'uchar' || info.channels !== 3) throw toWorkerError({ kind: 'tiff-of-rare-kind', is: 'samples' })
  return {
    width: info.width,
    height: info.height,
    colors: 'rgb',
    hasAlpha: false,
    depth: 8,
    pixels: toRgb(data),
    ...(pages > 1 ? { reading: { pages } } : {}),
    ...(orientation ? { orientation } : {}),
    ...(xmp ? { xmp } : {}),
    ...(icc ? { icc } : {}),
  }
}
