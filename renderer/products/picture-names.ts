import type { PictureName } from '../../shared/library.ts'
import { comparePictures } from '../../shared/natural-order.ts'
import { client } from '../bridge.ts'

/** Names and folders by the id that they were asked for: a picture's or a source's. */
export type PictureNames = ReadonlyMap<string, PictureName>

export const readNames = async (by: 'image' | 'source', ids: readonly string[]): Promise<PictureNames> =>
  new Map((await client.library.names({ by, ids: [...ids] })).map((one) => [one.id, one]))

/** By folder, then by name: IMG_2 before IMG_10. Those without a known name keep their order, at the end. */
export const sortByName = (ids: readonly string[], names: PictureNames): readonly string[] => [
  ...ids
    .flatMap((id) => names.get(id) ?? [])
    .toSorted(comparePictures)
    .map((one) => one.id),
  ...ids.filter((id) => !names.has(id)),
]

/** These in the order of others. What is not among the others keeps its order, at the end. */
export const inOrderOf = (order: readonly string[], ids: readonly string[]): readonly string[] => {
  const there = new Set(ids)
  const ordered = new Set(order)
  return [...order.filter((id) => there.has(id)), ...ids.filter((id) => !ordered.has(id))]
}
