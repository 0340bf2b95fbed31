import type { Answer, AnswersPiece, AnswersPlace } from '../../../../../shared/answers/questions.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import type { FindAboutEarlier } from '../../../pictures/library/lists/about-earlier.ts'
import { newestTextFirst } from '../../brand-voices/written-texts.ts'
import { isCurrent } from '../../sheet/cell-rows.ts'
import { toStoredAnswer } from '../answer-store.ts'

const select = 'SELECT answers.*, images.name AS image_name FROM answers JOIN images ON images.id = image_id'

const toAnswer = (row: Row): Answer => ({ ...toStoredAnswer(row), imageName: String(row.image_name) })

/** Pictures whose answers are read in one turn of the event loop, a few milliseconds. */
const readAtOnce = 100

/** A piece ends with the turn that has this many. */
const enough = 1_000

const newestWritten = `(SELECT seq FROM written_texts WHERE answer_job_id = answers.job_id ORDER BY ${newestTextFirst} LIMIT 1)`

/**
 * The next of the current ones, by image in the order they were added, then in the order of asking; without those of removed pictures. A picture's place
 * never changes, and its answers are read in one turn: none is lost or twice, whatever changes between two pieces.
 */
export const readAnswersPiece = async (
  journal: Journal,
  { workspace, after }: AnswersPlace,
  findAboutEarlier: FindAboutEarlier,
): Promise<AnswersPiece> => {
  const answers: Answer[] = []
  const written: AnswersPiece['written'] = []
  for (let from = after; ; await journal.nextTurn()) {
    const turn = journal.get(`SELECT max(seq) AS last FROM (SELECT seq FROM images WHERE seq > ? ORDER BY seq LIMIT ${readAtOnce})`, from)
    if (typeof turn?.last !== 'number') return { answers, written, next: null }
    const rows = journal.all(
      `SELECT answers.*, images.name AS image_name, written_texts.text AS written_text, written_texts.voice_name AS written_voice
       FROM images CROSS JOIN answers ON answers.image_id = images.id LEFT JOIN jobs ON jobs.id = answers.job_id
       LEFT JOIN written_texts ON written_texts.seq = ${newestWritten}
       WHERE images.seq > ?1 AND images.seq <= ?2 AND images.removed_at IS NULL
       AND (?3 IS NULL OR answers.connection_id = ?3) AND ${isCurrent} ORDER BY images.seq, jobs.seq`,
      from,
      turn.last,
      workspace,
    )
    const aboutEarlier = findAboutEarlier(workspace, [...new Set(rows.map((row) => String(row.image_id)))])
    for (const row of rows) {
      const one = toAnswer(row)
      answers.push(aboutEarlier.has(one.jobId) ? { ...one, isAboutEarlier: true } : one)
      if (row.written_text !== null)
        written.push({ jobId: one.jobId, text: String(row.written_text), voiceName: String(row.written_voice) })
    }
    if (answers.length >= enough) return { answers, written, next: { workspace, after: turn.last } }
    from = turn.last
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
