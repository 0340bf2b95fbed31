import type { Journal } from '../../base/database/journal.ts'

/**
 * Pictures as they are in the library now, each once, in their order: one that became a version of another stands for that one, and those that a person
 * removed are left out.
 */
export const listCurrent = (journal: Journal, imageIds: readonly string[]): string[] => {
  const row = journal.get(
    // A picture's id comes from its first original, which goes with it to the other picture.
    `SELECT json_group_array(id) AS ids FROM (
       SELECT current.id FROM json_each(?) AS wanted CROSS JOIN images ON images.id = wanted.value
       CROSS JOIN images AS current ON current.seq = iif(images.version > 0, images.seq, (
         SELECT picture FROM originals INDEXED BY originals_by_content
         WHERE sha256 >= substr(images.id, 5) AND sha256 < substr(images.id, 5) || 'g' LIMIT 1
       ))
       WHERE current.removed_at IS NULL GROUP BY current.seq ORDER BY min(wanted.key)
     )`,
    JSON.stringify(imageIds),
  )
  return JSON.parse(String(row?.ids)) as string[]
}
