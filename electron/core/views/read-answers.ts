import type { Answer } from '../../../shared/questions.ts'
import type { Journal, Row } from '../database/journal.ts'
import { toStoredAnswer } from '../questions/answer-store.ts'
import { isCurrent } from '../questions/cell-rows.ts'
import type { FindAboutEarlier } from './about-earlier.ts'

const select = 'SELECT answers.*, images.name AS image_name FROM answers JOIN images ON images.id = image_id'

const toAnswer = (row: Row): Answer => ({ ...toStoredAnswer(row), imageName: String(row.image_name) })

/** Pictures whose answers are read in one turn of the event loop, a few milliseconds. */
const readAtOnce = 250

/**
 * The current ones of one workspace (`null`: of all), by image in the library's order, then in the order of asking; without those of removed
 * pictures. In pieces, with other work in between.
 */
export const listAnswers = async (journal: Journal, connectionId: string | null, findAboutEarlier: FindAboutEarlier): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (let after = 0; ; await journal.nextTurn()) {
    const piece = journal.get(`SELECT max(seq) AS last FROM (SELECT seq FROM images WHERE seq > ? ORDER BY seq LIMIT ${readAtOnce})`, after)
    if (typeof piece?.last !== 'number') return answers
    const rows = journal.all(
      `SELECT answers.*, images.name AS image_name FROM images CROSS JOIN answers ON answers.image_id = images.id
       LEFT JOIN jobs ON jobs.id = job_id WHERE images.seq > ?1 AND images.seq <= ?2 AND images.removed_at IS NULL
       AND (?3 IS NULL OR answers.connection_id = ?3) AND ${isCurrent} ORDER BY images.seq, jobs.seq`,
      after,
      piece.last,
      connectionId,
    )
    const aboutEarlier = findAboutEarlier(connectionId, [...new Set(rows.map((row) => String(row.image_id)))])
    for (const row of rows) answers.push(aboutEarlier.has(String(row.job_id)) ? { ...toAnswer(row), isAboutEarlier: true } : toAnswer(row))
    after = piece.last
  }
}

/** All about one picture, the newest first: those that count, and those that another took the place of. */
export const readAnswersOf = (
  journal: Journal,
  imageId: string,
  connectionId: string | null,
): { readonly current: Answer[]; readonly earlier: Answer[] } => {
  const list = (which: string): Answer[] =>
    journal
      .all(
        `${select} WHERE image_id = ?1 AND (?2 IS NULL OR connection_id = ?2) AND ${which} ORDER BY answers.seq DESC`,
        imageId,
        connectionId,
      )
      .map(toAnswer)
  return { current: list(isCurrent), earlier: list(`NOT (${isCurrent})`) }
}

/** By `seq`, in that order. */
export const readAnswerRows = (journal: Journal, seqs: readonly number[]): Answer[] =>
  journal
    .all(
      `SELECT answers.*, images.name AS image_name FROM json_each(?) AS wanted CROSS JOIN answers ON answers.seq = wanted.value
       JOIN images ON images.id = image_id ORDER BY wanted.key`,
      JSON.stringify(seqs),
    )
    .map(toAnswer)
