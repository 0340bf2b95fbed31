import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { likenessSide, writeLikeness } from '../../../../../shared/pictures/likeness.ts'
import { allowDecoder } from '../decoders.ts'
import type { CompareTaskMessage, LikenessTaskMessage } from '../decoding-messages.ts'
import { assertReadable, toDamage } from '../open-picture.ts'
import { comparePictures } from './compare-pictures.ts'
import { makeLikeness, type Pixels } from './make-likeness.ts'

/** Shorter pictures have too few pixels to be recognized by. */
const leastSide = 48
/** Standard deviation of the lightness, of 255: what is below shows next to nothing. */
const leastContrast = 4

const pngStart = 0x89

/** Thumbnails are JPEG, or PNG where they have transparency (inspect-picture.ts). */
const allowDecoderOf = (path: string): void => {
  assertReadable(path)
  allowDecoder(readFileSync(path)[0] === pngStart ? 'png' : 'jpeg')
}

/** In RGB, on white. `side`: the longer side that it is resized to; absent: as it is. */
const open = async (path: string, side?: number): Promise<Pixels> => {
  allowDecoderOf(path)
  try {
    const picture = sharp(path).flatten({ background: '#ffffff' }).toColourspace('srgb')
    const { data, info } = await (side === undefined ? picture : picture.resize(side, side, { fit: 'inside' }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    if (info.channels !== 3) throw new Error(`A picture in RGB has three channels, not ${info.channels}.`)
    return { data, width: info.width, height: info.height }
  } catch (error) {
    throw toDamage(error)
  }
}

const contrastOf = ({ data }: Pixels): number => {
  let sum = 0
  let squares = 0
  const count = data.length / 3
  for (let at = 0; at < data.length; at += 3) {
    const value = ((data[at] as number) + (data[at + 1] as number) + (data[at + 2] as number)) / 3
    sum += value
    squares += value * value
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

/** What a picture is recognized by; `null`: it is too small, too narrow or too plain. Errors: `damaged-image`, `file-missing`, `file-unreadable`. */
export const describeThumbnail = async ({ path }: LikenessTaskMessage): Promise<Uint8Array | null> => {
  allowDecoderOf(path)
  const { width, height } = await sharp(path)
    .metadata()
    .catch((error) => {
      throw toDamage(error)
    })
  if (Math.min(width, height) < leastSide) return null
  const pixels = await open(path, likenessSide)
  return contrastOf(pixels) < leastContrast ? null : writeLikeness(makeLikeness(pixels))
}

/** Whether each of the others shows the same; `null`: it can't be read. Errors: those of `describeThumbnail`. */
export const compareThumbnails = async ({ path, others }: CompareTaskMessage): Promise<readonly (boolean | null)[]> => {
  const picture = await open(path)
  const same: (boolean | null)[] = []
  for (const other of others) {
    const seen = await open(other.path).catch(() => null)
    same.push(seen && comparePictures(picture, seen, other.placement).isSame)
  }
  return same
}
