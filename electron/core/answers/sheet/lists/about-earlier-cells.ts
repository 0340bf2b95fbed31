import type { Journal } from '../../../base/database/journal.ts'
import type { FindAboutEarlier } from '../../../pictures/library/lists/about-earlier.ts'
import type { Column } from './sheet-column.ts'

/** Answers that are read, and pictures that are looked at, in one turn of the event loop. */
const answersAtOnce = 2_000
const picturesAtOnce = 50

/**
 * Pictures with an answer that was not asked about exactly the file that counts in the workspace. Most are about that one, and need no closer look.
 * In the order of answers, in which their pictures' rows are mostly beside each other.
 */
const unlikeCounting = `
  SELECT json_group_array(DISTINCT image_id) AS ids FROM answers INDEXED BY answers_of_question
  CROSS JOIN images ON images.id = image_id
  CROSS JOIN originals ON originals.picture = images.seq AND originals.version = images.version
  WHERE answers.connection_id = ?1 AND question = ?2 AND answers.seq > ?3 AND answers.seq <= ?4 AND sent_original IS NOT NULL
    AND (sent_original <> originals.sha256 OR ifnull(sent_settings <> (
      SELECT settings FROM sources
      WHERE sources.connection_id = ?1 AND sources.image_id = answers.image_id AND sources.version = images.version AND gone = 0
      ORDER BY uploaded_at DESC LIMIT 1
    ), 1))`

const findUnlike = async (journal: Journal, connectionId: string, columns: readonly Pick<Column, 'question'>[]): Promise<string[]> => {
  const found = new Set<string>()
  for (const { question } of columns)
    for (let after = 0; ; ) {
      const end = journal.get(
        `SELECT seq FROM answers WHERE connection_id = ? AND question = ? AND seq > ? ORDER BY seq LIMIT 1 OFFSET ${answersAtOnce - 1}`,
        connectionId,
        question,
        after,
      )
      const last = end ? Number(end.seq) : Number.MAX_SAFE_INTEGER
      const row = journal.get(unlikeCounting, connectionId, question, after, last)
      for (const id of JSON.parse(String(row?.ids)) as string[]) found.add(id)
      if (!end) break
      after = last
      await journal.nextTurn()
    }
  return [...found]
}

/** Answers (`answers.seq`) of a workspace to these columns' questions about an earlier file of their picture. */
export const readAboutEarlier = async (
  journal: Journal,
  connectionId: string | null,
  columns: readonly Pick<Column, 'question'>[],
  findAboutEarlier: FindAboutEarlier,
): Promise<ReadonlySet<number>> => {
  const found = new Set<number>()
  if (connectionId === null) return found
  const imageIds = await findUnlike(journal, connectionId, columns)
  for (let from = 0; from < imageIds.length; from += picturesAtOnce) {
    await journal.nextTurn()
    const jobIds = [...findAboutEarlier(connectionId, imageIds.slice(from, from + picturesAtOnce))]
    if (jobIds.length > 0)
      for (const { seq } of journal.all('SELECT seq FROM answers WHERE job_id IN (SELECT value FROM json_each(?))', JSON.stringify(jobIds)))
        found.add(Number(seq))
  }
  return found
}
