import type { ProfilePictures } from '../../../../shared/checks/requirement-profiles.ts'
import type { Journal } from '../../base/database/journal.ts'

/** Places in the lists of products, as the bits of `picture_work.attached`: first in one, or elsewhere in one. */
export const placeBits: Readonly<Record<ProfilePictures, number>> = { others: 1, first: 2, every: 3 }

/**
 * SQL for the places of a picture as bits; 0: no product of the workspace shows it, as far as Packshot knows.
 * @param connection SQL for the workspace's connection, `''` for none
 * @param seq SQL for the picture
 */
export const placesOf = (connection: string, seq: string): string =>
  `ifnull((SELECT attached FROM picture_work WHERE connection_id = ${connection} AND seq = ${seq}), 0)`

/** Where the lists of a workspace's products show a picture, as bits; 0: nowhere, as far as Packshot knows. */
export const readPlaces = (journal: Pick<Journal, 'get'>, connectionId: string, imageId: string): number =>
  Number(journal.get(`SELECT ${placesOf('?1', 'images.seq')} AS places FROM images WHERE id = ?2`, connectionId, imageId)?.places ?? 0)

/** A profile that is about the places in `bits` judges a picture of these places. One that no product shows may get any place yet. */
export const isAboutPlaces = (bits: number, places: number): boolean => places === 0 || (bits & places) > 0
