import type { PictureNames } from './picture-names.ts'

/** In the library's natural order. Those without a known name keep their order, at the end. */
export const sortByName = (ids: readonly string[], names: PictureNames): readonly string[] => [
  ...ids
    .flatMap((id) => names.get(id) ?? [])
    .toSorted((one, other) => (one.placeKey < other.placeKey ? -1 : one.placeKey > other.placeKey ? 1 : 0))
    .map((one) => one.id),
  ...ids.filter((id) => !names.has(id)),
]

/** These in the order of others. What is not among the others keeps its order, at the end. */
export const inOrderOf = (order: readonly string[], ids: readonly string[]): readonly string[] => {
  const there = new Set(ids)
  const ordered = new Set(order)
  return [...order.filter((id) => there.has(id)), ...ids.filter((id) => !ordered.has(id))]
}
