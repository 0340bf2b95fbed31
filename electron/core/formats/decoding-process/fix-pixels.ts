import type { OutputInfo } from 'sharp'
import { paddedSize } from '../../../../shared/checks/picture-fixes.ts'
import type { PictureFixes } from '../../../../shared/checks/picture-fixes-shapes.ts'

/** Decoded, upright, in sRGB, 8 bits per channel; three channels, or four with opacity. */
export type Pixels = { readonly data: Buffer; readonly info: Pick<OutputInfo, 'width' | 'height' | 'channels'> }

/** Lighter by a factor of each channel, so that the white point becomes white; in place, as a copy of 100 megapixels is 300 MB. */
const whiten = ({ data, info }: Pixels, whitePoint: readonly [number, number, number]): Pixels => {
  const tables = whitePoint.map((level) => Uint8Array.from({ length: 256 }, (_, value) => Math.min(255, Math.round((value * 255) / level))))
  const [red, green, blue] = tables as [Uint8Array, Uint8Array, Uint8Array]
  for (let at = 0; at < data.length; at += info.channels) {
    data[at] = red[data[at] ?? 0] ?? 0
    data[at + 1] = green[data[at + 1] ?? 0] ?? 0
    data[at + 2] = blue[data[at + 2] ?? 0] ?? 0
  }
  return { data, info }
}

/** Transparent ground needs a channel for it. */
const withOpacity = ({ data, info }: Pixels): Pixels => {
  if (info.channels === 4) return { data, info }
  const pixels = info.width * info.height
  const all = Buffer.alloc(pixels * 4, 255)
  for (let pixel = 0; pixel < pixels; pixel += 1) data.copy(all, pixel * 4, pixel * 3, pixel * 3 + 3)
  return { data: all, info: { ...info, channels: 4 } }
}

const pad = (given: Pixels, ratio: NonNullable<PictureFixes['pad']>): Pixels => {
  const { width, height } = given.info
  const size = paddedSize(given.info, ratio)
  if (size.width === width && size.height === height) return given
  const { data, info } = ratio.color === null ? withOpacity(given) : given
  const { channels } = info
  const color = ratio.color
  const ground = color === null ? [255, 255, 255, 0] : [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).concat(255)
  const padded = Buffer.alloc(size.width * size.height * channels, Buffer.from(ground.slice(0, channels)))
  const [left, top] = [Math.floor((size.width - width) / 2), Math.floor((size.height - height) / 2)]
  for (let row = 0; row < height; row += 1)
    data.copy(padded, ((top + row) * size.width + left) * channels, row * width * channels, (row + 1) * width * channels)
  return { data: padded, info: { ...size, channels } }
}

/** The pixels with the fixes that don’t scale: the white point, then the ratio. The given ones are not to be used any more. */
export const fixPixels = (given: Pixels, { whitePoint, pad: ratio }: PictureFixes): Pixels => {
  const white = whitePoint ? whiten(given, whitePoint) : given
  return ratio ? pad(white, ratio) : white
}
