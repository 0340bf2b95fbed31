import type { Journal } from '../../database/journal.ts'
import type { FindAboutEarlier } from '../about-earlier.ts'

/** Pictures that are looked at in one turn of the event loop. */
const picturesAtOnce = 50

/** Answers (`answers.seq`) of a workspace about an earlier file of their picture. */
export const readAboutEarlier = async (
  journal: Journal,
  connectionId: string | null,
  findAboutEarlier: FindAboutEarlier,
): Promise<ReadonlySet<number>> => {
  const found = new Set<number>()
  if (connectionId === null) return found
  for (let after = ''; ; ) {
    // By the index of images: the planner would read all of the workspace's answers for each piece.
    const imageIds = journal
      .all(
        'SELECT DISTINCT image_id FROM answers INDEXED BY answers_by_image WHERE connection_id = ? AND image_id > ? ORDER BY image_id LIMIT ?',
        connectionId,
        after,
        picturesAtOnce,
      )
      .map((row) => String(row.image_id))
    const last = imageIds.at(-1)
    if (last === undefined) return found
    const jobIds = [...findAboutEarlier(connectionId, imageIds)]
    if (jobIds.length > 0)
      for (const { seq } of journal.all('SELECT seq FROM answers WHERE job_id IN (SELECT value FROM json_each(?))', JSON.stringify(jobIds)))
        found.add(Number(seq))
    after = last
    await journal.nextTurn()
  }
}
