import type { Answer } from '../../../shared/questions.ts'
import type { Journal, Row } from '../database/journal.ts'
import { isCurrent, toStoredAnswer } from '../questions/answer-store.ts'

const select = 'SELECT answers.*, images.name AS image_name FROM answers JOIN images ON images.id = image_id'

const toAnswer = (row: Row): Answer => ({ ...toStoredAnswer(row), imageName: String(row.image_name) })

/** The current ones of one workspace (`null`: of all), by image in the library's order, then in the order of asking; without those of removed pictures. */
export const listAnswers = (journal: Journal, connectionId: string | null): Answer[] =>
  journal
    .all(
      `${select} JOIN jobs ON jobs.id = job_id WHERE images.removed_at IS NULL
       AND (:connectionId IS NULL OR answers.connection_id = :connectionId) AND ${isCurrent} ORDER BY images.seq, jobs.seq`,
      { connectionId },
    )
    .map(toAnswer)

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
