import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'

type Pixel = readonly [number, number, number, number]

/** A picture from a function of its pixels. */
export const draw = (width: number, height: number, pixel: (x: number, y: number) => Pixel): Sharp => {
  const data = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data.set(pixel(x, y), (y * width + x) * 4)
  return sharp(data, { raw: { width, height, channels: 4 } })
}

const inside = (x: number, y: number, width: number, height: number) =>
  x > width / 4 && x < (width * 3) / 4 && y > height / 4 && y < (height * 3) / 4

/** A striped object of one color in the middle of a background. */
export const packshot = (width: number, height: number, thing: Pixel, ground: Pixel): Sharp =>
  draw(width, height, (x, y) => (inside(x, y, width, height) ? (x % 8 < 2 ? [20, 20, 20, thing[3]] : thing) : ground))

export const red: Pixel = [224, 27, 27, 255]
export const white: Pixel = [255, 255, 255, 255]

export const makePng = (): Promise<Buffer> => packshot(200, 100, red, white).png().toBuffer()
export const makeJpeg = (): Promise<Buffer> => packshot(200, 100, red, white).removeAlpha().jpeg({ quality: 95 }).toBuffer()
export const dataUrl = (bytes: Buffer, type = 'image/png'): string => `data:${type};base64,${bytes.toString('base64')}`
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
