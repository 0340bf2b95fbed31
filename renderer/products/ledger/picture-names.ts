import type { PictureName } from '../../../shared/pictures/library.ts'
import { mostIdsAtOnce } from '../../../shared/products/id-list.ts'
import { client } from '../../bridge.ts'

/** Names and folders by the id that they were asked for: a picture's or a source's. */
export type PictureNames = ReadonlyMap<string, PictureName>

export const readNames = async (by: 'image' | 'source', ids: readonly string[]): Promise<PictureNames> => {
  const names = new Map<string, PictureName>()
  for (let from = 0; from < ids.length; from += mostIdsAtOnce)
    for (const one of await client.library.names({ by, ids: ids.slice(from, from + mostIdsAtOnce) })) names.set(one.id, one)
  return names
}
