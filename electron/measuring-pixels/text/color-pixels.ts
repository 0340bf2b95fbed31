import type { TextBox } from './text-boxes.ts'

/** Red, green and blue of each pixel, from 0 to 255. */
export type ColorPixels = { readonly data: Uint8Array; readonly width: number; readonly height: number }

/** Most samples across one pixel where a part is made smaller. */
const mostSamples = 4

/** A box of a picture, level and upright after `turn` degrees, in another size. */
export const cutBox = (picture: ColorPixels, box: TextBox, turn: number, width: number, height: number): ColorPixels => {
  const { data } = picture
  const [across, down] = turn % 180 === 0 ? [box.width, box.height] : [box.height, box.width]
  const radians = ((box.angle + turn) * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const samples = Math.max(1, Math.min(mostSamples, Math.round(down / height)))
  const cut = new Uint8Array(width * height * 3)
  const [mostX, mostY] = [Math.max(0, picture.width - 1.001), Math.max(0, picture.height - 1.001)]
  const right = picture.width > 1 ? 3 : 0
  const below = picture.height > 1 ? picture.width * 3 : 0
  const sums = [0, 0, 0]
  const addSample = (along: number, aside: number): void => {
    const x = Math.min(mostX, Math.max(0, box.x + along * cos - aside * sin - 0.5))
    const y = Math.min(mostY, Math.max(0, box.y + along * sin + aside * cos - 0.5))
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [partX, partY] = [x - left, y - top]
    for (let color = 0; color < 3; color += 1) {
      const at = (top * picture.width + left) * 3 + color
      const above = (data[at] ?? 0) * (1 - partX) + (data[at + right] ?? 0) * partX
      const under = (data[at + below] ?? 0) * (1 - partX) + (data[at + below + right] ?? 0) * partX
      sums[color] = (sums[color] ?? 0) + above * (1 - partY) + under * partY
    }
  }
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      sums.fill(0)
      for (let a = 0; a < samples; a += 1)
        for (let b = 0; b < samples; b += 1)
          addSample(
            ((column + (b + 0.5) / samples - width / 2) * across) / width,
            ((row + (a + 0.5) / samples - height / 2) * down) / height,
          )
      for (let color = 0; color < 3; color += 1) cut[(row * width + column) * 3 + color] = (sums[color] ?? 0) / samples ** 2
    }
  return { data: cut, width, height }
}

/**
 * What a network takes: blue, green and red apart, each as `(value − mean) / deviation` of values from 0 to 1; `width`, `height`: with what is
 * added on the right and below.
 */
export const toPlanes = (
  picture: ColorPixels,
  width: number,
  height: number,
  [means, deviations]: readonly [readonly number[], readonly number[]],
): Float32Array => {
  const planes = new Float32Array(3 * width * height)
  for (let plane = 0; plane < 3; plane += 1) {
    const [mean, deviation] = [means[plane] ?? 0, deviations[plane] ?? 1]
    for (let y = 0; y < picture.height; y += 1)
      for (let x = 0; x < picture.width; x += 1)
        planes[(plane * height + y) * width + x] = ((picture.data[(y * picture.width + x) * 3 + 2 - plane] ?? 0) / 255 - mean) / deviation
  }
  return planes
}
