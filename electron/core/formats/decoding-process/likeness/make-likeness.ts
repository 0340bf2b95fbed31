import { cellsPerSide, type Likeness, type LikenessPoint, mostPoints } from '../../../../../shared/pictures/likeness.ts'
import { type Plane, sample } from './blur.ts'
import { findSpots, type Spot } from './find-spots.ts'

/** RGB, row by row. */
export type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number }

/** Lightness from 0 to 1. */
export const toGray = ({ data, width, height }: Pixels): Plane => {
  const gray = new Float32Array(width * height)
  for (let at = 0; at < gray.length; at++)
    gray[at] = (0.299 * (data[3 * at] as number) + 0.587 * (data[3 * at + 1] as number) + 0.114 * (data[3 * at + 2] as number)) / 255
  return { data: gray, width, height }
}

const gridSide = 16
const waves = 9

/** cosines[frequency][place] */
const cosines = Array.from({ length: waves }, (_, frequency) =>
  Float32Array.from({ length: gridSide }, (_, place) => Math.cos((Math.PI * frequency * (2 * place + 1)) / (2 * gridSide))),
)

/** The 64 lowest frequencies without the mean, the slowest first. */
const frequencies = Array.from({ length: waves * waves }, (_, at) => ({ across: at % waves, down: Math.floor(at / waves) }))
  .filter(({ across, down }) => across + down > 0)
  .sort((one, other) => one.across + one.down - (other.across + other.down) || one.across - other.across)
  .slice(0, 64)

/** Signs of the lowest frequencies (DCT) of 16 × 16 values. */
const signsOf = (grid: Float32Array): readonly [number, number] => {
  const rows = cosines.map((cosine) =>
    Float32Array.from({ length: gridSide }, (_, row) => {
      let sum = 0
      for (let place = 0; place < gridSide; place++) sum += (cosine[place] as number) * (grid[row * gridSide + place] as number)
      return sum
    }),
  )
  const halves: [number, number] = [0, 0]
  for (const [index, { across, down }] of frequencies.entries()) {
    const row = rows[across] as Float32Array
    const cosine = cosines[down] as Float32Array
    let sum = 0
    for (let place = 0; place < gridSide; place++) sum += (cosine[place] as number) * (row[place] as number)
    if (sum > 0) halves[index >> 5 ? 1 : 0] |= 1 << (index & 31)
  }
  return [halves[0] >>> 0, halves[1] >>> 0]
}

/** Distance of the values around a spot, in its sizes. */
const spacing = 0.75

const describeSpot = (spot: Spot): readonly [number, number] => {
  const grid = new Float32Array(gridSide * gridSide)
  const step = (spacing * spot.sigma) / spot.shrunk
  const half = (gridSide - 1) / 2
  for (let row = 0; row < gridSide; row++)
    for (let column = 0; column < gridSide; column++)
      grid[row * gridSide + column] = sample(
        spot.plane,
        spot.x / spot.shrunk + (column - half) * step,
        spot.y / spot.shrunk + (row - half) * step,
      )
  return signsOf(grid)
}

/** The mean color of a square, cut off at the border. */
const colorAt = ({ data, width, height }: Pixels, left: number, top: number, right: number, bottom: number): [number, number, number] => {
  const sums: [number, number, number] = [0, 0, 0]
  const fromX = Math.max(0, Math.min(width - 1, Math.floor(left)))
  const fromY = Math.max(0, Math.min(height - 1, Math.floor(top)))
  const toX = Math.max(fromX + 1, Math.min(width, Math.ceil(right)))
  const toY = Math.max(fromY + 1, Math.min(height, Math.ceil(bottom)))
  for (let y = fromY; y < toY; y++)
    for (let x = fromX; x < toX; x++) {
      const at = 3 * (y * width + x)
      sums[0] += data[at] as number
      sums[1] += data[at + 1] as number
      sums[2] += data[at + 2] as number
    }
  const count = (toX - fromX) * (toY - fromY)
  return [Math.round(sums[0] / count), Math.round(sums[1] / count), Math.round(sums[2] / count)]
}

const cellsOf = (pixels: Pixels): Uint8Array => {
  const { width, height } = pixels
  return Uint8Array.from(
    Array.from({ length: cellsPerSide * cellsPerSide }, (_, at) => {
      const [column, row] = [at % cellsPerSide, Math.floor(at / cellsPerSide)]
      return colorAt(
        pixels,
        (column * width) / cellsPerSide,
        (row * height) / cellsPerSide,
        ((column + 1) * width) / cellsPerSide,
        ((row + 1) * height) / cellsPerSide,
      )
    }).flat(),
  )
}

const outlineOf = ({ data, width, height }: Plane): readonly [number, number] => {
  const grid = new Float32Array(gridSide * gridSide)
  const counts = new Uint32Array(gridSide * gridSide)
  for (let y = 0; y < height; y++) {
    const row = Math.min(gridSide - 1, Math.floor((y * gridSide) / height)) * gridSide
    for (let x = 0; x < width; x++) {
      const cell = row + Math.min(gridSide - 1, Math.floor((x * gridSide) / width))
      grid[cell] = (grid[cell] as number) + (data[y * width + x] as number)
      counts[cell] = (counts[cell] as number) + 1
    }
  }
  return signsOf(grid.map((sum, cell) => sum / Math.max(1, counts[cell] as number)))
}

/** The clearest spots, none of them at the same place and size as a clearer one. */
const choose = (spots: readonly Spot[]): Spot[] => {
  const chosen: Spot[] = []
  for (const spot of spots.toSorted((one, other) => other.strength - one.strength)) {
    if (chosen.length === mostPoints) break
    const isNear = chosen.some(
      (other) =>
        Math.hypot(other.x - spot.x, other.y - spot.y) < 0.7 * Math.min(other.sigma, spot.sigma) &&
        Math.abs(Math.log2(other.sigma / spot.sigma)) < 0.4,
    )
    if (!isNear) chosen.push(spot)
  }
  return chosen
}

/** @param pixels the whole picture, its longer side at most `likenessSide` */
export const makeLikeness = (pixels: Pixels): Likeness => {
  const gray = toGray(pixels)
  const points = choose(findSpots(gray)).map((spot): LikenessPoint => {
    const [first, second] = describeSpot(spot)
    const [red, green, blue] = colorAt(pixels, spot.x - spot.sigma, spot.y - spot.sigma, spot.x + spot.sigma, spot.y + spot.sigma)
    return { x: spot.x, y: spot.y, size: spot.sigma, red, green, blue, first, second }
  })
  return { width: pixels.width, height: pixels.height, outline: outlineOf(gray), cells: cellsOf(pixels), points }
}
