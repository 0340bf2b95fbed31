import { placeBits, placesOf } from '../picture-places.ts'

/**
 * SQL of a row of `picture_checks` or `check_results`, for the places that the products of a workspace give its picture. A picture that they don't
 * show is judged by each profile. `connection`: SQL for the workspace's connection, `''` for none.
 */

const ofOtherPlaces = (count: 'failed' | 'not_checked', places: string): string =>
  `CASE ${places} WHEN ${placeBits.others} THEN first_${count} WHEN ${placeBits.first} THEN others_${count} ELSE 0 END`

/** How many rules, of all that are about its places. `places`: SQL for its bits, `NULL` for none (pictures/library/picture-places.ts). */
export const countInPlaces = (count: 'failed' | 'not_checked', places: string): string =>
  `picture_checks.${count} - ${ofOtherPlaces(count, places)}`

/** A rule fails. Its places are looked up only where that depends on them. */
export const failsAny = (connection: string): string =>
  `failed > 0 AND (failed > max(first_failed, others_failed)
    OR failed > ${ofOtherPlaces('failed', placesOf(connection, 'picture_checks.picture'))})`

/** A rule of a row's profile fails. */
export const failsOne = (connection: string): string =>
  `check_results.failed > 0 AND (places = ${placeBits.every}
    OR ifnull(nullif(${placesOf(connection, 'check_results.picture')}, 0), ${placeBits.every}) & places > 0)`
