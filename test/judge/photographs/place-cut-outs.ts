import sharp from 'sharp'
import { createRandom } from '../draw-judged.ts'
import type { LabelledPhotograph, OpenedPhotograph } from './open-photographs.ts'

// Derived from photographs: cut-outs of Tux Paint (photographs whose ground its authors made transparent) are laid on a ground, with the soft
// shadow and the noise that a camera would see, and saved as JPEG. Ground and box are known by construction.

type Ground = readonly [number, number, number]
/** White, a little exposed beyond it; nearly white, as most product photographs are; colored; and shaded from the first to the second. */
const grounds: readonly { readonly white: LabelledPhotograph['white']; readonly from: Ground; readonly to: Ground }[] = [
  { white: 'pure', from: [255, 255, 255], to: [255, 255, 255] },
  { white: 'nearly', from: [247, 246, 244], to: [247, 246, 244] },
  { white: 'pure', from: [255, 255, 255], to: [255, 255, 255] },
  { white: 'no', from: [205, 208, 212], to: [205, 208, 212] },
  { white: 'nearly', from: [241, 243, 245], to: [241, 243, 245] },
  { white: 'no', from: [248, 248, 248], to: [190, 192, 196] },
]
const beyondWhite = 6

type Cut = { readonly data: Buffer; readonly width: number; readonly height: number }

/** Without its invisible rim, at a size. */
const trimTo = async (bytes: Buffer, width: number, height: number): Promise<Cut> => {
  const whole = await sharp(bytes).ensureAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  let [left, top, right, bottom] = [whole.info.width, whole.info.height, 0, 0]
  for (let y = 0; y < whole.info.height; y++)
    for (let x = 0; x < whole.info.width; x++) {
      if ((whole.data[(y * whole.info.width + x) * 4 + 3] ?? 0) < 128) continue
      ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
    }
  const { data, info } = await sharp(whole.data, { raw: { width: whole.info.width, height: whole.info.height, channels: 4 } })
    .extract({ left, top, width: right - left + 1, height: bottom - top + 1 })
    .resize(width, height, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** A soft shadow below it, as on a table: how much light it takes, 0 to 0.3. */
const shadowAt = (x: number, y: number, cut: Cut, left: number, top: number): number => {
  const [across, down] = [cut.width * 0.42, cut.height * 0.04 + 4]
  const away = Math.hypot((x - left - cut.width / 2) / across, (y - top - cut.height * 0.985) / down)
  return 0.3 * Math.exp(-away * away * 1.2)
}

/** The cut-out on a ground; of every third one, the cut-out fills more than 85 %. */
const placeOne = async (photograph: OpenedPhotograph, index: number): Promise<OpenedPhotograph> => {
  const { white, from, to } = grounds[index % grounds.length] ?? (grounds[0] as (typeof grounds)[number])
  const random = createRandom(7_000 + index)
  const large = index % 3 === 0
  const fill = large ? 0.89 + random() * 0.07 : 0.5 + random() * 0.3
  const side = 640
  const cut = await trimTo(photograph.bytes, Math.round(side * fill), Math.round(side * fill))
  const [left, top] = [Math.round((side - cut.width) * (0.4 + random() * 0.2)), Math.round((side - cut.height) * (0.4 + random() * 0.2))]
  const hasShadow = !large && index % 2 === 0
  const pixels = Buffer.alloc(side * side * 3)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const at = (y - top) * cut.width + (x - left)
      const isInside = x >= left && y >= top && x < left + cut.width && y < top + cut.height
      const cover = isInside ? (cut.data[at * 4 + 3] ?? 0) / 255 : 0
      const shade = hasShadow ? 1 - shadowAt(x, y, cut, left, top) : 1
      for (const channel of [0, 1, 2] as const) {
        const ground = (from[channel] + ((to[channel] - from[channel]) * y) / side + (white === 'pure' ? beyondWhite : 0)) * shade
        const value = ground * (1 - cover) + (cut.data[at * 4 + channel] ?? 0) * cover + (random() + random() + random() - 1.5) * 3
        pixels[(y * side + x) * 3 + channel] = Math.max(0, Math.min(255, Math.round(value)))
      }
    }
  const even = from[0] === to[0]
  const bytes = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
  const box: OpenedPhotograph['box'] = [left / side, top / side, (left + cut.width) / side, (top + cut.height) / side]
  // Enlarged cut-outs are no measure of sharpness.
  const sharpness = cut.width < photograph.width && photograph.sharp ? true : null
  return {
    ...photograph,
    name: `${photograph.name} on a ground`,
    bytes,
    white,
    even,
    transparent: false,
    sharp: sharpness,
    box: even ? box : null,
  }
}

/** Each of these cut-outs twice, on different grounds. */
export const placeCutOuts = async (cutOuts: readonly OpenedPhotograph[]): Promise<OpenedPhotograph[]> =>
  Promise.all([...cutOuts, ...cutOuts].map((one, index) => placeOne(one, index < cutOuts.length ? index : index + 1)))
