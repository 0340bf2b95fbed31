import type { PictureName } from '../../../shared/pictures/library.ts'
import { client } from '../../bridge.ts'

/** Names and folders by the id that they were asked for: a picture's or a source's. */
export type PictureNames = ReadonlyMap<string, PictureName>

export const readNames = async (by: 'image' | 'source', ids: readonly string[]): Promise<PictureNames> =>
  new Map((await client.library.names({ by, ids: [...ids] })).map((one) => [one.id, one]))
