import type { PictureName } from '../../../../../shared/pictures/library.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { isNotFirst, usualOrder } from '../../matching/names/usual-order.ts'

type Asked = { readonly connectionId: string | null; readonly by: 'image' | 'source'; readonly ids: readonly string[] }

const selectNames = (imageId: string): string =>
  `SELECT wanted.value AS id, images.id AS image_id, name, folder, place_key FROM json_each(?1) AS wanted CROSS JOIN images ON images.id = ${imageId}
   ORDER BY wanted.key`
const byImage = selectNames('wanted.value')
const bySource = selectNames('(SELECT image_id FROM sources WHERE connection_id = ?2 AND source_id = wanted.value ORDER BY gone LIMIT 1)')

/** The names of these pictures, or of those that these sources were made from; also of ones that are gone. */
export const namePictures = ({ all }: Pick<Journal, 'all'>, { connectionId, by, ids }: Asked): PictureName[] => {
  const wanted = JSON.stringify(ids)
  const rows = by === 'image' ? all(byImage, wanted) : all(bySource, wanted, connectionId)
  return rows.map((row) => ({
    id: String(row.id),
    imageId: String(row.image_id),
    name: String(row.name),
    folder: row.folder === null ? null : String(row.folder),
    placeKey: String(row.place_key),
    isNotFirst: isNotFirst(String(row.name)),
  }))
}

/** These pictures in the order in which a product shows them. */
export const orderUsually = (journal: Pick<Journal, 'all'>, ids: readonly string[]): string[] => [
  ...usualOrder(namePictures(journal, { connectionId: null, by: 'image', ids })),
]
