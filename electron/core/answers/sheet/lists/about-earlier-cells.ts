import type { Journal } from '../../../base/database/journal.ts'
import { type FindAboutEarlier, isAboutCounting } from '../../../pictures/library/lists/about-earlier.ts'
import { type Column, idsOf } from './sheet-columns.ts'

/** Pictures with a cell that was not asked about exactly the file that counts in the workspace. */
const unlikeCounting = `
  SELECT DISTINCT images.id FROM cells CROSS JOIN answers ON answers.seq = answer CROSS JOIN images ON images.seq = cells.picture
  CROSS JOIN originals ON originals.picture = images.seq AND originals.version = images.version
  WHERE cell_column IN (SELECT value FROM json_each(?1)) AND sent_original IS NOT NULL AND NOT ${isAboutCounting}`

/** Pictures (`images.seq`) with a cell of these columns about an earlier file of theirs. */
export const readAboutEarlier = (
  journal: Journal,
  connectionId: string | null,
  columns: readonly Column[],
  findAboutEarlier: FindAboutEarlier,
): number[] => {
  if (connectionId === null) return []
  const columnIds = idsOf(columns)
  const unlike = journal.all(unlikeCounting, columnIds, connectionId).map(({ id }) => String(id))
  const jobIds = [...findAboutEarlier(connectionId, unlike)]
  return journal
    .all(
      `SELECT DISTINCT picture FROM json_each(?1) AS wanted CROSS JOIN answers ON job_id = wanted.value
       CROSS JOIN cell_columns USING (connection_id, question) CROSS JOIN images ON images.id = image_id
       CROSS JOIN cells ON cell_column = cell_columns.id AND picture = images.seq AND answer = answers.seq
       WHERE cell_columns.id IN (SELECT value FROM json_each(?2))`,
      JSON.stringify(jobIds),
      columnIds,
    )
    .map(({ picture }) => Number(picture))
}
