import type { ColorPixels } from './color-pixels.ts'
import type { SeenPicture } from './find-print.ts'
import { groundFor, type OpenPicture } from './prepare-picture.ts'

/** Longest sides, in pixels, at which lines are read and looked for: half of the lines’ height is lost in the latter, a third of the time is saved. */
const [readSide, viewSide] = [2000, 960]
const mostEnlarged = 3

/** A decodable picture in color, upright, in the two sizes in which print is looked for. Throws what sharp throws. */
export const seePicture = async (open: OpenPicture): Promise<SeenPicture> => {
  const { width = 1, height = 1, hasAlpha = false } = await open().metadata()
  const background = hasAlpha ? await groundFor(open) : undefined
  const inColor = async (side: number): Promise<ColorPixels> => {
    const upright = open().autoOrient()
    if (background !== undefined) upright.flatten({ background })
    const sized = upright.resize({ width: side, height: side, fit: 'inside' }).toColourspace('srgb').removeAlpha()
    const { data, info } = await sized.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  }
  const side = Math.max(width, height)
  return { picture: await inColor(Math.min(readSide, side)), view: await inColor(Math.min(viewSide, side * mostEnlarged)) }
}
