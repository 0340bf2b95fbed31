import type { Answer, AnswersPiece } from '../../../../../shared/answers/questions.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import type { FindAboutEarlier } from '../../../pictures/library/lists/about-earlier.ts'
import { newestTextFirst } from '../../brand-voices/written-texts.ts'
import { isCurrent, outdated } from '../../sheet/cell-rows.ts'
import { toStoredAnswer } from '../answer-store.ts'

const select = 'SELECT answers.*, images.name AS image_name FROM answers JOIN images ON images.id = image_id'

const toAnswer = (row: Row): Answer => ({ ...toStoredAnswer(row), imageName: String(row.image_name) })

/** Pictures whose answers are in one piece. */
const pieceSize = 500

const newestWritten = `(SELECT seq FROM written_texts WHERE answer_job_id = answers.job_id ORDER BY ${newestTextFirst} LIMIT 1)`

/**
 * The current ones in pieces, by picture in the order they were added, then in the order of asking; without those of removed pictures. A long read: all
 * is of one state.
 */
export const createAnswerPieces = (journal: Journal, findAboutEarlier: FindAboutEarlier) =>
  async function* ({ workspace }: { readonly workspace: string | null }): AsyncGenerator<AnswersPiece, void> {
    // Asked of each answer whether it counts, 100,000 take a sixth of a second more.
    const old = new Set(journal.all(outdated).map(({ seq }) => Number(seq)))
    const total = Number(journal.get('SELECT pictures FROM picture_count')?.pictures ?? 0)
    for (let [from, done] = [0, 0]; ; ) {
      const piece = journal.get(
        `SELECT max(seq) AS last, count(*) AS pictures FROM (SELECT seq FROM images WHERE seq > ? AND removed_at IS NULL ORDER BY seq LIMIT ${pieceSize})`,
        from,
      )
      if (typeof piece?.last !== 'number') return
      const found = journal.all(
        `SELECT answers.seq, answers.image_id, answers.question, answers.kind, answers.text, answers.edited_text, answers.answered_at,
           answers.connection_id, answers.job_id, images.name AS image_name, written_texts.text AS written_text, written_texts.voice_name AS written_voice
         FROM images CROSS JOIN answers ON answers.image_id = images.id LEFT JOIN jobs ON jobs.id = answers.job_id
         LEFT JOIN written_texts ON written_texts.seq = ${newestWritten}
         WHERE images.seq > ?1 AND images.seq <= ?2 AND images.removed_at IS NULL
         AND (?3 IS NULL OR answers.connection_id = ?3) ORDER BY images.seq, jobs.seq`,
        from,
        piece.last,
        workspace,
      )
      const rows = found.filter(({ seq }) => !old.has(Number(seq)))
      const aboutEarlier = findAboutEarlier(workspace, [...new Set(rows.map((row) => String(row.image_id)))])
      const answers = rows.map(toAnswer)
      done += Number(piece.pictures)
      yield {
        answers: answers.map((one) => (aboutEarlier.has(one.jobId) ? { ...one, isAboutEarlier: true } : one)),
        written: rows.flatMap((row) =>
          row.written_text === null
            ? []
            : [{ jobId: String(row.job_id), text: String(row.written_text), voiceName: String(row.written_voice) }],
        ),
        done,
        total,
      }
      from = piece.last
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
