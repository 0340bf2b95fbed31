import { compareNaturally } from '../../../../../shared/base/natural-order.ts'
import type { NamedPosition } from './read-position.ts'
import { isMainView, rankView } from './view-words.ts'

export type Placed = {
  readonly pictureId: string
  readonly position: NamedPosition
  /** The name says nothing but the product. */
  readonly isBare: boolean
  readonly folder: string
  readonly name: string
  /** What comes before everything else: the place of its variants in the product. */
  readonly rank?: number
}

const compareNumbers = (one: readonly number[], other: readonly number[]): number => {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

/** The main picture, numbered ones, those with a word for the view, the rest. */
const groupOf = ({ position, isBare }: Placed): number => {
  if (isBare || (position.view !== null && isMainView(position.view) && position.numbers.length === 0)) return 0
  if (position.numbers.length > 0) return 1
  return position.view === null ? 3 : 2
}

const compareIds = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The order of a product’s pictures; the same whatever order they come in. */
export const comparePlaces = (one: Placed, other: Placed): number =>
  (one.rank ?? 0) - (other.rank ?? 0) ||
  groupOf(one) - groupOf(other) ||
  Number(other.isBare) - Number(one.isBare) ||
  compareNumbers(one.position.numbers, other.position.numbers) ||
  (rankView(one.position.view ?? '') ?? 99) - (rankView(other.position.view ?? '') ?? 99) ||
  compareNaturally(one.name, other.name) ||
  compareNaturally(one.folder, other.folder) ||
  compareIds(one.pictureId, other.pictureId)
