import type { Placement } from '../../../../../shared/pictures/likeness.ts'
import { blur, type Plane, sample } from './blur.ts'
import { type Pixels, toGray } from './make-likeness.ts'

/** Where a pixel of one picture is in another: `x · across + left`, `y · down + top`. Sizes are rounded, so the two scales may differ a little. */
export type Alignment = { readonly across: number; readonly down: number; readonly left: number; readonly top: number }

/** Places along each side at which the pictures are compared. */
const places = 56
/** Of each line, in places: straight edges between two lines of places would be seen by none of them. */
const shifts = Float64Array.from({ length: places }, (_, line) => (line * 0.618034) % 1)
/** Steps of the search, in pixels at the borders: halved until the last is tried. */
const firstStep = 4
const lastStep = 0.06

type Ports = { readonly one: Plane; readonly other: Plane }

/** The mean difference at places of the part that both show. */
const differenceAt = ({ one, other }: Ports, { across, down, left, top }: Alignment): number => {
  const fromX = Math.max(0, -left / across)
  const fromY = Math.max(0, -top / down)
  const toX = Math.min(one.width - 1, (other.width - 1 - left) / across)
  const toY = Math.min(one.height - 1, (other.height - 1 - top) / down)
  if (toX - fromX < 8 || toY - fromY < 8) return Number.POSITIVE_INFINITY
  let sum = 0
  for (let row = 0; row < places; row++) {
    const shift = shifts[row] as number
    for (let column = 0; column < places; column++) {
      const x = fromX + ((column + shift) / places) * (toX - fromX)
      const y = fromY + ((row + (shifts[column] as number)) / places) * (toY - fromY)
      sum += Math.abs(sample(one, x, y) - sample(other, x * across + left, y * down + top))
    }
  }
  return sum / (places * places)
}

/** Moves one border of the picture by so many pixels of the other one. */
const moves = ({ width, height }: Plane, { across, down, left, top }: Alignment, step: number): Alignment[] => [
  { across, down, left: left + step, top },
  { across, down, left: left - step, top },
  { across, down, left, top: top + step },
  { across, down, left, top: top - step },
  { across: across + step / width, down, left: left - step / 2, top },
  { across: across - step / width, down, left: left + step / 2, top },
  { across, down: down + step / height, left, top: top - step / 2 },
  { across, down: down - step / height, left, top: top + step / 2 },
  { across: across + step / width, down: down + step / width, left: left - step / 2, top: top - (step * height) / width / 2 },
  { across: across - step / width, down: down - step / width, left: left + step / 2, top: top + (step * height) / width / 2 },
]

/**
 * The exact place of one picture in another, from a rough one in pixels. `other` has at least as many pixels for the same thing. A search that ends
 * at the nearest place: what it finds is compared by its caller.
 */
export const alignPictures = (first: Pixels, second: Pixels, { scale, left, top }: Placement): Alignment => {
  const ports: Ports = { one: blur(toGray(first), 1), other: blur(toGray(second), Math.max(1, scale)) }
  let best: Alignment = { across: scale, down: scale, left, top }
  let least = differenceAt(ports, best)
  for (let step = firstStep * scale; step >= lastStep * scale; ) {
    let isBetter = false
    for (const next of moves(ports.one, best, step)) {
      const difference = differenceAt(ports, next)
      if (difference >= least) continue
      least = difference
      best = next
      isBetter = true
      break
    }
    if (!isBetter) step /= 2
  }
  return best
}
