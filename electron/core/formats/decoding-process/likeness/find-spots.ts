import { blur, halve, type Plane } from './blur.ts'

/** A spot that is lighter or darker than its surroundings, in pixels of the whole plane. */
export type Spot = {
  readonly x: number
  readonly y: number
  readonly sigma: number
  readonly strength: number
  /** The blurred plane that it is seen in, and how much smaller that is. */
  readonly plane: Plane
  readonly shrunk: number
}

const firstSigma = 1.6
/** Planes to an octave in which spots are looked for. */
const intervals = 3
const leastSide = 24
/** Of values from 0 to 1. Weaker spots come and go with the compression. */
const leastContrast = 0.012
/** The two main curvatures of a spot, at most: more is an edge, along which it can be anywhere. */
const mostElongation = 8

const differences = (planes: readonly Plane[]): Plane[] =>
  planes.slice(1).map(({ data, width, height }, index) => {
    const before = (planes[index] as Plane).data
    return { data: data.map((value, at) => value - (before[at] as number)), width, height }
  })

/** Larger, or smaller, than all 26 values around it in place and size. */
const isExtreme = (below: Plane, here: Plane, above: Plane, at: number): boolean => {
  const value = here.data[at] as number
  const sign = value > 0 ? 1 : -1
  const { width } = here
  for (const plane of [here, below, above])
    for (let row = -1; row <= 1; row++)
      for (let column = -1; column <= 1; column++) {
        const place = at + row * width + column
        if (plane === here && place === at) continue
        if (sign * (plane.data[place] as number) >= sign * value) return false
      }
  return true
}

const isSpot = ({ data, width }: Plane, at: number): boolean => {
  const value = data[at] as number
  const across = (data[at - 1] as number) + (data[at + 1] as number) - 2 * value
  const down = (data[at - width] as number) + (data[at + width] as number) - 2 * value
  const slanted =
    ((data[at + width + 1] as number) +
      (data[at - width - 1] as number) -
      (data[at + width - 1] as number) -
      (data[at - width + 1] as number)) /
    4
  const trace = across + down
  const determinant = across * down - slanted * slanted
  return determinant > 0 && (trace * trace) / determinant < (mostElongation + 1) ** 2 / mostElongation
}

/** How far from the middle of three values a curve through them has its top, in steps. */
const topOf = (before: number, here: number, after: number): number => {
  const curvature = before + after - 2 * here
  return curvature === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curvature)))
}

type Octave = { readonly planes: readonly Plane[]; readonly changes: readonly Plane[]; readonly shrunk: number }

const spotsOf = ({ planes, changes, shrunk }: Octave): Spot[] => {
  const spots: Spot[] = []
  for (let level = 1; level <= intervals; level++) {
    const [below, here, above] = [changes[level - 1] as Plane, changes[level] as Plane, changes[level + 1] as Plane]
    const { data, width, height } = here
    for (let y = 1; y < height - 1; y++)
      for (let x = 1; x < width - 1; x++) {
        const at = y * width + x
        const value = data[at] as number
        if (Math.abs(value) < leastContrast || !isExtreme(below, here, above, at) || !isSpot(here, at)) continue
        const right = topOf(data[at - 1] as number, value, data[at + 1] as number)
        const down = topOf(data[at - width] as number, value, data[at + width] as number)
        const larger = topOf(below.data[at] as number, value, above.data[at] as number)
        spots.push({
          x: (x + right) * shrunk,
          y: (y + down) * shrunk,
          sigma: firstSigma * 2 ** ((level + larger) / intervals) * shrunk,
          strength: Math.abs(value),
          plane: planes[level] as Plane,
          shrunk,
        })
      }
  }
  return spots
}

/**
 * Spots of a plane at all sizes: extremes of the difference of Gaussians (Lowe, “Distinctive image features from scale-invariant keypoints”,
 * 2004). They are found again when the picture is cropped or resized.
 */
export const findSpots = (gray: Plane): Spot[] => {
  const spots: Spot[] = []
  const step = 2 ** (1 / intervals)
  // A resized picture is a little blurred by itself.
  let base = blur(gray, Math.sqrt(firstSigma ** 2 - 0.5 ** 2))
  for (let shrunk = 1; Math.min(base.width, base.height) >= leastSide; shrunk *= 2) {
    const planes: Plane[] = [base]
    for (let level = 1; level < intervals + 3; level++) {
      const sigma = firstSigma * step ** (level - 1) * Math.sqrt(step * step - 1)
      planes.push(blur(planes[level - 1] as Plane, sigma))
    }
    for (const spot of spotsOf({ planes, changes: differences(planes), shrunk })) spots.push(spot)
    base = halve(planes[intervals] as Plane)
  }
  return spots
}
