import { productsOf } from './match-rows.ts'
import type { KeptMatch, MatchStore, NewMatch } from './match-store.ts'

const placeOf = (match: KeptMatch | null, key: string): number => productsOf(match).find(({ product }) => product.key === key)?.place ?? 0

const withPlace = (match: KeptMatch | null, key: string, place: number): KeptMatch | null =>
  match?.state === 'matched'
    ? { ...match, products: match.products.map((one) => (one.product.key === key ? { ...one, place } : one)) }
    : match

/**
 * Gives pictures of another library places in the products of this one: behind those that are there, so that its main picture stays, in the order that
 * they had. Pictures that are there already go to the place that they have in the other one. Returns these rows, and those that make room for them.
 */
export const placeMerged = (
  { listOf }: Pick<MatchStore, 'listOf'>,
  connectionId: string | null,
  rows: readonly NewMatch[],
): readonly NewMatch[] => {
  const placed = new Map(rows.map(({ imageId, match }) => [imageId, match]))
  const theirs = new Map(rows.map(({ imageId, match }) => [imageId, match]))
  for (const key of new Set(rows.flatMap(({ match }) => productsOf(match).map(({ product }) => product.key)))) {
    const isNamed = (imageId: string): boolean => placeOf(theirs.get(imageId) ?? null, key) > 0
    // One that they have elsewhere leaves this product.
    const there = listOf(connectionId, key).filter(({ imageId }) => isNamed(imageId) || !theirs.has(imageId))
    const known = new Map(there.map(({ imageId, match }) => [imageId, match]))
    const wantedPlace = (imageId: string): number => placeOf(theirs.get(imageId) ?? known.get(imageId) ?? null, key)
    const sorted = [...known.keys()].toSorted(
      (one, other) => wantedPlace(one) - wantedPlace(other) || Number(isNamed(other)) - Number(isNamed(one)),
    )
    const added = [...theirs.keys()]
      .filter((id) => isNamed(id) && !known.has(id))
      .toSorted((one, other) => wantedPlace(one) - wantedPlace(other))
    for (const [index, imageId] of [...sorted, ...added].entries()) {
      const match = placed.get(imageId) ?? known.get(imageId) ?? null
      if (placed.has(imageId) || placeOf(match, key) !== index + 1) placed.set(imageId, withPlace(match, key, index + 1))
    }
  }
  return [...placed].map(([imageId, match]) => ({ imageId, match }))
}
