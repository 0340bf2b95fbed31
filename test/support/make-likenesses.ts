import { type Likeness, type LikenessPoint, likenessSide, mostPoints } from '../../shared/pictures/likeness.ts'
import { createRandom } from './draw-pack.ts'

const bits = (random: () => number): number => Math.floor(random() * 2 ** 32)

/** Of pictures that have nothing in common. */
export const makeLikenesses = (count: number, seed: number, points = 36): Likeness[] => {
  const random = createRandom(seed)
  const channel = (): number => Math.floor(random() * 256)
  return Array.from({ length: count }, () => ({
    width: likenessSide,
    height: 192,
    outline: [bits(random), bits(random)],
    cells: Uint8Array.from({ length: 48 }, channel),
    points: Array.from({ length: Math.min(points, mostPoints) }, () => ({
      x: Math.floor(random() * likenessSide),
      y: Math.floor(random() * 192),
      size: 2 + random() * 8,
      red: channel(),
      green: channel(),
      blue: channel(),
      first: bits(random),
      second: bits(random),
    })),
  }))
}

/** Some of 32 bits are others: each with this probability. */
const flip = (value: number, probability: number, random: () => number): number => {
  let flipped = value
  for (let bit = 0; bit < 32; bit++) if (random() < probability) flipped ^= 1 << bit
  return flipped >>> 0
}

/** As a crop of it looks: enlarged by `scale`, from 30 pixels on, some points lost, each a little different. */
export const inAnotherCrop = (likeness: Likeness, scale: number, random: () => number): Likeness => {
  const points = likeness.points.flatMap((point): LikenessPoint[] => {
    const x = (point.x - 30) * scale
    const y = (point.y - 10) * scale
    if (x < 0 || y < 0 || x >= likenessSide || y >= 200 || random() < 0.25) return []
    const [first, second] = [flip(point.first, 0.05, random), flip(point.second, 0.05, random)]
    return [{ ...point, x: x + random() - 0.5, y: y + random() - 0.5, size: point.size * scale, first, second }]
  })
  return { ...likeness, height: 200, outline: [bits(random), bits(random)], points }
}
