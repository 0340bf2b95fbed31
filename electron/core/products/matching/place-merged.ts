import type { MatchStore, NewMatch } from './match-store.ts'

type Placed = NewMatch & { readonly match: { readonly state: 'matched' } }

const isPlaced = (row: NewMatch): row is Placed => row.match?.state === 'matched'

/**
 * Gives pictures of another library places in the products of this one: behind those that are there, so that its main picture stays, in the order that
 * they had. Pictures that are there already go to the place that they have in the other one. Returns these rows, and those that make room for them.
 */
export const placeMerged = (
  { listOf }: Pick<MatchStore, 'listOf'>,
  connectionId: string | null,
  rows: readonly NewMatch[],
): readonly NewMatch[] => {
  const theirs = new Map<string, Placed[]>()
  for (const row of rows.filter(isPlaced)) theirs.set(row.match.product.key, [...(theirs.get(row.match.product.key) ?? []), row])
  const others = rows.filter((row) => !isPlaced(row))
  const placed = [...theirs].flatMap(([key, ours]) => {
    const named = new Map(ours.map((row) => [row.imageId, row]))
    const there = listOf(connectionId, key).filter(isPlaced)
    const known = new Set(there.map(({ imageId }) => imageId))
    const sorted = there
      .map((row) => named.get(row.imageId) ?? row)
      .toSorted((one, other) => one.match.place - other.match.place || Number(named.has(other.imageId)) - Number(named.has(one.imageId)))
    const added = ours.filter(({ imageId }) => !known.has(imageId)).toSorted((one, other) => one.match.place - other.match.place)
    return [...sorted, ...added].flatMap((row, index): NewMatch[] => {
      const isAsItIs = !named.has(row.imageId) && row.match.place === index + 1
      return isAsItIs ? [] : [{ ...row, match: { ...row.match, place: index + 1 } }]
    })
  })
  return [...others, ...placed]
}
