import sharp from 'sharp'
import { maxPixels } from '../measure.ts'

/** A `data:` URL (JPEG) of a picture for a model: upright, transparency on white, its longer side at most `longEdge` pixels. Throws what sharp throws. */
export const scaleForModel = async (bytes: Buffer, longEdge: number): Promise<string> => {
  const jpeg = await sharp(bytes, { limitInputPixels: maxPixels })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: longEdge, height: longEdge, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
