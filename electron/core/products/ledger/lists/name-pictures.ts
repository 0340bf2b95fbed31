import type { PictureName } from '../../../../../shared/pictures/library.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { isNotFirst } from '../../matching/names/usual-order.ts'

/** Read per turn of the event loop. */
const pieceSize = 1_000

const selectNames = (imageId: string): string =>
  `SELECT wanted.value AS id, images.id AS image_id, name, folder, place_key FROM json_each(?1) AS wanted CROSS JOIN images ON images.id = ${imageId}
   ORDER BY wanted.key`
const byImage = selectNames('wanted.value')
const bySource = selectNames('(SELECT image_id FROM sources WHERE connection_id = ?2 AND source_id = wanted.value ORDER BY gone LIMIT 1)')

/** The names of these pictures, or of those that these sources were made from; also of ones that are gone. */
export const namePictures = async (
  journal: Journal,
  connectionId: string | null,
  by: 'image' | 'source',
  ids: readonly string[],
): Promise<PictureName[]> => {
  const names: PictureName[] = []
  for (let from = 0; from < ids.length; from += pieceSize) {
    if (from > 0) await journal.nextTurn()
    const piece = JSON.stringify(ids.slice(from, from + pieceSize))
    const rows = by === 'image' ? journal.all(byImage, piece) : journal.all(bySource, piece, connectionId)
    for (const row of rows)
      names.push({
        id: String(row.id),
        imageId: String(row.image_id),
        name: String(row.name),
        folder: row.folder === null ? null : String(row.folder),
        placeKey: String(row.place_key),
        isNotFirst: isNotFirst(String(row.name)),
      })
  }
  return names
}
