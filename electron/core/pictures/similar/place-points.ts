import type { LikenessPoint, Placement } from '../../../../shared/pictures/likeness.ts'

/** A point of one picture that looks like a point of another. */
export type PointPair = { readonly from: LikenessPoint; readonly to: LikenessPoint }

/** The bits that differ. */
export const countBits = (bits: number): number => {
  let left = bits - ((bits >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Crops and sizes beyond this are not looked for: how much larger a thing may be in one picture than in the other. */
const mostScale = 3.2
/** How far apart two points are at least, for a scale to follow from them; in pixels. */
const leastDistance = 16
/** How far a point may be from where the placement puts it, in pixels. */
const leeway = 3.5
/** Points that must agree on a placement. */
export const leastAgreeing = 4

const isNear = ({ from, to }: PointPair, { scale, left, top }: Placement): boolean =>
  Math.abs(from.x * scale + left - to.x) <= leeway * Math.max(1, scale) &&
  Math.abs(from.y * scale + top - to.y) <= leeway * Math.max(1, scale)

const countAgreeing = (pairs: readonly PointPair[], placement: Placement): number => {
  const places = new Set<LikenessPoint>()
  const targets = new Set<LikenessPoint>()
  for (const pair of pairs)
    if (isNear(pair, placement)) {
      places.add(pair.from)
      targets.add(pair.to)
    }
  return Math.min(places.size, targets.size)
}

/** What two pairs say; `undefined`: they contradict each other, or are too close together. */
const placementOf = (one: PointPair, other: PointPair): Placement | undefined => {
  const [fromX, fromY] = [other.from.x - one.from.x, other.from.y - one.from.y]
  const [toX, toY] = [other.to.x - one.to.x, other.to.y - one.to.y]
  const fromLength = Math.hypot(fromX, fromY)
  const toLength = Math.hypot(toX, toY)
  if (fromLength < leastDistance || toLength < leastDistance) return undefined
  const scale = toLength / fromLength
  if (scale > mostScale || scale < 1 / mostScale) return undefined
  if (Math.hypot(fromX * scale - toX, fromY * scale - toY) > leeway * 2) return undefined
  // The points’ own sizes say roughly the same.
  for (const { from, to } of [one, other]) if (Math.abs(Math.log2(to.size / from.size / scale)) > 0.6) return undefined
  return {
    scale,
    left: (one.to.x + other.to.x - scale * (one.from.x + other.from.x)) / 2,
    top: (one.to.y + other.to.y - scale * (one.from.y + other.from.y)) / 2,
  }
}

/** The placement that fits the pairs near this one best: two points that are close together say little about the scale. */
const fitPlacement = (pairs: readonly PointPair[], rough: Placement): Placement => {
  const near = pairs.filter((pair) => isNear(pair, rough))
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const fromX = mean(near.map(({ from }) => from.x))
  const fromY = mean(near.map(({ from }) => from.y))
  const toX = mean(near.map(({ to }) => to.x))
  const toY = mean(near.map(({ to }) => to.y))
  let along = 0
  let square = 0
  for (const { from, to } of near) {
    along += (from.x - fromX) * (to.x - toX) + (from.y - fromY) * (to.y - toY)
    square += (from.x - fromX) ** 2 + (from.y - fromY) ** 2
  }
  const scale = square > 0 ? along / square : rough.scale
  return { scale, left: toX - scale * fromX, top: toY - scale * fromY }
}

/** The placement that most points agree on, if enough do. Pictures are neither turned nor mirrored. */
export const placePoints = (pairs: readonly PointPair[]): (Placement & { readonly agreeing: number }) | undefined => {
  let best: (Placement & { readonly agreeing: number }) | undefined
  for (let first = 0; first < pairs.length; first++)
    for (let second = first + 1; second < pairs.length; second++) {
      const placement = placementOf(pairs[first] as PointPair, pairs[second] as PointPair)
      if (!placement) continue
      const agreeing = countAgreeing(pairs, placement)
      if (agreeing >= leastAgreeing && agreeing > (best?.agreeing ?? 0)) best = { ...placement, agreeing }
    }
  if (!best) return undefined
  const fitted = fitPlacement(pairs, fitPlacement(pairs, best))
  const agreeing = countAgreeing(pairs, fitted)
  return agreeing >= best.agreeing ? { ...fitted, agreeing } : best
}
